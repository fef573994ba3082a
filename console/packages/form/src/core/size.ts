/** Decides which parts of a form are open first, so that a large form starts small. */
import type { Field } from "./field";
import { isArray, isObject, type Json } from "./json";

const MOST_OPEN_FIELDS = 6;
const MOST_OPEN_MEMBERS = 10;

/** Returns how many controls the field has, with one for each list or map. */
export function sizeOf(field: Field): number {
  return field.kind === "object" ? field.properties.reduce((sum, property) => sum + sizeOf(property), 0) : 1;
}

export function isOpenFirst(field: Field, value: Json | undefined): boolean {
  switch (field.kind) {
    case "object":
      return sizeOf(field) <= MOST_OPEN_FIELDS;
    case "list":
      return !isArray(value) || value.length <= MOST_OPEN_MEMBERS;
    case "map":
      return !isObject(value) || Object.keys(value).length <= MOST_OPEN_MEMBERS;
    default:
      return true;
  }
}
