/** Loads a subresource of an object, and again when the object changes. */
import { useCallback } from "react";
import type { JsonObject } from "../api/json";
import { type Kind, objectPath } from "../api/kinds";
import { isCode } from "../api/status";
import { type Loaded, useLoad } from "../shell/load";
import { useRefresh } from "../shell/refresh";
import { useServices } from "../shell/services";

export interface Target {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

export function useView({ kind, namespace, name }: Target, part: string, version = "") {
  const { objects } = useServices();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the object has another view
  const load = useCallback(
    (signal: AbortSignal) => objects.subresource(kind, namespace, name, part, signal),
    [objects, kind, namespace, name, part, version],
  );
  return useLoad(load);
}

export interface FreshView extends Pick<Loaded<JsonObject>, "data" | "error" | "reload"> {
  /** Why the data may be out of date; undefined if it is not. */
  readonly oldBecause: unknown;
}

/** As `useView`, and loads again every few seconds: pods change without a change of the object. */
export function useFreshView({ kind, namespace, name }: Target, part: string, version: string): FreshView {
  const { objects } = useServices();
  const path = objectPath(kind, namespace, name, part);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the object has another view
  const load = useCallback(
    async (signal: AbortSignal) => ({
      path,
      content: await objects.subresource(kind, namespace, name, part, signal),
    }),
    [objects, kind, namespace, name, part, path, version],
  );
  const loaded = useLoad(load);
  useRefresh(loaded);
  const { data, last, error, reload } = loaded;
  // A user who lost the right must not see it any longer.
  const shown = isCode(error, 401, 403, 404) ? undefined : (data ?? last);
  if (shown?.path !== path) {
    return { data: undefined, error, reload, oldBecause: undefined };
  }
  return { data: shown.content, error: undefined, reload, oldBecause: error };
}
