/** Follows what the pods of an object use, while the page is open and visible. ApplicationMetrics cannot be watched. */
import { useEffect, useMemo, useState } from "react";
import type { Clock } from "../api/clock";
import type { Http } from "../api/http";
import { type JsonObject, number, object as objectAt, text } from "../api/json";
import { idOf, objectPath } from "../api/kinds";
import { parseQuantity } from "../api/quantity";
import { isCode } from "../api/status";
import { findKind } from "../edit/schema";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { visible } from "../shell/visible";
import { TEXTS } from "../texts";
import { messageOf } from "../ui/Problem";
import type { Target } from "./view";

/** A metrics server measures about this often. */
export const POLL_MS = 30_000;
const MAX_WAIT_MS = 8 * POLL_MS;
/** Six hours. */
const MAX_SAMPLES = 720;

export interface Sample {
  readonly time: number;
  readonly cpu: number;
  readonly memory: number;
}

export interface Usage {
  readonly samples: readonly Sample[];
  readonly pods: number;
  readonly measuredPods: number;
  /** Why there is no usage now; empty if there is one, or if it is not known yet. */
  readonly reason: string;
}

const NO_USAGE: Usage = { samples: [], pods: 0, measuredPods: 0, reason: "" };

export function useUsage({ kind, namespace, name }: Target): Usage {
  const { http, clock } = useServices();
  const { kinds, isLoading } = usePlatform();
  const metrics = findKind(kinds, "computed.chartroom.dev", "applicationmetrics");
  const path = metrics && objectPath(metrics, namespace, `${name}.${idOf(kind)}`);
  const [usage, setUsage] = useState(NO_USAGE);
  useEffect(() => {
    if (!path) {
      return;
    }
    const stop = new AbortController();
    setUsage(NO_USAGE);
    poll({ http, clock, path, signal: stop.signal, publish: setUsage }).catch(() => undefined);
    return () => stop.abort();
  }, [http, clock, path]);
  return useMemo(
    () => (path || isLoading ? usage : { ...NO_USAGE, reason: TEXTS.usage.unserved }),
    [path, isLoading, usage],
  );
}

interface Polling {
  readonly http: Http;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly publish: (change: (old: Usage) => Usage) => void;
}

/** Ends if the server says that there is nothing to see, or when the signal aborts. */
export async function poll({ http, clock, path, signal, publish }: Polling): Promise<void> {
  let wait = POLL_MS;
  while (!signal.aborted) {
    await visible(signal);
    try {
      const status = objectAt(await http.json(path, { signal }), "status");
      publish((old) => next(old, status, clock.now()));
      wait = POLL_MS;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (isCode(error, 403, 404, 405)) {
        publish((old) => ({ ...old, reason: messageOf(error) }));
        return;
      }
      wait = Math.min(2 * wait, MAX_WAIT_MS);
    }
    await clock.sleep(wait, signal);
  }
}

/** Adds the status of an ApplicationMetrics to the usage so far. */
export function next(old: Usage, status: JsonObject, time: number): Usage {
  const cpu = parseQuantity(text(status, "cpu"));
  const memory = parseQuantity(text(status, "memory"));
  const counts = { pods: number(status, "pods") ?? 0, measuredPods: number(status, "measuredPods") ?? 0 };
  if (cpu === undefined || memory === undefined) {
    const why = counts.pods === 0 ? TEXTS.usage.noPods : TEXTS.usage.notMeasured;
    return { ...old, ...counts, reason: text(status, "message") || why };
  }
  const samples = [...old.samples, { time, cpu, memory }].slice(-MAX_SAMPLES);
  return { samples, ...counts, reason: "" };
}
