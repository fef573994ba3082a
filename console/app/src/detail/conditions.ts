/** Reads the conditions of an object, and sums them up by the rules of kstatus. */
import { at, type JsonObject, number, objects, text } from "../api/json";
import type { Status } from "../ui/StatusMark";

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string;
}

export function conditionsOf(object: JsonObject): readonly Condition[] {
  return objects(object, "status", "conditions").map((condition) => ({
    type: text(condition, "type"),
    status: text(condition, "status"),
    reason: text(condition, "reason"),
    message: text(condition, "message"),
    since: text(condition, "lastTransitionTime"),
  }));
}

export function statusOf(object: JsonObject): Status {
  const conditions = conditionsOf(object);
  const statusOfType = (type: string) => conditions.find((each) => each.type === type)?.status;
  if (at(object, "metadata", "deletionTimestamp") !== undefined) {
    return "deleting";
  }
  if (statusOfType("Suspended") === "True") {
    return "suspended";
  }
  if (statusOfType("Stalled") === "True") {
    return "failed";
  }
  const generation = number(object, "metadata", "generation");
  const observed = number(object, "status", "observedGeneration");
  if (statusOfType("Reconciling") === "True" || (observed !== undefined && observed !== generation)) {
    return "progressing";
  }
  switch (statusOfType("Ready")) {
    case "True":
      return "ready";
    case "False":
      return "notReady";
    case "Unknown":
      return "progressing";
    default:
      return "unknown";
  }
}

/** How a condition is meant: for most of them True is good, for some of them it is not. */
export function toneOf({ type, status }: Condition): Status {
  if (type === "Suspended") {
    return status === "True" ? "suspended" : "unknown";
  }
  if (type === "Stalled") {
    return status === "True" ? "failed" : "unknown";
  }
  if (type === "Reconciling") {
    return status === "True" ? "progressing" : "unknown";
  }
  return status === "True" ? "ready" : status === "False" ? "notReady" : "progressing";
}
