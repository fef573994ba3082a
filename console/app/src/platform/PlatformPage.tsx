/** The definitions with their conditions: what is served, what is refused, and why. */
import { useMemo } from "react";
import { type JsonObject, number, text } from "../api/json";
import { Conditions } from "../detail/Conditions";
import { conditionsOf, statusOf } from "../detail/conditions";
import "../styles/detail.css";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { KindIcon } from "../ui/KindIcon";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { StatusMark } from "../ui/StatusMark";

export function PlatformPage() {
  const { definitions, entries, isLoading, error, reload } = usePlatform();
  useTitle(TEXTS.platform.title);
  const sorted = useMemo(
    () =>
      [...definitions].sort(
        (a, b) => Number(isRefused(b)) - Number(isRefused(a)) || (nameOf(a) < nameOf(b) ? -1 : 1),
      ),
    [definitions],
  );
  const refused = sorted.filter(isRefused).length;
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{TEXTS.platform.title}</h1>
          <p className="muted">{TEXTS.platform.intro}</p>
        </div>
      </header>
      {isLoading && <p className="muted">{TEXTS.loading}</p>}
      {error !== undefined && entries.length === 0 && <Problem error={error} onRetry={reload} />}
      {sorted.length > 0 && (
        <Notice
          tone={refused > 0 ? "warning" : "good"}
          title={refused > 0 ? TEXTS.platform.problems(refused) : TEXTS.platform.allFine}
        />
      )}
      <ul className="definitions">
        {sorted.map((definition) => (
          <Definition key={nameOf(definition)} definition={definition} />
        ))}
      </ul>
      {!isLoading && definitions.length === 0 && (
        <>
          <p className="muted">{TEXTS.platform.unserved}</p>
          <ul className="definitions">
            {entries.map(({ id, kind, icon, description }) => (
              <li key={id} className="definition-served">
                <KindIcon name={kind.kind} icon={icon} />
                <div>
                  <p>
                    <strong>{kind.kind}</strong> <span className="muted code">{id}</span>
                  </p>
                  <p className="muted">{description}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Definition({ definition }: { readonly definition: JsonObject }) {
  const count = number(definition, "status", "objects");
  const status = statusOf(definition);
  return (
    <li>
      <details className="definition" open={isRefused(definition)}>
        <summary>
          <strong>{text(definition, "spec", "names", "kind")}</strong>
          <span className="muted code">{nameOf(definition)}</span>
          <span className="definition-status">
            {count !== undefined && <span className="muted">{TEXTS.table.count(count, count)}</span>}
            <StatusMark status={status} />
          </span>
        </summary>
        <Conditions object={definition} />
      </details>
    </li>
  );
}

function isRefused(definition: JsonObject): boolean {
  return conditionsOf(definition).some(
    ({ type, status }) =>
      (status === "False" && type !== "Stalled" && type !== "Reconciling") ||
      (status === "True" && type === "Stalled"),
  );
}

function nameOf(definition: JsonObject): string {
  return text(definition, "metadata", "name");
}
