import { useMemo, useState } from "react";
import { at, equal, flag, type JsonObject, objects, text } from "../api/json";
import { Value } from "../edit/ChangeList";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { Scroll } from "../ui/Scroll";
import { SearchField } from "../ui/SearchField";
import { maskedValue } from "./masked-values";
import { OldNotice } from "./OldNotice";
import { RevealCheckbox } from "./RevealCheckbox";
import { type Target, useFreshView } from "./view";

const MAX_SHOWN = 500;

interface ValuesProps extends Target {
  readonly version: string;
  readonly schema: JsonObject | undefined;
}

export function Values({ version, schema, ...target }: ValuesProps) {
  const { data, error, reload, oldBecause } = useFreshView(target, "values", version);
  const [search, setSearch] = useState("");
  const [isRevealed, setRevealed] = useState(false);
  const all = useMemo(
    () =>
      objects(data, "values").map((entry) => ({
        path: text(entry, "path"),
        value: at(entry, "value"),
        safe: maskedValue(entry, schema),
        source: text(entry, "source"),
      })),
    [data, schema],
  );
  const values = all.filter(({ path }) => path.toLowerCase().includes(search.toLowerCase()));
  const hasMask = all.some(({ value, safe }) => !equal(value, safe));
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
      <div className="toolbar">
        <SearchField label={TEXTS.values.filter} value={search} onChange={setSearch} />
        {hasMask && <RevealCheckbox isRevealed={isRevealed} onChange={setRevealed} />}
      </div>
      {values.length === 0 ? (
        <p className="muted">{TEXTS.values.none}</p>
      ) : (
        <Scroll className="table-wrap" label={TEXTS.detail.tabs.values}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{TEXTS.values.path}</th>
                <th scope="col">{TEXTS.values.value}</th>
                <th scope="col">{TEXTS.values.source}</th>
              </tr>
            </thead>
            <tbody>
              {values.slice(0, MAX_SHOWN).map(({ path, value, safe, source }) => (
                <tr key={path}>
                  <th scope="row" className="code">
                    {path}
                  </th>
                  <td>
                    <Value value={isRevealed ? value : safe} />
                  </td>
                  <td>
                    <span className={source === "spec" ? "tag tag-accent" : "tag"}>
                      {TEXTS.values.sources[source] ?? source}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {values.length > MAX_SHOWN && <p className="muted">{TEXTS.values.more(MAX_SHOWN)}</p>}
    </div>
  );
}
