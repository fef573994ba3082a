/** How long ago something was. One timer serves all of them. */
import { useSyncExternalStore } from "react";
import { printSpan } from "../api/duration";

const TICK_MS = 5_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) {
      each();
    }
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

interface AgeProps {
  /** Milliseconds, or a text of RFC 3339. */
  readonly since: number | string;
}

export function Age({ since }: AgeProps) {
  const time = typeof since === "number" ? since : Date.parse(since);
  const span = useSyncExternalStore(subscribe, () => (Number.isNaN(time) ? "" : printSpan(now - time)));
  if (Number.isNaN(time)) {
    return null;
  }
  const date = new Date(time);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {span}
    </time>
  );
}
