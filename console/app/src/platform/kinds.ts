/** Joins the definition of each kind, the served kind, and the reports of the server. */
import { type JsonObject, text } from "../api/json";
import { idOf, type Kind } from "../api/kinds";
import { type Condition, conditionsOf } from "../detail/conditions";
import type { Platform } from "../shell/platform";
import type { Placement, Report, Rollout } from "./reports";

export interface PlatformKind {
  /** The name of the definition: the resource, a dot and the group. */
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  /** Undefined if the server has no such object, because it reads definitions from files. */
  readonly definition: JsonObject | undefined;
  /** Undefined if the kind is not served. */
  readonly kind: Kind | undefined;
  readonly isRefused: boolean;
  readonly rollout: Rollout | undefined;
  readonly placement: Placement | undefined;
  /** What could be improved in the definition. */
  readonly advice: readonly string[];
}

export interface Reports extends Report {
  readonly placements: ReadonlyMap<string, Placement>;
  /** By the resource and group, such as `redises.apps.example.com`. */
  readonly advice: ReadonlyMap<string, readonly string[]>;
}

/** Returns the kinds, those with a problem first. */
export function platformKindsOf(
  { definitions, entries, kinds }: Pick<Platform, "definitions" | "entries" | "kinds">,
  { rollouts, placements, advice }: Pick<Reports, "rollouts" | "placements" | "advice">,
): readonly PlatformKind[] {
  const byName = new Map(definitions.map((each) => [text(each, "metadata", "name"), each]));
  const ids = new Set([...byName.keys(), ...entries.map(({ id }) => id)]);
  return [...ids]
    .map((id): PlatformKind => {
      const definition = byName.get(id);
      const entry = entries.find((each) => each.id === id);
      const kind = entry?.kind ?? kinds.find((each) => idOf(each) === id);
      return {
        id,
        definition,
        kind,
        title: kind?.kind ?? (text(definition, "spec", "names", "kind") || id),
        icon: entry?.icon ?? "",
        description: entry?.description || text(definition, "spec", "description"),
        isRefused: definition !== undefined && problemsOf(definition).length > 0,
        rollout: rollouts.get(id),
        placement: placements.get(id),
        advice: advice.get(id) ?? [],
      };
    })
    .sort((a, b) => Number(b.isRefused) - Number(a.isRefused) || (a.id < b.id ? -1 : 1));
}

const SUMMARIES = new Set(["Ready", "Stalled", "Reconciling"]);

/** Returns the conditions that say what is wrong. A summary only repeats another one. */
export function problemsOf(definition: JsonObject): readonly Condition[] {
  const conditions = conditionsOf(definition);
  const isAccepted = conditions.every(({ type, status }) => type !== "Accepted" || status === "True");
  return conditions.filter(
    ({ type, status }) =>
      status === "False" && !SUMMARIES.has(type) && (isAccepted || type !== "Established"),
  );
}
