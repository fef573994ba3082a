/** Finds when an object was ready, as far as its condition and this page know it. */
import { useEffect, useState } from "react";
import { type JsonObject, number, objects, text } from "../api/json";
import type { Mark, Span, Tone } from "../plot/BandPlot";
import { TEXTS } from "../texts";
import { conditionsOf } from "./conditions";

export interface Change {
  readonly since: number;
  readonly status: string;
}

const MAX_CHANGES = 200;
const TICK_MS = 30_000;
/** A band of seconds would say nothing. */
const MIN_SPAN_MS = 10 * 60_000;

/** Remembers each change of the condition Ready while the page is open. The object has only the last one. */
export function useReadiness(object: JsonObject): readonly Change[] {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(() => setChanges((old) => withChange(old, object, Date.now())), [object]);
  return changes;
}

export function withChange(old: readonly Change[], object: JsonObject, now: number): readonly Change[] {
  const ready = conditionsOf(object).find(({ type }) => type === "Ready");
  const last = old.at(-1);
  if (!ready || (last && last.status === ready.status)) {
    return old;
  }
  const told = Date.parse(ready.since);
  // The clock of the server can be behind, and a change cannot be older than the one before it.
  const since = Math.max(Number.isNaN(told) ? now : Math.min(told, now), (last?.since ?? 0) + 1);
  return [...old, { since, status: ready.status }].slice(-MAX_CHANGES);
}

/** The time now, for a plot that ends now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the spans from the first known moment until now. Before the first change, the state is not known. */
export function spansOf(changes: readonly Change[], marks: readonly Mark[], now: number): readonly Span[] {
  const known = [...changes.map(({ since }) => since), ...marks.map(({ time }) => time)];
  const start = Math.min(...known, now - MIN_SPAN_MS);
  const end = Math.max(...known, now);
  const first = changes[0]?.since ?? end;
  const before: readonly Span[] = first > start ? [{ from: start, to: first, tone: "none" }] : [];
  const spans = changes.map(
    ({ since, status }, i): Span => ({ from: since, to: changes[i + 1]?.since ?? end, tone: toneOf(status) }),
  );
  return [...before, ...spans];
}

export function toneOf(status: string): Tone {
  return status === "True" ? "good" : status === "False" ? "bad" : "open";
}

export interface Revision extends Mark {
  readonly status: string;
  readonly chart: string;
}

/** Reads the revisions of an ApplicationHistory, the oldest first. */
export function revisionsOf(history: JsonObject | undefined): readonly Revision[] {
  return objects(history, "revisions")
    .map((each) => ({
      time: Date.parse(text(each, "lastDeployed")),
      label: TEXTS.readiness.mark(number(each, "revision") ?? 0),
      status: text(each, "status"),
      isBad: text(each, "status") === "failed",
      chart: [text(each, "chart", "name"), text(each, "chart", "version")].filter(Boolean).join(" "),
    }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((a, b) => a.time - b.time);
}
