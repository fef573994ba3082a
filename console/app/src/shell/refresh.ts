/** Loads again what cannot be watched. */
import { useEffect } from "react";
import type { Loaded } from "./load";
import { useServices } from "./services";
import { visible } from "./visible";

export const REFRESH_MS = 15_000;

/** Loads again some time after each answer, while the user is signed in and can see the page. */
export function useRefresh({ isLoading, reload }: Pick<Loaded<unknown>, "isLoading" | "reload">): void {
  const { clock, session } = useServices();
  useEffect(() => {
    if (isLoading) {
      return;
    }
    const stop = new AbortController();
    const refresh = async () => {
      do {
        await clock.sleep(REFRESH_MS, stop.signal);
        await visible(stop.signal);
      } while (session.current().phase !== "open");
      if (!stop.signal.aborted) {
        reload();
      }
    };
    // The sleep rejects when the signal aborts.
    refresh().catch(() => undefined);
    return () => stop.abort();
  }, [clock, session, isLoading, reload]);
}
