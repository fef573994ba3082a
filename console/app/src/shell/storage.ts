/** Settings of this browser. Nothing here is secret, and everything works without it. */
import { useCallback, useState } from "react";

const PREFIX = "chartroom.";

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // The browser may refuse storage, and the setting is then lost on reload.
  }
}

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function recallList(name: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(recall(name) ?? "[]");
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

export function useSetting(name: string, fallback: string): readonly [string, (value: string) => void] {
  const [value, setValue] = useState(() => recall(name) ?? fallback);
  const set = useCallback(
    (next: string) => {
      remember(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, set];
}
