/** Follows one object. A user who may only get it sees the state at the time of the read. */
import { useCallback, useMemo } from "react";
import type { JsonObject } from "../api/json";
import { collectionPath, type Kind } from "../api/kinds";
import { isCode } from "../api/status";
import { objectsFormat, sourceOf } from "../api/watch-http";
import { useLive } from "../shell/live";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";

export interface LiveObject {
  readonly object: JsonObject | undefined;
  readonly state: "loading" | "live" | "stale" | "read" | "gone" | "failed";
  readonly error: unknown;
  readonly retry: () => void;
}

export function useLiveObject(kind: Kind, namespace: string, name: string): LiveObject {
  const { http, objects } = useServices();
  const source = useMemo(
    () =>
      sourceOf(http, collectionPath(kind, namespace), objectsFormat(), {
        fieldSelector: `metadata.name=${name}`,
      }),
    [http, kind, namespace, name],
  );
  const { snapshot, retry } = useLive(source);
  const mayNotList = snapshot.phase === "failed" && isCode(snapshot.error, 403);
  const get = useCallback(
    (signal: AbortSignal) => objects.get(kind, namespace, name, signal),
    [objects, kind, namespace, name],
  );
  const single = useLoad(mayNotList ? get : undefined);
  if (mayNotList) {
    const state = single.data ? "read" : single.error === undefined ? "loading" : "failed";
    return { object: single.data, state, error: single.error, retry: single.reload };
  }
  const object = snapshot.items[0];
  const state = snapshot.phase === "live" && !object ? "gone" : snapshot.phase;
  return { object, state, error: snapshot.error, retry };
}
