import { useMemo, useState } from "react";
import { Link } from "../router/navigation";
import { ALL } from "../router/routes";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Icon } from "../ui/Icon";
import { KindIcon } from "../ui/KindIcon";
import { Problem } from "../ui/Problem";
import { SearchField } from "../ui/SearchField";
import { type Entry, matchesSearch, sectionsOf } from "./catalogue";
import { useDescription } from "./description";
import { Limits } from "./Limits";
import { useVisibleEntries } from "./visible";

export function CataloguePage({ namespace }: { readonly namespace: string }) {
  const { isLoading, error, entries: all, reload } = usePlatform();
  const visible = useVisibleEntries(namespace);
  const [search, setSearch] = useState("");
  const found = useMemo(
    () => (visible ?? []).filter((entry) => matchesSearch(entry, search)),
    [visible, search],
  );
  const isOpen = isLoading || (all.length > 0 && !visible);
  useTitle(TEXTS.catalogue.title);
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{TEXTS.catalogue.title}</h1>
          <p className="muted">{TEXTS.catalogue.intro}</p>
        </div>
        <SearchField label={TEXTS.catalogue.search} value={search} onChange={setSearch} />
      </header>
      <p className="hidden" role="status">
        {TEXTS.catalogue.found(found.length)}
      </p>
      {isOpen && <p className="muted">{TEXTS.loading}</p>}
      {error !== undefined && all.length === 0 && <Problem error={error} onRetry={reload} />}
      {!isOpen && error === undefined && found.length === 0 && (
        <p className="blank-text">{search ? TEXTS.catalogue.noMatch : TEXTS.catalogue.none}</p>
      )}
      {sectionsOf(found).map(({ category, entries }) => (
        <section key={category} className="shelf">
          <h2 className="shelf-title">{category || TEXTS.catalogue.uncategorised}</h2>
          <ul className="cards">
            {entries.map((entry) => (
              <Card key={entry.id} entry={entry} namespace={namespace} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Card({ entry, namespace }: { readonly entry: Entry; readonly namespace: string }) {
  const { kind, icon } = entry;
  const description = useDescription(entry);
  const route = { namespace, group: kind.group, resource: kind.resource };
  return (
    <li className="card">
      <KindIcon name={kind.kind} icon={icon} />
      <div className="card-text">
        <h3>
          <Link to={{ page: "table", ...route }} className="card-link">
            {kind.kind}
          </Link>
        </h3>
        <p className="card-description">{description}</p>
        <Limits limits={entry.limits} />
      </div>
      {namespace !== ALL && kind.verbs.includes("create") && (
        <Guarded right={{ verb: "create", ...route }} label={TEXTS.catalogue.create(kind.kind)} isCompact>
          <Link
            to={{ page: "create", ...route }}
            className="button button-small card-create"
            aria-label={TEXTS.catalogue.create(kind.kind)}
          >
            <Icon name="plus" />
          </Link>
        </Guarded>
      )}
    </li>
  );
}
