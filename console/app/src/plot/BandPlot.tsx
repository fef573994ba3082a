/** States over time as a band, with marks. The height tells the states apart, not only the colour. */
import { useId } from "react";
import { printTime } from "./scale";
import { useWidth } from "./use-width";
import "../styles/plot.css";

export type Tone = "good" | "bad" | "open" | "none";

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
}

export interface Mark {
  readonly time: number;
  readonly label: string;
  readonly isBad: boolean;
}

interface BandPlotProps {
  /** In the order of time, without gaps; at least one. */
  readonly spans: readonly Span[];
  readonly marks: readonly Mark[];
  readonly summary: string;
}

/** Used until the width is measured. */
const WIDTH = 480;
const HEIGHT = 76;
const TOP = 20;
const BOTTOM = 54;
const EDGE = 8;
const HEIGHTS: Readonly<Record<Tone, number>> = { good: 1, open: 0.66, bad: 0.33, none: 0.1 };
/** Labels that are closer than this would overlap. */
const LABEL_WIDTH = 30;

export function BandPlot({ spans, marks, summary }: BandPlotProps) {
  const id = useId();
  const [svg, width] = useWidth<SVGSVGElement>(WIDTH);
  const start = spans[0]?.from ?? 0;
  const end = spans.at(-1)?.to ?? start + 1;
  const x = (time: number) => EDGE + ((time - start) / Math.max(1, end - start)) * (width - 2 * EDGE);
  let labelled = Number.POSITIVE_INFINITY;
  const labels = [...marks].reverse().filter(({ time }) => {
    const isFree = labelled - x(time) >= LABEL_WIDTH;
    labelled = isFree ? x(time) : labelled;
    return isFree;
  });
  return (
    <svg className="plot-svg" ref={svg} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-labelledby={id}>
      <title id={id}>{summary}</title>
      <path className="plot-grid" d={`M${EDGE} ${BOTTOM}H${width - EDGE}`} />
      {spans.map(({ from, to, tone }) => (
        <rect
          key={from}
          className={`band band-${tone}`}
          x={x(from)}
          y={BOTTOM - (BOTTOM - TOP) * HEIGHTS[tone]}
          width={Math.max(1, x(to) - x(from))}
          height={(BOTTOM - TOP) * HEIGHTS[tone]}
        />
      ))}
      {marks.map(({ time, label, isBad }) => (
        <path
          key={`${time} ${label}`}
          className={isBad ? "mark mark-bad" : "mark"}
          d={`M${x(time)} ${TOP - 6}V${BOTTOM}`}
        />
      ))}
      {labels.map(({ time, label }) => (
        <text
          key={`${time} ${label}`}
          className={`plot-label ${anchorOf(x(time), width)}`}
          x={x(time)}
          y={TOP - 9}
        >
          {label}
        </text>
      ))}
      <text className="plot-label" x={EDGE} y={HEIGHT - 6}>
        {printTime(start, end)}
      </text>
      <text className="plot-label plot-label-end" x={width - EDGE} y={HEIGHT - 6}>
        {printTime(end, end)}
      </text>
    </svg>
  );
}

function anchorOf(position: number, width: number): string {
  return position < 20 ? "" : position > width - 20 ? "plot-label-end" : "plot-label-middle";
}
