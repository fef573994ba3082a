/** The kinds that the user may list or create. */
import { useEffect, useMemo, useState } from "react";
import { ALL } from "../router/routes";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import type { Entry } from "./catalogue";

const NONE: readonly Entry[] = [];

/** Returns the entries that the user may list; undefined while the answers are open. */
export function useVisibleEntries(namespace: string): readonly Entry[] | undefined {
  return useAllowed(usePlatform().entries, "list", namespace);
}

/** Returns the entries of which the user may create objects; undefined while the answers are open. */
export function useCreatableEntries(namespace: string): readonly Entry[] | undefined {
  const visible = useVisibleEntries(namespace);
  const candidates = useMemo(
    () =>
      // An object belongs to one namespace.
      namespace === ALL ? NONE : (visible ?? NONE).filter(({ kind }) => kind.verbs.includes("create")),
    [visible, namespace],
  );
  return useAllowed(candidates, "create", namespace);
}

function useAllowed(
  entries: readonly Entry[],
  verb: string,
  namespace: string,
): readonly Entry[] | undefined {
  const { access } = useServices();
  const [allowed, setAllowed] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isCurrent = true;
    const scope = namespace === ALL ? undefined : namespace;
    const answers = entries.map(async ({ id, kind }) => {
      const right = { verb, group: kind.group, resource: kind.resource, namespace: scope };
      // If the question fails, the request itself says what is wrong.
      const isAllowed = await access.check(right).then(
        (decision) => decision.allowed,
        () => true,
      );
      return isAllowed ? [id] : [];
    });
    Promise.all(answers).then((ids) => isCurrent && setAllowed(new Set(ids.flat())));
    return () => {
      isCurrent = false;
    };
  }, [access, entries, verb, namespace]);
  return useMemo(() => allowed && filter(entries, allowed), [entries, allowed]);
}

function filter(entries: readonly Entry[], allowed: ReadonlySet<string>): readonly Entry[] {
  return entries.length === 0 ? NONE : entries.filter(({ id }) => allowed.has(id));
}
