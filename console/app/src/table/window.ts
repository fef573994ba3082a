/** Which rows of a long table are in the document. */
import { type RefObject, useEffect, useState } from "react";

/** Must be the height of a row in table.css. */
export const ROW_HEIGHT = 38;
const OVERSCAN = 10;
const MAX_ROWS = 160;

export interface Window {
  readonly start: number;
  readonly end: number;
}

export function windowOf(count: number, scrollTop: number, height: number): Window {
  const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN);
  const shown = Math.min(MAX_ROWS, Math.ceil(height / ROW_HEIGHT) + 2 * OVERSCAN);
  const start = Math.min(first, Math.max(0, count - shown));
  return { start, end: Math.min(count, start + shown) };
}

/** Follows the scroll position of an element. */
export function useWindow(element: RefObject<HTMLElement | null>, count: number): Window {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const target = element.current;
    if (!target) {
      return;
    }
    const update = () => {
      // Steps of several rows, so that most scroll events render nothing.
      const step = ROW_HEIGHT * 4;
      const next = { top: Math.floor(target.scrollTop / step) * step, height: target.clientHeight || 800 };
      setView((old) => (old.top === next.top && old.height === next.height ? old : next));
    };
    update();
    target.addEventListener("scroll", update, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(update);
    observer?.observe(target);
    return () => {
      target.removeEventListener("scroll", update);
      observer?.disconnect();
    };
  }, [element]);
  return windowOf(count, view.top, view.height);
}
