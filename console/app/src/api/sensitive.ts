/** Finds values that screens must not show: the schema marks them, or lists their paths. */
import { parseJson, printJson } from "@chartroom/form";
import { at, equal, flag, isArray, isObject, type Json, object, objects, strings, text } from "./json";

export const MASK = "••••••";
/** The annotation in which kubectl repeats the object, as a text. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const APPLIED_PATH = ["metadata", "annotations", LAST_APPLIED];
const SECRET_WIDGETS = new Set(["password", "secret"]);
/** The keywords with clauses, whose marks count as those of the schema itself. */
const CLAUSES = ["allOf", "anyOf", "oneOf"];

/**
 * Returns the value with a mask for each sensitive value in it.
 *
 * @param schema the schema of its kind
 * @param more further paths of sensitive values
 */
export function masked(value: Json, schema: Json | undefined, more: readonly string[] = []): Json {
  const paths = [...sensitivePathsOf(schema), ...more].map(segmentsOf);
  return maskedApplied(mask(value, withClauses(schema), paths, 0), schema, paths);
}

/** Masks the annotation of kubectl, which repeats the object. */
function maskedApplied(value: Json, schema: Json | undefined, paths: Paths): Json {
  const applied = text(value, ...APPLIED_PATH);
  return applied === "" ? value : withApplied(value, maskedText(applied, schema, paths));
}

function maskedText(json: string, schema: Json | undefined, paths: Paths): string {
  try {
    const content = parseJson(json);
    const safe = mask(content, withClauses(schema), paths, 0);
    return equal(content, safe) ? json : printJson(safe);
  } catch {
    return MASK;
  }
}

function withApplied(value: Json, json: string): Json {
  const metadata = object(value, "metadata");
  const annotations = { ...object(metadata, "annotations"), [LAST_APPLIED]: json };
  return { ...object(value), metadata: { ...metadata, annotations } };
}

/**
 * Returns a part of an object with masks. The path says which part of the schema it has, and a part of a sensitive value is
 * sensitive, too.
 */
export function maskedAt(
  path: readonly string[],
  value: Json | undefined,
  schema: Json | undefined,
): Json | undefined {
  if (value === undefined) {
    return undefined;
  }
  const all: Paths = sensitivePathsOf(schema).map(segmentsOf);
  let own = withClauses(schema);
  let paths = all;
  for (const name of path) {
    if (isSensitive(own, paths)) {
      break;
    }
    own = childOf(own, name);
    paths = below(paths, name);
  }
  const safe = mask(value, own, paths, 0);
  return isAround(path) ? at(maskedApplied(wrapped(path, safe), schema, all), ...path) : safe;
}

/** True if the part at the path can have the annotation of kubectl. */
function isAround(path: readonly string[]): boolean {
  return path.length <= APPLIED_PATH.length && path.every((name, i) => name === APPLIED_PATH[i]);
}

function wrapped(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

/** Returns the paths of sensitive values in the objects of a kind that its schema does not mark. */
export function sensitivePathsOf(schema: Json | undefined): readonly string[] {
  // The form hides the fields with these widgets, too.
  const hidden = objects(schema, "x-chartroom-form", "fields").filter((field) =>
    SECRET_WIDGETS.has(text(field, "widget")),
  );
  return [...strings(schema, "x-chartroom-sensitive-paths"), ...hidden.map((field) => text(field, "path"))];
}

type Paths = readonly (readonly string[])[];

/** A schema with its clauses. Each of them can mark a value. */
type Schemas = readonly Json[];

function mask(value: Json, schemas: Schemas, paths: Paths, depth: number): Json {
  if (depth > 100) {
    return value;
  }
  if (isSensitive(schemas, paths)) {
    return value === null || value === "" ? value : MASK;
  }
  if (isArray(value)) {
    const items = withClauses(...schemas.map((schema) => at(schema, "items")));
    return value.map((item, i) => mask(item, items, below(paths, String(i)), depth + 1));
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        mask(inner, childOf(schemas, name), below(paths, name), depth + 1),
      ]),
    );
  }
  return value;
}

function isSensitive(schemas: Schemas, paths: Paths): boolean {
  return (
    paths.some((path) => path.length === 0) ||
    schemas.some((schema) => text(schema, "format") === "password" || flag(schema, "x-kubernetes-sensitive"))
  );
}

function childOf(schemas: Schemas, name: string): Schemas {
  return withClauses(
    ...schemas.map((schema) => at(object(schema, "properties"), name) ?? at(schema, "additionalProperties")),
  );
}

function withClauses(...schemas: readonly (Json | undefined)[]): Schemas {
  const found = new Set(schemas.filter((schema) => schema !== undefined));
  // The loop also visits the clauses that it adds.
  for (const schema of found) {
    for (const clause of CLAUSES.flatMap((keyword) => objects(schema, keyword))) {
      found.add(clause);
    }
  }
  return [...found];
}

function below(paths: Paths, name: string): Paths {
  return paths.filter(([first]) => first === name || first === "*").map(([, ...rest]) => rest);
}

/** Splits `spec.users[*].password` into its names. */
function segmentsOf(path: string): readonly string[] {
  return path.replaceAll("[*]", ".*").split(".");
}
