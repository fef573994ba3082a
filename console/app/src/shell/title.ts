import { useEffect } from "react";
import { useBrand } from "./brand";

/** Sets the title of the window. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, useBrand().name].join(" · ");
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
