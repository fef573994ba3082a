import { useDeferredValue, useMemo } from "react";
import { MAX_OBJECTS } from "../api/collection";
import { idOf, type Kind } from "../api/kinds";
import { Link, navigate, useParameter } from "../router/navigation";
import { ALL, type KindRef } from "../router/routes";
import { Command } from "../shell/commands";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { ColumnMenu } from "./ColumnMenu";
import { useColumns } from "./columns";
import { Empty } from "./Empty";
import { Filters } from "./Filters";
import { Grid } from "./Grid";
import { LiveMark } from "./LiveMark";
import { useLiveRows } from "./live-rows";
import { filterRows, nextSort, parseSort, sortRows } from "./rows";

export function TablePage({ namespace, group, resource }: KindRef) {
  const { kinds, isLoading, error, reload } = usePlatform();
  const kind = kinds.find((each) => each.group === group && each.resource === resource);
  useTitle(kind?.kind ?? resource);
  if (kind) {
    return <KindTable kind={kind} namespace={namespace} />;
  }
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  return <p className="muted">{isLoading ? TEXTS.loading : TEXTS.table.unknownKind}</p>;
}

interface KindTableProps {
  readonly kind: Kind;
  readonly namespace: string;
}

export function KindTable({ kind, namespace }: KindTableProps) {
  const [search, setSearch] = useParameter("q");
  const [labels, setLabels] = useParameter("labels");
  const [fields, setFields] = useParameter("fields");
  const [sortText, setSort] = useParameter("sort");
  const { snapshot, columns, retry } = useLiveRows(kind, namespace, { labels, fields });
  const choice = useColumns(`${kind.group}/${kind.resource}`, columns);
  // Typing stays fluent while many rows are filtered.
  const deferredSearch = useDeferredValue(search);
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const { phase, items, received, isCut } = snapshot;
  const found = useMemo(
    () => (isCut ? items : filterRows(items, deferredSearch)),
    [items, isCut, deferredSearch],
  );
  const rows = useMemo(() => (isCut ? found : sortRows(found, columns, sort)), [found, isCut, columns, sort]);
  const isFiltered = search !== "" || labels !== "" || fields !== "";
  const hasRows = phase === "live" || phase === "stale";
  const clear = () => {
    setSearch("");
    setLabels("");
    setFields("");
  };
  return (
    <div className="table-page">
      <header className="page-head">
        <div className="page-title">
          <h1>{kind.kind}</h1>
          <LiveMark phase={phase} />
        </div>
        <CreateLink kind={kind} namespace={namespace} />
        <CreateCommand kind={kind} namespace={namespace} />
      </header>
      <div className="toolbar">
        <Filters
          search={search}
          labels={labels}
          fields={fields}
          canSearch={!isCut}
          onSearch={setSearch}
          onLabels={setLabels}
          onFields={setFields}
        />
        <ColumnMenu columns={columns.slice(1)} choice={choice} />
        <p className="toolbar-count" role="status">
          {hasRows &&
            (isCut ? TEXTS.table.countCut(rows.length) : TEXTS.table.count(rows.length, items.length))}
        </p>
      </div>
      {phase === "loading" && (
        <div className="skeleton" role="status">
          {received > 0 ? TEXTS.table.received(received) : TEXTS.loading}
        </div>
      )}
      {isCut && (
        <Notice tone="warning" title={TEXTS.table.cut(MAX_OBJECTS)} isLive>
          <p>{TEXTS.table.cutHelp(TEXTS.table.more)}</p>
        </Notice>
      )}
      {phase === "failed" && <Problem error={snapshot.error} onRetry={retry} />}
      {hasRows && rows.length > 0 && (
        <Grid
          kind={kind}
          rows={rows}
          columns={choice.shown}
          hasNamespaces={namespace === ALL}
          sort={sort}
          view={`${deferredSearch} ${sortText}`}
          onSort={isCut ? undefined : (column) => setSort(nextSort(sort, column))}
        />
      )}
      {hasRows && rows.length === 0 && !isCut && (
        <Empty kind={kind} isFiltered={isFiltered} onClear={clear}>
          <CreateLink kind={kind} namespace={namespace} />
        </Empty>
      )}
    </div>
  );
}

/** The right to create, and the page for it; undefined if the kind has none, or no namespace is chosen. */
function creationOf({ kind, namespace }: KindTableProps) {
  if (!kind.verbs.includes("create") || namespace === ALL) {
    return undefined;
  }
  const at = { namespace, group: kind.group, resource: kind.resource };
  return { right: { verb: "create", ...at }, page: { page: "create", ...at } } as const;
}

function CreateLink({ kind, namespace }: KindTableProps) {
  const creation = creationOf({ kind, namespace });
  if (!creation) {
    return null;
  }
  const label = TEXTS.table.create(kind.kind);
  return (
    <Guarded right={creation.right} label={label}>
      <Link to={creation.page} className="button button-primary">
        <Icon name="plus" />
        {label}
      </Link>
    </Guarded>
  );
}

function CreateCommand({ kind, namespace }: KindTableProps) {
  const creation = creationOf({ kind, namespace });
  return (
    creation && (
      <Command
        id={`create ${idOf(kind)}`}
        label={TEXTS.table.create(kind.kind)}
        detail={kind.group}
        icon="plus"
        right={creation.right}
        run={() => navigate(creation.page)}
      />
    )
  );
}
