/** A line over time. Screen readers get its summary and a table. */
import { type PointerEvent, useState } from "react";
import { TEXTS } from "../texts";
import { PlotTable } from "./PlotTable";
import { type Point, printTime, runsOf } from "./scale";
import { useWidth } from "./use-width";
import "../styles/plot.css";

interface LinePlotProps {
  readonly title: string;
  /** In the order of time; at least one. */
  readonly points: readonly Point[];
  readonly ticksOf: (highest: number) => readonly number[];
  readonly print: (value: number) => string;
  /** The line has a gap where no value is known for longer than this. */
  readonly gap: number;
}

/** Used until the width is measured. */
const WIDTH = 360;
const HEIGHT = 124;
const LEFT = 48;
const TOP = 8;
const BOTTOM = HEIGHT - 22;
/** A line of few points begins at the left, and grows to the right. */
const MIN_SPAN_MS = 5 * 60_000;

export function LinePlot({ title, points, ticksOf, print, gap }: LinePlotProps) {
  const [svg, width] = useWidth<SVGSVGElement>(WIDTH);
  const [pointed, setPointed] = useState<Point>();
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) {
    return null;
  }
  const values = points.map(({ value }) => value);
  const ticks = ticksOf(Math.max(...values));
  const top = ticks.at(-1) ?? 1;
  const right = width - 6;
  const end = Math.max(last.time, first.time + MIN_SPAN_MS);
  const x = (time: number) => LEFT + ((time - first.time) / (end - first.time)) * (right - LEFT);
  const y = (value: number) => BOTTOM - (value / top) * (BOTTOM - TOP);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    setPointed(points.reduce((a, b) => (Math.abs(x(b.time) - at) < Math.abs(x(a.time) - at) ? b : a), first));
  };
  const shown = pointed ?? last;
  const times = [first.time, end].map((time) => printTime(time, end));
  return (
    <figure className="plot">
      <figcaption className="plot-title">
        {title} <strong>{print(shown.value)}</strong>{" "}
        {pointed && <span className="muted">{printTime(pointed.time, end)}</span>}
      </figcaption>
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={TEXTS.plot.summary(
          title,
          print(Math.min(...values)),
          print(Math.max(...values)),
          print(last.value),
        )}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path className="plot-grid" d={`M${LEFT} ${y(tick)}H${right}`} />
            <text className="plot-label plot-label-end" x={LEFT - 6} y={y(tick) + 3.5}>
              {print(tick)}
            </text>
          </g>
        ))}
        <text className="plot-label" x={LEFT} y={HEIGHT - 6}>
          {times[0]}
        </text>
        <text className="plot-label plot-label-end" x={right} y={HEIGHT - 6}>
          {times[1]}
        </text>
        {runsOf(points, gap).map((run) => (
          <Run key={run[0]?.time} run={run} x={x} y={y} />
        ))}
        <circle className="plot-dot" cx={x(shown.time)} cy={y(shown.value)} r="3.5" />
      </svg>
      <PlotTable
        label={title}
        heads={[TEXTS.plot.time, title]}
        rows={[...points].reverse().map(({ time, value }) => ({ time, cells: [print(value)] }))}
      />
    </figure>
  );
}

interface RunProps {
  readonly run: readonly Point[];
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

function Run({ run, x, y }: RunProps) {
  const line = run.map(({ time, value }) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) {
    return null;
  }
  return (
    <>
      <path className="plot-area" d={`M${x(first.time)} ${BOTTOM}L${line}L${x(last.time)} ${BOTTOM}Z`} />
      <path className="plot-line" d={`M${line}`} />
    </>
  );
}
