/** The actions of Chartroom's kinds, as far as the kind declares them. */
import type { Right } from "../api/access";
import type { JsonObject } from "../api/json";
import { type Kind, serves } from "../api/kinds";
import { TEXTS } from "../texts";
import { statusOf } from "./conditions";
import type { Target } from "./view";

export type Action = "suspend" | "resume" | "reconcile" | "restart";
const ACTIONS: readonly Action[] = ["reconcile", "suspend", "resume", "restart"];

export function availableActions(kind: Kind, object: JsonObject): readonly Action[] {
  const status = statusOf(object);
  return ACTIONS.filter((action) => {
    const fits =
      action === "suspend" ? status !== "suspended" : action !== "resume" || status === "suspended";
    return fits && status !== "deleting" && serves(kind, action, "create");
  });
}

export function labelOf(action: Action): string {
  return TEXTS.actions[action];
}

export function optionsOf(action: Action): JsonObject {
  const kind = `${action.charAt(0).toUpperCase()}${action.slice(1)}Options`;
  return { apiVersion: "chartroom.dev/v1alpha1", kind };
}

export function rightOf({ kind, namespace, name }: Target, verb: string, subresource?: string): Right {
  return { verb, group: kind.group, resource: kind.resource, subresource, namespace, name };
}

export interface Item {
  readonly id: string;
  readonly label: string;
  readonly right: Right;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

interface Starts {
  readonly open: (dialog: "scale" | "delete") => void;
  readonly start: (action: Action) => void;
}

/** Returns what the kind and the state of the object allow, for the menu and for the palette. */
export function itemsOf(target: Target, object: JsonObject, { open, start }: Starts): readonly Item[] {
  const { kind } = target;
  const scale: Item = {
    id: "scale",
    label: TEXTS.actions.scale,
    right: rightOf(target, "patch", "scale"),
    run: () => open("scale"),
  };
  const remove: Item = {
    id: "delete",
    label: TEXTS.actions.delete,
    right: rightOf(target, "delete"),
    isDanger: true,
    run: () => open("delete"),
  };
  const actions = availableActions(kind, object).map(
    (action): Item => ({
      id: action,
      label: labelOf(action),
      right: rightOf(target, "create", action),
      run: () => start(action),
    }),
  );
  return [
    ...(serves(kind, "scale", "patch") ? [scale] : []),
    ...actions,
    ...(kind.verbs.includes("delete") ? [remove] : []),
  ];
}
