import { useLayoutEffect, useRef } from "react";

/** Returns the value of the last render, for code that runs after a wait. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
