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

/** Returns the fields of those managers that own the value at the path, a part of it, or the items of a list there. */
export function fieldsAt(managers: readonly JsonObject[], path: readonly string[]): readonly JsonObject[] {
  // A manager without fields owns nothing, which must not read as the whole object.
  return path.reduce(
    inside,
    managers.filter((fields) => !isWhole(fields)),
  );
}

/** Returns the fields of those managers that own the member, or the whole object around it. */
export function inside(managers: readonly JsonObject[], name: string): readonly JsonObject[] {
  return managers.flatMap((fields) => {
    const child = isWhole(fields) ? fields : at(fields, `f:${name}`);
    return isObject(child) ? [child] : [];
  });
}

/** True if the fields name no part of the value, so that it is owned as a whole. */
export function isWhole(fields: JsonObject): boolean {
  return Object.keys(fields).every((name) => name === ".");
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

/** Returns the keys of an item, such as those of `k:{"name":"a"}`, or the item itself of a set, such as `v:"a"`. */
export function keysOf(key: string): Json | undefined {
  if (!key.startsWith("k:") && !key.startsWith("v:")) {
    return undefined;
  }
  try {
    return parseJson(key.slice(2));
  } catch {
    return undefined;
  }
}
