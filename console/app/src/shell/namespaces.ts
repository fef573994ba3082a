/** The namespaces that the user can switch to. */
import { useCallback, useMemo } from "react";
import { objects, text } from "../api/json";
import { ALL } from "../router/routes";
import { useLoad } from "./load";
import { useServices } from "./services";
import { recall, recallList, remember } from "./storage";

const LAST = "namespace";
const RECENT = "namespaces";
const MAX_RECENT = 20;

export function firstNamespace(): string {
  return recall(LAST) ?? "default";
}

export function rememberNamespace(namespace: string): void {
  remember(LAST, namespace);
  if (namespace !== ALL) {
    const others = recallList(RECENT).filter((name) => name !== namespace);
    remember(RECENT, JSON.stringify([namespace, ...others].slice(0, MAX_RECENT)));
  }
}

export interface Namespaces {
  readonly names: readonly string[];
  /** False if the user may not list namespaces, and has to know their names. */
  readonly isComplete: boolean;
}

export function useNamespaces(): Namespaces {
  const { http } = useServices();
  const load = useCallback(
    async (signal: AbortSignal) =>
      objects(await http.json("/api/v1/namespaces", { signal, query: { limit: "2000" } }), "items")
        .map((item) => text(item, "metadata", "name"))
        .sort(),
    [http],
  );
  const { data } = useLoad(load);
  return useMemo(() => ({ names: data ?? recallList(RECENT), isComplete: data !== undefined }), [data]);
}
