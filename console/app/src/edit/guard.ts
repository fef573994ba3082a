import { useEffect } from "react";
import { guardNavigation } from "../router/guards";
import { TEXTS } from "../texts";

/** Asks before unsaved edits are lost. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) {
      return;
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    const forget = guardNavigation(() => !confirm(TEXTS.notSaved));
    return () => {
      removeEventListener("beforeunload", onUnload);
      forget();
    };
  }, [isDirty]);
}
