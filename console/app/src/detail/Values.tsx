import { useMemo, useState } from "react";
import { at, flag, objects, text } from "../api/json";
import { Value } from "../edit/ChangeList";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { OldNotice } from "./OldNotice";
import { type Target, useFreshView } from "./view";

const MAX_SHOWN = 500;

export function Values({ version, ...target }: Target & { readonly version: string }) {
  const { data, error, reload, oldBecause } = useFreshView(target, "values", version);
  const [search, setSearch] = useState("");
  const values = useMemo(
    () =>
      objects(data, "values").filter((value) =>
        text(value, "path").toLowerCase().includes(search.toLowerCase()),
      ),
    [data, search],
  );
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  if (!data) {
    return <p className="muted">{TEXTS.loading}</p>;
  }
  const references = objects(data, "valuesFrom");
  return (
    <div className="stack">
      <OldNotice reason={oldBecause} />
      {!flag(data, "complete") && (
        <Notice tone="info" title={TEXTS.values.incomplete}>
          <ul className="bullets">
            {references.map((each) => (
              <li key={`${text(each, "kind")}/${text(each, "name")}/${text(each, "valuesKey")}`}>
                {text(each, "kind")} {text(each, "name")}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <label className="search">
        <Icon name="search" />
        <span className="hidden">{TEXTS.values.filter}</span>
        <input
          type="search"
          placeholder={TEXTS.values.filter}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {values.length === 0 ? (
        <p className="muted">{TEXTS.values.none}</p>
      ) : (
        <div className="table-wrap">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{TEXTS.values.path}</th>
                <th scope="col">{TEXTS.values.value}</th>
                <th scope="col">{TEXTS.values.source}</th>
              </tr>
            </thead>
            <tbody>
              {values.slice(0, MAX_SHOWN).map((each) => {
                const source = text(each, "source");
                return (
                  <tr key={text(each, "path")}>
                    <th scope="row" className="code">
                      {text(each, "path")}
                    </th>
                    <td>
                      <Value value={at(each, "value")} />
                    </td>
                    <td>
                      <span className={source === "spec" ? "tag tag-accent" : "tag"}>
                        {TEXTS.values.sources[source] ?? source}
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
