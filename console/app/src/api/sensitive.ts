/** Finds values that screens must not show: the schema marks them, or lists their paths. */
import { parseJson, printJson } from "@chartroom/form";
import {
  at,
  equal,
  flag,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  object,
  objects,
  strings,
  text,
} from "./json";

export const MASK = "••••••";
/** The annotation in which kubectl repeats the object, as a text. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const SECRET_WIDGETS = new Set(["password", "secret"]);

/**
 * Returns the value with a mask for each sensitive value in it.
 *
 * @param schema the schema of its kind
 * @param more further paths of sensitive values
 */
export function masked(value: Json, schema: Json | undefined, more: readonly string[] = []): Json {
  const paths = [...sensitivePathsOf(schema), ...more].map(segmentsOf);
  const safe = mask(value, schema, paths, 0);
  const applied = text(safe, "metadata", "annotations", LAST_APPLIED);
  return applied === "" ? safe : withApplied(safe, maskedText(applied, schema, paths));
}

function maskedText(json: string, schema: Json | undefined, paths: Paths): string {
  try {
    const content = parseJson(json);
    const safe = mask(content, schema, paths, 0);
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
  let own = schema;
  let paths: Paths = sensitivePathsOf(schema).map(segmentsOf);
  for (const name of path) {
    if (isSensitive(own, paths)) {
      break;
    }
    own = childOf(own, name);
    paths = below(paths, name);
  }
  return mask(value, own, paths, 0);
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

function mask(value: Json, schema: Json | undefined, paths: Paths, depth: number): Json {
  if (depth > 100) {
    return value;
  }
  if (isSensitive(schema, paths)) {
    return value === null || value === "" ? value : MASK;
  }
  if (isArray(value)) {
    return value.map((item, i) => mask(item, at(schema, "items"), below(paths, String(i)), depth + 1));
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        mask(inner, childOf(schema, name), below(paths, name), depth + 1),
      ]),
    );
  }
  return value;
}

function isSensitive(schema: Json | undefined, paths: Paths): boolean {
  const isMarked = text(schema, "format") === "password" || flag(schema, "x-kubernetes-sensitive");
  return isMarked || paths.some((path) => path.length === 0);
}

function childOf(schema: Json | undefined, name: string): Json | undefined {
  const properties: JsonObject = object(schema, "properties");
  return at(properties, name) ?? at(schema, "additionalProperties");
}

function below(paths: Paths, name: string): Paths {
  return paths.filter(([first]) => first === name || first === "*").map(([, ...rest]) => rest);
}

/** Splits `spec.users[*].password` into its names. */
function segmentsOf(path: string): readonly string[] {
  return path.replaceAll("[*]", ".*").split(".");
}
