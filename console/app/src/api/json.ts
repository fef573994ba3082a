/** Reads JSON of the server. A member that is absent or of another type reads as empty. */
import type { Json, JsonObject } from "@chartroom/form";

export { equal, withMember } from "@chartroom/form";
export type { Json, JsonObject };

export const EMPTY: JsonObject = {};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the value at a path of members. Names such as `constructor` are ordinary names. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const name of path) {
    current = isObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return current;
}

export function text(value: Json | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function number(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === "number" || typeof found === "bigint" ? Number(found) : undefined;
}

export function flag(value: Json | undefined, ...path: readonly string[]): boolean {
  return at(value, ...path) === true;
}

export function object(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : EMPTY;
}

export function array(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return isArray(found) ? found : [];
}

export function objects(value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] {
  return array(value, ...path).filter(isObject);
}

export function strings(value: Json | undefined, ...path: readonly string[]): readonly string[] {
  return array(value, ...path).filter((item) => typeof item === "string");
}
