/** Reads and edits the value of a form. Edits copy only what is on the path to the edited part. */
import { branchOf } from "./branch";
import type { Field, Model, ObjectField } from "./field";
import { isArray, isObject, type Json, member, withMember } from "./json";
import type { Path, Segment } from "./path";

/** The content of a field: its value, or the default that applies while there is none. */
export interface Shown {
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
}

/** Returns the value, or the default if there is none. The value null is a value. */
export function effective({ value, fallback }: Shown): Json | undefined {
  return value === undefined ? fallback : value;
}

/** A field with its value, which a path leads to. */
export interface Found extends Shown {
  readonly field: Field;
}

/** Returns the value of a part; undefined if there is none. */
export function part(value: Json | undefined, segment: Segment): Json | undefined {
  if (typeof segment === "number") {
    return isArray(value) ? value[segment] : undefined;
  }
  return member(value, segment);
}

/** Returns what the part of a field shows. An absent object shows the parts of its own default. */
export function shownPart(shown: Shown, segment: Segment, field: Field | undefined): Shown {
  const inherited = shown.value === undefined ? part(shown.fallback, segment) : undefined;
  return {
    value: part(shown.value, segment),
    fallback: inherited === undefined ? field?.defaultValue : inherited,
  };
}

/** Returns the field of a part; undefined if the schema has none. */
export function partOf(field: Field, segment: Segment, value: Json | undefined): Field | undefined {
  switch (field.kind) {
    case "object":
      return field.properties.find((property) => property.name === segment);
    case "list":
      return typeof segment === "number" ? field.item : undefined;
    case "map":
      return typeof segment === "string" ? field.entry : undefined;
    case "alternatives": {
      const branch = branchOf(field, value);
      return branch && partOf(branch, segment, value);
    }
    default:
      return undefined;
  }
}

/**
 * True if the form shows the parts of the object. The server adds no defaults to an absent object, so its parts would
 * show values that do not apply. They are shown only if the object must be there, and needs some of them.
 */
export function showsParts(field: ObjectField, shown: Shown): boolean {
  const isNeeded = field.required && field.properties.some(({ required }) => required);
  return isNeeded || effective(shown) !== undefined;
}

/** Follows a path through the schema and the value; undefined if the schema does not have the path. */
export function find(model: Model, value: Json | undefined, path: Path): Found | undefined {
  let found: Found = { field: model.root, value, fallback: undefined };
  for (const segment of path) {
    const field = partOf(found.field, segment, effective(found));
    if (!field) {
      return undefined;
    }
    found = { field, ...shownPart(found, segment, field) };
  }
  return found;
}

/**
 * Returns the value with another value at the path, or without that part if it is undefined. An edit inside of an
 * absent object or list starts from its default, so that the parts beside the edited one stay as the user saw them.
 */
export function edit(model: Model, value: Json, path: Path, next: Json | undefined): Json {
  return written(model.root, { value, fallback: undefined }, path, next) ?? value;
}

function written(
  field: Field | undefined,
  shown: Shown,
  path: Path,
  next: Json | undefined,
): Json | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    return next;
  }
  if (shown.value === undefined && next === undefined) {
    return undefined;
  }
  const base = shown.value === undefined ? start(shown.fallback, segment) : shown.value;
  const inner = field && partOf(field, segment, base);
  const after = written(inner, shownPart({ value: base, fallback: undefined }, segment, inner), rest, next);
  return replaced(base, segment, after);
}

function start(fallback: Json | undefined, segment: Segment): Json {
  if (typeof segment === "number") {
    return isArray(fallback) ? fallback : [];
  }
  return isObject(fallback) ? fallback : {};
}

function replaced(base: Json, segment: Segment, after: Json | undefined): Json {
  if (typeof segment === "string") {
    return isObject(base) ? withMember(base, segment, after) : base;
  }
  if (!isArray(base) || base[segment] === after) {
    return base;
  }
  return after === undefined ? base.toSpliced(segment, 1) : base.toSpliced(segment, 1, after);
}
