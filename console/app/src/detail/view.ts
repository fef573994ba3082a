/** Loads a subresource of an object, and again when the object changes. */
import { useCallback } from "react";
import type { Kind } from "../api/kinds";
import { useLoad } from "../shell/load";
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
