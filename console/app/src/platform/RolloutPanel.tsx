/** The rollout of a definition to existing releases: its settings, and its progress if the user may read it. */
import { useEffect, useState } from "react";
import { flag, number, object as objectAt } from "../api/json";
import { Panel } from "../detail/Overview";
import { LinePlot } from "../plot/LinePlot";
import { decimalTicks, type Point } from "../plot/scale";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import type { PlatformKind } from "./kinds";
import { RolloutBar } from "./RolloutBar";
import type { Rollout } from "./reports";

const MAX_POINTS = 500;
const GAP_MS = 60_000;

export function RolloutPanel({ each }: { readonly each: PlatformKind }) {
  const { definition, rollout } = each;
  const wanted = objectAt(definition, "spec", "release", "rollout");
  const isWanted = Object.keys(wanted).length > 0;
  const outdated = useOutdated(rollout);
  if (!definition && !rollout) {
    return null;
  }
  return (
    <Panel title={TEXTS.rollout.title}>
      <div className="stack">
        {!isWanted && !rollout && <p className="muted">{TEXTS.rollout.none}</p>}
        {isWanted && (
          <p className="muted">
            {TEXTS.rollout.settings(number(wanted, "perMinute") ?? 0, number(wanted, "maxUnready") ?? 1)}
          </p>
        )}
        {flag(wanted, "paused") && <Notice tone="info" title={TEXTS.rollout.paused} />}
        {isWanted && !rollout && <p className="muted">{TEXTS.rollout.unknown}</p>}
        {rollout && <RolloutBar rollout={rollout} />}
        {rollout && rollout.unready > 0 && rollout.outdated > 0 && (
          <Notice tone="warning" title={TEXTS.rollout.waits(rollout.unready)} />
        )}
        {rollout && outdated.length > 1 && (
          <div className="plots">
            <LinePlot
              title={TEXTS.rollout.outdated}
              points={outdated}
              ticksOf={decimalTicks}
              print={String}
              gap={GAP_MS}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Remembers the releases to be updated while the page is open. */
function useOutdated(rollout: Rollout | undefined): readonly Point[] {
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(() => {
    if (rollout) {
      const point = { time: Date.now(), value: rollout.outdated };
      setPoints((old) => [...old, point].slice(-MAX_POINTS));
    }
  }, [rollout]);
  return points;
}
