/** Reads managed fields: which manager owns which field (FieldsV1). */
import { parseJson } from "@chartroom/form";
import { at, equal, isArray, isObject, type Json, type JsonObject, object, objects, text } from "./json";

export interface Manager {
  readonly name: string;
  readonly operation: string;
  readonly time: string;
  readonly fields: JsonObject;
}

/** Returns the managers of the object itself, without those of subresources. */
export function managersOf(target: JsonObject): readonly Manager[] {
  return objects(target, "metadata", "managedFields")
    .filter((entry) => text(entry, "subresource") === "")
    .map((entry) => ({
      name: text(entry, "manager"),
      operation: text(entry, "operation"),
      time: text(entry, "time"),
      fields: object(entry, "fieldsV1"),
    }));
}

/** Returns the part of the object that the fields name, which is what their manager applied. */
export function extract(target: JsonObject, fields: JsonObject): JsonObject {
  const part = extractAny(target, fields);
  return isObject(part) ? part : {};
}

function extractAny(value: Json, fields: JsonObject): Json | undefined {
  const names = Object.keys(fields).filter((name) => name !== ".");
  if (names.length === 0) {
    return value;
  }
  if (isArray(value)) {
    const items = value.flatMap((item) => {
      const entry = Object.entries(fields).find(([key]) => matches(item, key));
      if (!entry) {
        return [];
      }
      const keys = keysOf(entry[0]);
      const part = isObject(entry[1]) ? extractAny(item, entry[1]) : item;
      return [isObject(part) && isObject(keys) ? { ...keys, ...part } : (part ?? item)];
    });
    return items.length > 0 ? items : undefined;
  }
  if (!isObject(value)) {
    return undefined;
  }
  const members = names.flatMap((key): [string, Json][] => {
    const name = key.startsWith("f:") ? key.slice(2) : "";
    const child = at(value, name);
    const inner = child === undefined ? undefined : extractAny(child, object(fields, key));
    return inner === undefined ? [] : [[name, inner]];
  });
  return members.length > 0 || "." in fields ? Object.fromEntries(members) : undefined;
}

/** True if the manager owns the field, a part of it, or the items of a list there. */
export function owns(fields: JsonObject, path: readonly string[]): boolean {
  let current: Json | undefined = fields;
  for (const name of path) {
    if (!isObject(current)) {
      return false;
    }
    const children = Object.keys(current).filter((key) => key !== ".");
    if (children.length === 0 && current !== fields) {
      // The manager owns an object as a whole.
      return true;
    }
    current = at(current, `f:${name}`);
  }
  return current !== undefined;
}

/** True if the manager owns single items of the list at the path. */
export function ownsItems(fields: JsonObject, path: readonly string[]): boolean {
  const found = at(fields, ...path.map((name) => `f:${name}`));
  return isObject(found) && Object.keys(found).some((key) => /^[kvi]:/.test(key));
}

function matches(item: Json, key: string): boolean {
  const keys = keysOf(key);
  if (keys === undefined) {
    return false;
  }
  if (key.startsWith("v:")) {
    return equal(item, keys);
  }
  return isObject(keys) && Object.entries(keys).every(([name, value]) => equal(at(item, name), value));
}

function keysOf(key: string): Json | undefined {
  if (!key.startsWith("k:") && !key.startsWith("v:")) {
    return undefined;
  }
  try {
    return parseJson(key.slice(2));
  } catch {
    return undefined;
  }
}
