/** Short messages about what has happened. */
import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "./Icon";
import type { Tone } from "./Notice";

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const SHOWN_MS = 6_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export function toast(tone: Tone, text: string): void {
  change([...toasts.slice(-2), { id: nextId++, tone, text }]);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const oldest = shown[0]?.id;
  useEffect(() => {
    if (oldest === undefined) {
      return;
    }
    const timer = setTimeout(() => change(toasts.filter(({ id }) => id !== oldest)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, tone, text }) => (
        <p key={id} className={`toast toast-${tone}`}>
          <Icon name={tone === "danger" ? "failed" : tone === "warning" ? "alert" : "ready"} />
          {text}
        </p>
      ))}
    </div>
  );
}
