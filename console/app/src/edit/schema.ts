import { useCallback } from "react";
import type { Kind } from "../api/kinds";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";

/** Loads the published schema of a kind. */
export function useSchema(kind: Kind | undefined) {
  const { schemas } = useServices();
  const load = useCallback(async () => (kind ? schemas.of(kind) : undefined), [schemas, kind]);
  return useLoad(kind ? load : undefined);
}

/** Finds the kind that an address names. */
export function findKind(kinds: readonly Kind[], group: string, resource: string): Kind | undefined {
  return kinds.find((kind) => kind.group === group && kind.resource === resource);
}
