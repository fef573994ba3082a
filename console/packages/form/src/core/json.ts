/** JSON values as the form holds them. An integer beyond 2^53 is a bigint, so that no digit is lost. */

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the object's own member. Names such as `constructor` and `__proto__` are ordinary names here. */
export function member(object: Json | undefined, name: string): Json | undefined {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b) || a === b) {
    return true;
  }
  if (isArray(a) && isArray(b)) {
    return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]))
    );
  }
  return false;
}

/** Returns a copy with the member, or without it if the value is undefined. The order of names stays. */
export function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) {
    return member(object, name) === value ? object : { ...object, [name]: value };
  }
  if (!Object.hasOwn(object, name)) {
    return object;
  }
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
