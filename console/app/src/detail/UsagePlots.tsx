/** CPU and memory of an object over time. */
import { printBytes, printCpu } from "../api/quantity";
import { LinePlot } from "../plot/LinePlot";
import { binaryTicks, decimalTicks } from "../plot/scale";
import { TEXTS } from "../texts";
import { POLL_MS, type Usage } from "./usage";

const GAP_MS = 3 * POLL_MS;

export function UsagePlots({ usage }: { readonly usage: Usage }) {
  const { samples, pods, measuredPods, reason } = usage;
  if (samples.length === 0) {
    return <p className="muted">{reason === "" ? TEXTS.loading : TEXTS.usage.absent(reason)}</p>;
  }
  return (
    <div className="stack">
      <div className="plots">
        <LinePlot
          title={TEXTS.usage.cpu}
          points={samples.map(({ time, cpu }) => ({ time, value: cpu }))}
          ticksOf={decimalTicks}
          print={printCpu}
          gap={GAP_MS}
        />
        <LinePlot
          title={TEXTS.usage.memory}
          points={samples.map(({ time, memory }) => ({ time, value: memory }))}
          ticksOf={binaryTicks}
          print={printBytes}
          gap={GAP_MS}
        />
      </div>
      <p className="muted">
        {reason === "" ? TEXTS.usage.pods(measuredPods, pods) : TEXTS.usage.absent(reason)}
      </p>
    </div>
  );
}
