/** Reads the details of the health checks again and again while the platform view is open. */
import { useCallback, useEffect, useMemo } from "react";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";
import type { Reports } from "./kinds";
import { NO_REPORT, placementsOf, reportOf } from "./reports";

const REFRESH_MS = 15_000;
const NOTHING: Reports = { ...NO_REPORT, placements: new Map() };

/** Returns nothing for users without the right to read the checks. */
export function useReports(): Reports {
  const { http } = useServices();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const read = (check: string) => http.text(`/readyz/${check}`, { signal }).catch(() => "");
      const [definitions, placements] = await Promise.all([
        read("kind-definitions"),
        read("store-placements"),
      ]);
      return { definitions, placements };
    },
    [http],
  );
  const { data, reload } = useLoad(load);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const definitions = data?.definitions;
  const placements = data?.placements;
  return useMemo(
    () =>
      definitions === undefined
        ? NOTHING
        : { ...reportOf(definitions), placements: placementsOf(placements ?? "") },
    [definitions, placements],
  );
}
