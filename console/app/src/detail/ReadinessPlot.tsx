/** Shows when an object was ready, and the revisions of its release. */
import { useMemo } from "react";
import { printSpan } from "../api/duration";
import type { JsonObject } from "../api/json";
import { BandPlot, type Tone } from "../plot/BandPlot";
import { PlotTable } from "../plot/PlotTable";
import { TEXTS } from "../texts";
import { type Change, revisionsOf, spansOf, toneOf, useNow } from "./readiness";

interface ReadinessPlotProps {
  readonly changes: readonly Change[];
  /** An ApplicationHistory; undefined if the user cannot read one. */
  readonly history: JsonObject | undefined;
}

export function ReadinessPlot({ changes, history }: ReadinessPlotProps) {
  const now = useNow();
  const revisions = useMemo(() => revisionsOf(history), [history]);
  const last = changes.at(-1);
  if (!last && revisions.length === 0) {
    return <p className="muted">{TEXTS.readiness.none}</p>;
  }
  const summary = last
    ? TEXTS.readiness.summary[toneOf(last.status)](printSpan(now - last.since))
    : TEXTS.readiness.legend.none;
  const spans = spansOf(changes, revisions, now);
  const rows = [
    ...changes.map(({ since, status }) => ({
      time: since,
      cells: [TEXTS.readiness.legend[toneOf(status)]],
    })),
    ...revisions.map(({ time, label, status, chart }) => ({
      time,
      cells: [[label, status, chart].filter(Boolean).join(" · ")],
    })),
  ].sort((a, b) => b.time - a.time);
  return (
    <figure className="plot">
      <figcaption className="plot-title">
        <strong>{summary}</strong>
      </figcaption>
      <BandPlot spans={spans} marks={revisions} summary={TEXTS.readiness.plot(summary, revisions.length)} />
      <Legend tones={[...new Set(spans.map(({ tone }) => tone))]} hasRevisions={revisions.length > 0} />
      <PlotTable
        label={TEXTS.readiness.title}
        heads={[TEXTS.plot.time, TEXTS.readiness.change]}
        rows={rows}
      />
    </figure>
  );
}

interface LegendProps {
  readonly tones: readonly Tone[];
  readonly hasRevisions: boolean;
}

function Legend({ tones, hasRevisions }: LegendProps) {
  return (
    <ul className="legend">
      {tones.map((tone) => (
        <li key={tone} className="legend-item">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect className={`band band-${tone}`} width="12" height="12" />
          </svg>
          {TEXTS.readiness.legend[tone]}
        </li>
      ))}
      {hasRevisions && (
        <li className="legend-item">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path className="mark" d="M6 0V12" />
          </svg>
          {TEXTS.readiness.revision}
        </li>
      )}
    </ul>
  );
}
