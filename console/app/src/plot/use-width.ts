/** Measures an element, so that the texts of a plot keep their size in every width. */
import { type RefObject, useEffect, useRef, useState } from "react";

export function useWidth<T extends Element>(fallback: number): readonly [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(fallback);
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === "undefined") {
      return;
    }
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0);
      if (measured > 0) {
        setWidth(measured);
      }
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
