import { useEffect } from "react";
import { TEXTS } from "../texts";

/** Sets the title of the window. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, TEXTS.product].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
