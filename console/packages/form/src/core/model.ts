/** Builds the field model of a kind from its schema and hints. It accepts any JSON as the schema. */
import { arrange, inOrder } from "./arrange";
import { branchesOf, compose } from "./composed";
import type { Common, Field, Model, ObjectField } from "./field";
import { type Hints, NO_HINT, normal, readHints } from "./hints";
import { immutableByRule } from "./immutable";
import { isObject, type Json, type JsonObject, member } from "./json";
import { labelOf } from "./label";
import { readRules } from "./rules";
import { isEither, scalarKind } from "./scalar-kind";
import { array, EMPTY, flag, object, strings, text, types } from "./schema";

/** The parts of a kind definition that shape its form, in addition to those in the published schema. */
export interface Definition {
  readonly hints?: Json | undefined;
  readonly immutablePaths?: readonly string[] | undefined;
  readonly sensitivePaths?: readonly string[] | undefined;
}

/** A deeper part of a schema is a raw JSON field. */
export const DEEPEST = 24;
/** Nested alternatives repeat the schema around them, so a hostile schema could have any number of fields. */
export const MOST_FIELDS = 20_000;

const HINTS_KEYWORD = "x-chartroom-form";
const IMMUTABLE_KEYWORD = "x-chartroom-immutable-paths";
const SENSITIVE_KEYWORD = "x-chartroom-sensitive-paths";

/** Returns the model of the `spec` in the schema of a kind. */
export function buildModel(schema: Json, definition: Definition = {}): Model {
  const kind = isObject(schema) ? schema : EMPTY;
  const hints = readHints(definition.hints ?? member(kind, HINTS_KEYWORD));
  const builder = new Builder(
    hints,
    patterns(definition.immutablePaths, strings(kind, IMMUTABLE_KEYWORD)),
    patterns(definition.sensitivePaths, strings(kind, SENSITIVE_KEYWORD)),
  );
  const spec = object(object(kind, "properties") ?? EMPTY, "spec") ?? EMPTY;
  const isRequired = strings(kind, "required").includes("spec");
  return arrange(
    builder.root({ ...EMPTY, properties: { spec }, required: isRequired ? ["spec"] : [] }),
    hints,
  );
}

function patterns(own: readonly string[] = [], published: readonly string[]): ReadonlySet<string> {
  return new Set([...own, ...published].map(normal));
}

interface Place {
  readonly name: string;
  readonly pattern: string;
  readonly role: Common["role"];
  readonly required: boolean;
  readonly depth: number;
  readonly sensitive: boolean;
}

class Builder {
  private count = 0;

  constructor(
    private readonly hints: Hints,
    private readonly immutable: ReadonlySet<string>,
    private readonly sensitive: ReadonlySet<string>,
  ) {}

  root(schema: JsonObject): ObjectField {
    const place: Place = {
      name: "",
      pattern: "",
      role: "property",
      required: true,
      depth: 0,
      sensitive: false,
    };
    const properties = this.properties(schema, place);
    return {
      ...this.common(schema, place, false),
      kind: "object",
      properties,
      open: true,
      union: [],
      moved: [],
    };
  }

  private field(original: JsonObject, place: Place): Field {
    this.count++;
    if (place.depth > DEEPEST || this.count > MOST_FIELDS || "$ref" in original) {
      return { ...this.common(original, place, false), kind: "raw" };
    }
    const { schema, nullable, alternatives, union } = compose(original);
    const common = this.common(schema, place, nullable);
    if (alternatives.length > 0) {
      const branch = { ...place, depth: place.depth + 1, sensitive: common.sensitive };
      return {
        ...common,
        kind: "alternatives",
        branches: this.branches(alternatives, branch),
      };
    }
    return this.ofShape(schema, common, union, place);
  }

  /** A branch has the name of its title or type. Equal names get a number. */
  private branches(schemas: readonly JsonObject[], place: Place): readonly Field[] {
    const counts = new Map<string, number>();
    return schemas.map((schema) => {
      const field = this.field(schema, place);
      const label = text(schema, "title") || labelOf(types(schema)[0] ?? field.kind);
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      return { ...field, label: count === 1 ? label : `${label} ${count}` };
    });
  }

  private ofShape(schema: JsonObject, common: Common, union: readonly JsonObject[], place: Place): Field {
    const inner = { ...place, depth: place.depth + 1, sensitive: common.sensitive };
    const values = array(schema, "enum");
    const scalar = scalarKind(schema, common.widget);
    if (common.widget === "json") {
      return { ...common, kind: "raw" };
    }
    if (values.length > 0) {
      return { ...common, kind: "enum", values };
    }
    if (scalar) {
      return { ...common, kind: scalar, isIntOrString: isEither(schema) };
    }
    const items = object(schema, "items");
    if (items && isOf("array", schema)) {
      return this.list(schema, items, common, inner);
    }
    const properties = object(schema, "properties") ?? EMPTY;
    const open = flag(schema, "x-kubernetes-preserve-unknown-fields");
    const additional = member(schema, "additionalProperties");
    const hasProperties = Object.keys(properties).length > 0;
    if (!isOf("object", schema) || (!hasProperties && !isObject(additional))) {
      return { ...common, kind: "raw" };
    }
    if (!hasProperties && isObject(additional)) {
      const entry = this.field(additional, { ...this.part(inner, "*"), role: "entry", required: true });
      return { ...common, kind: "map", entry };
    }
    const isOpen = open || additional === true || isObject(additional);
    const fields = this.properties(schema, inner);
    return {
      ...common,
      kind: "object",
      properties: fields,
      open: isOpen,
      union: branchesOf(union),
      moved: [],
    };
  }

  private list(schema: JsonObject, items: JsonObject, common: Common, inner: Place): Field {
    const keys = strings(schema, "x-kubernetes-list-map-keys");
    const type = text(schema, "x-kubernetes-list-type");
    const listType = type === "set" || (type === "map" && keys.length > 0) ? type : "atomic";
    const item = this.field(items, { ...this.part(inner, "*"), role: "item", required: true });
    return { ...common, kind: "list", listType, keys, item: keysFirst(item, keys) };
  }

  private properties(schema: JsonObject, inner: Place): readonly Field[] {
    const required = strings(schema, "required");
    const fields = Object.entries(object(schema, "properties") ?? EMPTY).map(([name, property]) =>
      this.field(isObject(property) ? property : EMPTY, {
        ...this.part(inner, name),
        role: "property",
        required: required.includes(name),
      }),
    );
    return inOrder(fields, this.hints);
  }

  private part(inner: Place, name: string): Omit<Place, "role" | "required"> {
    const pattern = inner.pattern === "" ? name : `${inner.pattern}.${name}`;
    return { name, pattern, depth: inner.depth, sensitive: inner.sensitive };
  }

  private common(schema: JsonObject, place: Place, nullable: boolean): Common {
    const { name, pattern, role, required } = place;
    const hint = this.hints.fields.get(pattern) ?? NO_HINT;
    const isSensitive =
      text(schema, "format") === "password" ||
      flag(schema, "x-kubernetes-sensitive") ||
      hint.widget === "password" ||
      hint.widget === "secret" ||
      this.sensitive.has(pattern);
    return {
      ...hint,
      name,
      pattern,
      role,
      required,
      nullable,
      label: hint.title || text(schema, "title") || labelOf(name),
      help: text(schema, "description"),
      defaultValue: member(schema, "default"),
      sensitive: place.sensitive || isSensitive,
      immutable: this.immutable.has(pattern) ? { by: "path", reason: "" } : immutableByRule(schema),
      rules: readRules(schema),
    };
  }
}

/** True if the schema has the type, or if it has none and its other keywords imply the type. */
function isOf(type: string, schema: JsonObject): boolean {
  const declared = types(schema);
  return declared.length === 0 || declared[0] === type;
}

function keysFirst(item: Field, keys: readonly string[]): Field {
  if (item.kind !== "object") {
    return item;
  }
  const isKey = (field: Field) => keys.includes(field.name);
  const properties = [...item.properties.filter(isKey), ...item.properties.filter((field) => !isKey(field))];
  return { ...item, properties };
}
