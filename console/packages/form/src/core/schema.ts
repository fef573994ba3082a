/** Reads keywords of a schema. A keyword with a value of the wrong type counts as absent. */
import { isArray, isObject, type Json, type JsonObject, member } from "./json";

export const EMPTY: JsonObject = {};

export function text(schema: JsonObject, keyword: string): string {
  const value = member(schema, keyword);
  return typeof value === "string" ? value : "";
}

export function flag(schema: JsonObject, keyword: string): boolean {
  return member(schema, keyword) === true;
}

export function number(schema: JsonObject, keyword: string): number | bigint | undefined {
  const value = member(schema, keyword);
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

export function object(schema: JsonObject, keyword: string): JsonObject | undefined {
  const value = member(schema, keyword);
  return isObject(value) ? value : undefined;
}

export function array(schema: JsonObject, keyword: string): readonly Json[] {
  const value = member(schema, keyword);
  return isArray(value) ? value : [];
}

export function objects(schema: JsonObject, keyword: string): readonly JsonObject[] {
  return array(schema, keyword).filter(isObject);
}

export function strings(schema: JsonObject, keyword: string): readonly string[] {
  return array(schema, keyword).filter((value) => typeof value === "string");
}

/** Returns the types of a schema without `null`. OpenAPI has at most one, JSON Schema can have a list. */
export function types(schema: JsonObject): readonly string[] {
  const type = member(schema, "type");
  const all = typeof type === "string" ? [type] : strings(schema, "type");
  const known = new Set(all.filter((name) => name !== "null"));
  // An integer is a number, so the pair is one type.
  if (known.has("number")) {
    known.delete("integer");
  }
  return [...known];
}

export function isNullable(schema: JsonObject): boolean {
  return (
    flag(schema, "nullable") || member(schema, "type") === "null" || strings(schema, "type").includes("null")
  );
}
