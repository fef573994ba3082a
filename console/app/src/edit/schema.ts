import { useCallback } from "react";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";

/** The answer of the server, which may publish no schema. */
export interface Known {
  readonly schema: JsonObject | undefined;
}

export interface PublishedSchema {
  /** Undefined while the server has not answered. Until then, it is not known which values are sensitive. */
  readonly known: Known | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Loads the published schema of a kind. If a later load fails, the last schema stays. */
export function useSchema(kind: Kind | undefined): PublishedSchema {
  const { schemas } = useServices();
  const load = useCallback(
    async () => (kind ? { kind, schema: await schemas.of(kind) } : undefined),
    [schemas, kind],
  );
  const { data, last, error, reload } = useLoad(kind ? load : undefined);
  const found = data ?? last;
  return { known: found && isSame(found.kind, kind) ? found : undefined, error, reload };
}

/** The schema of another kind says nothing about the values of this one. */
function isSame(one: Kind, other: Kind | undefined): boolean {
  return one.group === other?.group && one.resource === other.resource;
}

/** Finds the kind that an address names. */
export function findKind(kinds: readonly Kind[], group: string, resource: string): Kind | undefined {
  return kinds.find((kind) => kind.group === group && kind.resource === resource);
}
