import { type JsonObject, text } from "../api/json";
import type { Kind } from "../api/kinds";
import { findKind, type PublishedSchema, useSchema } from "../edit/schema";
import { WithSchema } from "../edit/WithSchema";
import "../styles/detail.css";
import "../styles/edit.css";
import { Link, useParameter } from "../router/navigation";
import type { KindRef } from "../router/routes";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { LiveMark } from "../table/LiveMark";
import { TEXTS } from "../texts";
import { Denied } from "../ui/Guarded";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { StatusMark } from "../ui/StatusMark";
import { Tabs } from "../ui/Tabs";
import { AccessInfo } from "./AccessInfo";
import { Actions } from "./Actions";
import { statusOf } from "./conditions";
import { History } from "./History";
import { Logs } from "./Logs";
import { type LiveObject, useLiveObject } from "./live-object";
import { Manifest } from "./Manifest";
import { Notes } from "./Notes";
import { Overview } from "./Overview";
import { useParts } from "./parts";
import { Resources } from "./Resources";
import { useReadiness } from "./readiness";
import { Trends } from "./Trends";
import { useUsage } from "./usage";
import { Values } from "./Values";
import { Yaml } from "./Yaml";

interface DetailPageProps extends KindRef {
  readonly name: string;
}

export function DetailPage({ namespace, group, resource, name }: DetailPageProps) {
  const { kinds, isLoading, error, reload } = usePlatform();
  const kind = findKind(kinds, group, resource);
  useTitle(name, kind?.kind ?? resource);
  if (kind) {
    return <Detail kind={kind} namespace={namespace} name={name} />;
  }
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  return <p className="muted">{isLoading ? TEXTS.loading : TEXTS.table.unknownKind}</p>;
}

interface DetailProps {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

function Detail({ kind, namespace, name }: DetailProps) {
  const live = useLiveObject(kind, namespace, name);
  const { object, state } = live;
  // It outlives the parts, which a change of the kind renders anew.
  const published = useSchema(kind);
  return (
    <>
      <nav className="crumbs" aria-label={TEXTS.detail.crumbs}>
        <Link to={{ page: "table", namespace, group: kind.group, resource: kind.resource }}>{kind.kind}</Link>
        <Icon name="right" />
      </nav>
      <header className="page-head detail-head">
        <div className="page-title">
          <h1>{name}</h1>
          {object && <StatusMark status={statusOf(object)} />}
          {(state === "live" || state === "stale") && <LiveMark phase={state} />}
        </div>
        {object && <Actions kind={kind} namespace={namespace} name={name} object={object} />}
      </header>
      {object ? (
        <Parts kind={kind} namespace={namespace} name={name} object={object} published={published} />
      ) : (
        <Missing live={live} />
      )}
    </>
  );
}

function Missing({ live: { state, error, retry } }: { readonly live: LiveObject }) {
  if (state === "gone") {
    return (
      <div className="blank" role="status">
        <Icon name="box" className="blank-icon" />
        <p className="blank-title">{TEXTS.detail.gone}</p>
      </div>
    );
  }
  return state === "failed" ? (
    <Problem error={error} onRetry={retry} />
  ) : (
    <p className="muted">{TEXTS.loading}</p>
  );
}

interface PartsProps extends DetailProps {
  readonly object: JsonObject;
  readonly published: PublishedSchema;
}

function Parts({ kind, namespace, name, object, published }: PartsProps) {
  const [tab, setTab] = useParameter("tab");
  const target = { kind, namespace, name };
  const parts = useParts(target);
  const usage = useUsage(target);
  const changes = useReadiness(object);
  const readable = parts.flatMap(({ id, denied }) => (denied ? [] : [id]));
  const tabs = (["overview", ...readable, "yaml"] as const).map((id) => ({
    id,
    label: TEXTS.detail.tabs[id],
  }));
  const selected = tabs.find(({ id }) => id === tab)?.id ?? "overview";
  const version = text(object, "metadata", "resourceVersion");
  return (
    <>
      {statusOf(object) === "deleting" && (
        <Notice tone="warning" title={TEXTS.detail.deleting}>
          <p>{TEXTS.detail.deletingHelp}</p>
        </Notice>
      )}
      <Tabs
        label={TEXTS.detail.tabList}
        tabs={tabs}
        selected={selected}
        onSelect={(id) => setTab(id === "overview" ? "" : id)}
        after={parts.map(
          ({ id, denied }) =>
            denied && <Denied key={id} label={TEXTS.detail.tabs[id]} reason={denied.reason} />,
        )}
      >
        {selected === "overview" && (
          <Overview namespace={namespace} object={object} published={published}>
            <Trends
              {...target}
              version={version}
              changes={changes}
              usage={usage}
              hasHistory={readable.includes("history")}
            />
          </Overview>
        )}
        {selected === "resources" && <Resources {...target} version={version} />}
        {selected === "access" && <AccessInfo {...target} version={version} />}
        {selected === "logs" && <Logs {...target} />}
        {selected === "values" && (
          <WithSchema published={published}>
            {(schema) => <Values {...target} version={version} schema={schema} />}
          </WithSchema>
        )}
        {selected === "history" && <History {...target} version={version} />}
        {selected === "manifest" && <Manifest {...target} version={version} />}
        {selected === "notes" && <Notes {...target} version={version} />}
        {selected === "yaml" && (
          <WithSchema published={published}>
            {(schema) => <Yaml schema={schema} object={object} />}
          </WithSchema>
        )}
      </Tabs>
    </>
  );
}
