import { type RefObject, useEffect } from "react";

/**
 * Opens a dialog as a modal one, in which the browser keeps the focus. A browser gives the focus back when a dialog closes, but
 * not when it is removed, so the hook does that.
 */
export function useModal(element: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal?.();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, [element]);
}
