/** Reads the details of the health checks again and again while the platform view is open. */
import { useCallback, useEffect, useMemo } from "react";
import { isCode } from "../api/status";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";
import type { Reports } from "./kinds";
import { adviceOf, NO_REPORT, placementsOf, reportOf } from "./reports";

const REFRESH_MS = 15_000;
const NOTHING: Reports = { ...NO_REPORT, placements: new Map(), advice: new Map() };

/** Returns nothing for users without the right to read the checks. */
export function useReports(): Reports {
  const { http } = useServices();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const read = (check: string) =>
        http.text(`/readyz/${check}`, { signal }).catch((error: unknown) => {
          // An outage ends, but a missing right or check stays.
          return isCode(error, 403, 404) ? undefined : "";
        });
      const [definitions, placements, advice] = await Promise.all([
        read("kind-definitions"),
        read("store-placements"),
        read("definition-advice"),
      ]);
      return { definitions, placements, advice };
    },
    [http],
  );
  const { data, reload } = useLoad(load);
  const isDenied = data !== undefined && Object.values(data).every((details) => details === undefined);
  useEffect(() => {
    if (isDenied) {
      return;
    }
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload, isDenied]);
  // A new report also says that nothing has changed, so that plots go on.
  return useMemo(
    () =>
      data === undefined || isDenied
        ? NOTHING
        : {
            ...reportOf(data.definitions ?? ""),
            placements: placementsOf(data.placements ?? ""),
            advice: adviceOf(data.advice ?? ""),
          },
    [data, isDenied],
  );
}
