/** The actions of Chartroom's kinds, as far as the kind declares them. */
import type { JsonObject } from "../api/json";
import { type Kind, serves } from "../api/kinds";
import { TEXTS } from "../texts";
import { statusOf } from "./conditions";

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
