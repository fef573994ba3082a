/** Reads a schema for people, as `kubectl explain` does. */
import { array, at, flag, isArray, type Json, type JsonObject, object, strings, text } from "./json";

export interface Rule {
  readonly keyword: string;
  readonly value: Json;
}

export interface Field {
  readonly name: string;
  /** As kubectl prints it, such as `[]Object`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** What the schema demands of the value, and its default. */
  readonly rules: readonly Rule[];
  readonly fields: readonly Field[];
}

const MAX_DEPTH = 30;
/** A page with more fields than this would take seconds. */
const MAX_FIELDS = 5_000;
const KEYWORDS = [
  "default",
  "enum",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "nullable",
];
/** Every object has these, and they say nothing about the kind. */
const COMMON = new Set(["apiVersion", "kind", "metadata"]);

/** Returns the fields of a kind, without those that every object has. */
export function explain(schema: JsonObject): readonly Field[] {
  const rest = { count: MAX_FIELDS };
  return fieldsOf(schema, 0, rest).filter(({ name }) => !COMMON.has(name));
}

function fieldsOf(schema: Json | undefined, depth: number, rest: { count: number }): readonly Field[] {
  if (depth > MAX_DEPTH) {
    return [];
  }
  const items = at(schema, "items");
  if (items !== undefined) {
    return fieldsOf(items, depth + 1, rest);
  }
  const values = at(schema, "additionalProperties");
  const properties = object(schema, "properties");
  if (values !== undefined && Object.keys(properties).length === 0) {
    return fieldsOf(values, depth + 1, rest);
  }
  const required = new Set(strings(schema, "required"));
  return Object.entries(properties).flatMap(([name, property]) => {
    if (rest.count <= 0) {
      return [];
    }
    rest.count--;
    return [
      {
        name,
        type: typeOf(property, 0),
        isRequired: required.has(name),
        description: text(property, "description"),
        rules: rulesOf(property),
        fields: fieldsOf(property, depth + 1, rest),
      },
    ];
  });
}

function rulesOf(schema: Json): readonly Rule[] {
  const rules = KEYWORDS.flatMap((keyword) => {
    const value = at(schema, keyword);
    return value === undefined ? [] : [{ keyword, value }];
  });
  const expressions = array(schema, "x-kubernetes-validations").map((each) => ({
    keyword: "rule",
    value: text(each, "message") || text(each, "rule"),
  }));
  return [...rules, ...expressions];
}

function typeOf(schema: Json | undefined, depth: number): string {
  if (depth > MAX_DEPTH) {
    return "Object";
  }
  if (flag(schema, "x-kubernetes-int-or-string")) {
    return "IntOrString";
  }
  const type = text(schema, "type");
  if (type === "array") {
    return `[]${typeOf(at(schema, "items"), depth + 1)}`;
  }
  const values = at(schema, "additionalProperties");
  if (type === "object" && typeof values === "object" && values !== null && !isArray(values)) {
    return `map[string]${typeOf(values, depth + 1)}`;
  }
  return type === "object" ? "Object" : type || "any";
}

/** Prints the fields as `kubectl explain --recursive` does. */
export function printFields(fields: readonly Field[], depth = 1): string {
  return fields
    .map(({ name, type, isRequired, fields: inner }) => {
      const line = `${"  ".repeat(depth)}${name}\t<${type}>${isRequired ? " -required-" : ""}\n`;
      return line + printFields(inner, depth + 1);
    })
    .join("");
}
