/** Simplifies `allOf`, `anyOf` and `oneOf` of a schema, and finds the alternatives that a form can offer. */
import type { UnionBranch } from "./field";
import { type JsonObject, member, withMember } from "./json";
import { labelOf } from "./label";
import { EMPTY, flag, isNullable, object, objects, strings, text, types } from "./schema";

/** The values that a schema accepts: one shape, one of several shapes, or one branch of its properties. */
export interface Composed {
  readonly schema: JsonObject;
  readonly nullable: boolean;
  /** Schemas of different shapes. Empty if the value has one shape. */
  readonly alternatives: readonly JsonObject[];
  /** Branches of a `oneOf` that only say which properties go together. */
  readonly union: readonly JsonObject[];
}

const MOST_ALTERNATIVES = 20;

export function compose(original: JsonObject): Composed {
  const schema = withoutAllOf(original);
  const nullable = isNullable(schema);
  const one = (simple: JsonObject, union: readonly JsonObject[] = []): Composed => ({
    schema: simple,
    nullable,
    alternatives: [],
    union,
  });
  if (isIntOrString(schema)) {
    return one({ ...schema, "x-kubernetes-int-or-string": true });
  }
  const listed = types(schema);
  if (listed.length > 1) {
    return { ...one(schema), alternatives: listed.map((type) => ({ ...schema, type })) };
  }
  const keyword = objects(schema, "oneOf").length > 0 ? "oneOf" : "anyOf";
  const branches = objects(schema, keyword);
  const shaped = branches.filter((branch) => !isNull(branch));
  const first = shaped[0];
  if (first === undefined || branches.length > MOST_ALTERNATIVES) {
    return one(schema);
  }
  const base = without(schema, keyword);
  const hasNull = nullable || shaped.length < branches.length;
  if (shaped.length === 1) {
    return { ...one(merged(base, first)), nullable: hasNull };
  }
  if (hasShape(base)) {
    // A branch of a structural schema only constrains what the schema beside it declares.
    return keyword === "oneOf" && object(base, "properties") ? one(schema, shaped) : one(schema);
  }
  return { ...one(base), nullable: hasNull, alternatives: shaped.map((branch) => merged(base, branch)) };
}

/** Returns the properties that a branch of a `oneOf` names. */
function namesOf(branch: JsonObject): ReadonlySet<string> {
  return new Set([...strings(branch, "required"), ...Object.keys(object(branch, "properties") ?? EMPTY)]);
}

export function merged(base: JsonObject, other: JsonObject): JsonObject {
  const required = [...new Set([...strings(base, "required"), ...strings(other, "required")])];
  const all = { ...base, ...other, ...(required.length > 0 && { required }) };
  const ofBase = object(base, "properties");
  const ofOther = object(other, "properties");
  if (!ofBase || !ofOther) {
    return all;
  }
  const both = Object.keys(ofOther).reduce(
    (properties, name) => {
      const before = object(properties, name);
      const after = object(ofOther, name);
      return before && after ? withMember(properties, name, merged(before, after)) : properties;
    },
    { ...ofOther, ...ofBase } as JsonObject,
  );
  return { ...all, properties: both };
}

function withoutAllOf(schema: JsonObject): JsonObject {
  const parts = objects(schema, "allOf");
  if (parts.length === 0) {
    return schema;
  }
  // The keywords beside allOf win, such as a description beside a shared schema.
  return merged(parts.reduce(merged, EMPTY), without(schema, "allOf"));
}

function isIntOrString(schema: JsonObject): boolean {
  if (flag(schema, "x-kubernetes-int-or-string") || text(schema, "format") === "int-or-string") {
    return true;
  }
  const listed = new Set([...types(schema), ...objects(schema, "anyOf").flatMap(types)]);
  const isEach = objects(schema, "anyOf").every((branch) => types(branch).length === 1);
  return listed.size === 2 && listed.has("integer") && listed.has("string") && isEach;
}

function hasShape(schema: JsonObject): boolean {
  return (
    types(schema).length > 0 ||
    object(schema, "properties") !== undefined ||
    object(schema, "items") !== undefined ||
    object(schema, "additionalProperties") !== undefined
  );
}

function isNull(branch: JsonObject): boolean {
  return isNullable(branch) && types(branch).length === 0 && member(branch, "type") !== undefined;
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return withMember(schema, keyword, undefined);
}

/** A property that every branch names is no sign of a branch. */
export function branchesOf(union: readonly JsonObject[]): readonly UnionBranch[] {
  const named = union.map(namesOf);
  const all = union.map((branch, i) => {
    const names = [...(named[i] ?? [])].filter((name) => !named.every((others) => others.has(name)));
    return { label: text(branch, "title") || names.map(labelOf).join(", "), names };
  });
  return all.every((branch) => branch.names.length > 0) ? all : [];
}
