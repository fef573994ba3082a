/** The kinds of the platform: what is served, what is refused and why, and rollouts. */
import { useMemo } from "react";
import { number, text } from "../api/json";
import { statusOf } from "../detail/conditions";
import { Link } from "../router/navigation";
import { usePlatform } from "../shell/platform";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { KindIcon } from "../ui/KindIcon";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { StatusMark } from "../ui/StatusMark";
import { Problems } from "./Causes";
import { type PlatformKind, platformKindsOf } from "./kinds";
import { RefusedFiles } from "./RefusedFiles";
import { RolloutBar } from "./RolloutBar";
import { useReports } from "./use-reports";
import "../styles/detail.css";
import "../styles/edit.css";
import "../styles/platform.css";

export function PlatformPage() {
  const platform = usePlatform();
  const { definitions, entries, isLoading, error, reload } = platform;
  const reports = useReports();
  useTitle(TEXTS.platform.title);
  const kinds = useMemo(() => platformKindsOf(platform, reports), [platform, reports]);
  const refused = kinds.filter(({ isRefused }) => isRefused).length;
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
      <div className="stack">
        {definitions.length > 0 && (
          <Notice
            tone={refused > 0 ? "warning" : "good"}
            title={refused > 0 ? TEXTS.platform.problems(refused) : TEXTS.platform.allFine}
          />
        )}
        <RefusedFiles report={reports} />
      </div>
      {!isLoading && kinds.length > 0 && definitions.length === 0 && (
        <p className="muted definitions-help">{TEXTS.platform.unserved}</p>
      )}
      <ul className="definitions">
        {kinds.map((each) => (
          <Definition key={each.id} each={each} />
        ))}
      </ul>
    </>
  );
}

function Definition({ each }: { readonly each: PlatformKind }) {
  const { id, title, icon, description, definition, rollout, placement } = each;
  const count = number(definition, "status", "objects");
  const store = placement?.store ?? text(definition, "spec", "store");
  return (
    <li className="definition">
      <div className="definition-row">
        <KindIcon name={title} icon={icon} />
        <div className="definition-main">
          <h2>
            <Link to={{ page: "definition", name: id }}>{title}</Link>
          </h2>
          <p className="muted code">{id}</p>
        </div>
        <span className="definition-status">
          {store && <span className="tag">{store}</span>}
          {count !== undefined && <span className="muted">{TEXTS.table.count(count, count)}</span>}
          {definition && <StatusMark status={statusOf(definition)} />}
        </span>
      </div>
      {description && <p className="muted definition-text">{description}</p>}
      {definition && <Problems definition={definition} />}
      {rollout && rollout.outdated + rollout.unready > 0 && <RolloutBar rollout={rollout} />}
    </li>
  );
}
