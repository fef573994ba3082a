/** Says whether a field of an existing object can change. */
import type { Field, Immutability, Model } from "./field";
import { equal, isArray, type Json, type JsonObject, member } from "./json";
import { type Path, pathOf } from "./path";
import { objects, text } from "./schema";
import { find, part } from "./value";

/** Returns whether a rule of the schema forbids changes of the value. */
export function immutableByRule(schema: JsonObject): Immutability | undefined {
  const rules = objects(schema, "x-kubernetes-validations");
  const rule = rules.find((each) =>
    /^\s*(?:self\s*==\s*oldSelf|oldSelf\s*==\s*self)\s*$/.test(text(each, "rule")),
  );
  return rule && { by: "rule", reason: text(rule, "message") };
}

/**
 * A path of the definition forbids every change. A rule of the schema compares with an old value, so it allows a value
 * where the object had none.
 */
export function isImmutable(
  model: Model,
  field: Field,
  pointer: string,
  mode: "create" | "edit",
  baseline: Json,
  read: (pointer: string) => Json | undefined,
): boolean {
  if (mode !== "edit" || !field.immutable) {
    return false;
  }
  return field.immutable.by === "path" || old(model, baseline, read(""), pathOf(pointer)) !== undefined;
}

/** Returns the old value of a part. Items of a list of type map are the same if their keys are. */
function old(model: Model, baseline: Json, current: Json | undefined, path: Path): Json | undefined {
  let before: Json | undefined = baseline;
  let now = current;
  for (const [i, segment] of path.entries()) {
    const list = typeof segment === "number" ? find(model, current, path.slice(0, i))?.field : undefined;
    const item = part(now, segment);
    if (list?.kind === "list" && list.listType === "map" && isArray(before)) {
      before = before.find((each) => list.keys.every((key) => equal(member(each, key), member(item, key))));
    } else {
      before = part(before, segment);
    }
    now = item;
  }
  return before;
}
