/** The progress of a rollout, as a bar and in numbers. */
import { TEXTS } from "../texts";
import type { Rollout } from "./reports";
import "../styles/plot.css";
import "../styles/platform.css";

const WIDTH = 240;
const HEIGHT = 10;

/** The parts in the order of the bar. A refused release still has to be updated. */
function partsOf({ releases, outdated, unready, refused }: Rollout) {
  return [
    { id: "done", count: Math.max(0, releases - outdated - unready) },
    { id: "unready", count: unready },
    { id: "refused", count: refused },
    { id: "outdated", count: Math.max(0, outdated - refused) },
  ] as const;
}

export function RolloutBar({ rollout }: { readonly rollout: Rollout }) {
  const parts = partsOf(rollout).filter(({ count }) => count > 0);
  const all = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  );
  const updated = rollout.releases - rollout.outdated;
  let left = 0;
  const bars = parts.map(({ id: name, count }) => {
    const x = left;
    const width = (count / all) * WIDTH;
    left += width;
    return <rect key={name} className={`rollout-${name}`} x={x} y="0" width={width} height={HEIGHT} />;
  });
  return (
    <div className="rollout">
      <p>{TEXTS.rollout.progress(updated, rollout.releases)}</p>
      <svg
        className="rollout-bar"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="rollout-none" width={WIDTH} height={HEIGHT} />
        {bars}
      </svg>
      <ul className="legend">
        {parts.map(({ id: name, count }) => (
          <li key={name} className="legend-item">
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <rect className={`rollout-${name}`} width="12" height="12" />
            </svg>
            {TEXTS.rollout.parts[name](count)}
          </li>
        ))}
      </ul>
    </div>
  );
}
