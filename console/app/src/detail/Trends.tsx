/** Plots readiness, CPU and memory over time. */
import { TEXTS } from "../texts";
import { Panel } from "./Overview";
import { ReadinessPlot } from "./ReadinessPlot";
import type { Change } from "./readiness";
import { UsagePlots } from "./UsagePlots";
import type { Usage } from "./usage";
import { type Target, useView } from "./view";

interface TrendsProps extends Target {
  readonly version: string;
  readonly changes: readonly Change[];
  readonly usage: Usage;
  readonly hasHistory: boolean;
}

export function Trends({ changes, usage, hasHistory, version, ...target }: TrendsProps) {
  return (
    <>
      <Panel title={TEXTS.readiness.title}>
        {hasHistory ? (
          <WithHistory {...target} version={version} changes={changes} />
        ) : (
          <ReadinessPlot changes={changes} history={undefined} />
        )}
      </Panel>
      <Panel title={TEXTS.usage.title}>
        <UsagePlots usage={usage} />
      </Panel>
    </>
  );
}

function WithHistory({ changes, version, ...target }: Omit<TrendsProps, "usage" | "hasHistory">) {
  const { data } = useView(target, "history", version);
  return <ReadinessPlot changes={changes} history={data} />;
}
