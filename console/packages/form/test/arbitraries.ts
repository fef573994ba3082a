/** Generates schemas, values and hostile strings. */
import fc from "fast-check";
import type { Json, JsonObject } from "../src";

export const HOSTILE: readonly string[] = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  '"><b id="injected">x</b>',
  "{{constructor}}",
  "__proto__",
  "constructor",
  "\u202Eabc\u0000",
  "a.b/c~d#e[0]",
  "\uD800",
  " ",
];

const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z]{0,6}$/),
  fc.constantFrom("constructor", "__proto__", "a.b/c", "~1", "#0", "", "0", "[x]"),
);

export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 9007199254740993n, ""),
    fc.string({ maxLength: 6 }),
    fc.constantFrom(...HOSTILE),
    fc.array(tie("value"), { maxLength: 3 }),
    members(tie("value"), 3),
  ),
})).value;

function members(value: fc.Arbitrary<Json>, maxLength: number): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(name, value), { maxLength }).map((entries) => Object.fromEntries(entries));
}

const KEYWORDS: readonly string[] = [
  "type",
  "properties",
  "items",
  "additionalProperties",
  "required",
  "enum",
  "default",
  "oneOf",
  "anyOf",
  "allOf",
  "nullable",
  "format",
  "pattern",
  "minimum",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-validations",
  "x-chartroom-form",
  "spec",
  "title",
  "description",
];

/** JSON in which keywords of schemas stand at any place, with values of any type. */
export const nonsense: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<Json>(
      null,
      true,
      "object",
      "array",
      "string",
      "null",
      "int32",
      "constructor",
      "__proto__",
      1,
      2n,
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYWORDS), tie("value")), { maxLength: 6 })
      .map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

interface Typed {
  readonly schema: JsonObject;
  readonly value: fc.Arbitrary<Json>;
}

const scalar: fc.Arbitrary<Typed> = fc.constantFrom<Typed>(
  { schema: { type: "string" }, value: fc.string({ maxLength: 8 }) },
  { schema: { type: "string", default: "preset" }, value: fc.constantFrom(...HOSTILE) },
  { schema: { type: "string", enum: ["a", "b", ""] }, value: fc.constantFrom("a", "b", "", "c") },
  { schema: { type: "string", format: "duration", default: "5m" }, value: fc.constantFrom("1s", "soon") },
  { schema: { type: "string", format: "password" }, value: fc.string({ minLength: 1, maxLength: 8 }) },
  { schema: { type: "boolean", default: true }, value: fc.boolean() },
  { schema: { type: "integer", minimum: 0 }, value: fc.oneof(fc.integer(), fc.constant(9007199254740993n)) },
  {
    schema: { type: "number", nullable: true },
    value: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
  },
  {
    schema: { "x-kubernetes-int-or-string": true, default: 80 },
    value: fc.constantFrom<Json>(80, "80", "http"),
  },
  { schema: { "x-kubernetes-preserve-unknown-fields": true }, value: json },
);

/** A schema with values that fit it, or nearly do. */
export const typed: fc.Arbitrary<Typed> = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie("typed").map((item) => ({
      schema: { type: "array", items: item.schema },
      value: fc.array(item.value, { maxLength: 3 }),
    })),
    tie("typed").map((entry) => ({
      schema: { type: "object", additionalProperties: entry.schema },
      value: members(entry.value, 3),
    })),
    objectOf(tie("typed")),
    fc.tuple(scalar, tie("typed")).map(([first, second]) => ({
      schema: { oneOf: [first.schema, second.schema] },
      value: fc.oneof(first.value, second.value),
    })),
  ),
})).typed;

function objectOf(property: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
  return fc
    .tuple(
      fc.array(fc.tuple(name, property, fc.boolean()), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([parts, isOpen, hasDefault]) => ({
      schema: {
        type: "object",
        properties: Object.fromEntries(parts.map(([key, part]) => [key, part.schema])),
        required: parts.filter(([, , isRequired]) => isRequired).map(([key]) => key),
        ...(isOpen && { "x-kubernetes-preserve-unknown-fields": true }),
        ...(hasDefault && { default: {} }),
      },
      value: fc
        .tuple(
          ...parts.map(([key, part]) =>
            fc.tuple(fc.constant(key), fc.option(part.value, { nil: undefined })),
          ),
        )
        .map(
          (entries): Json =>
            Object.fromEntries(entries.filter((entry) => entry[1] !== undefined) as [string, Json][]),
        ),
    }));
}

/** The schema of a kind, with an object of it. Some objects have parts that do not fit. */
export const kind: fc.Arbitrary<{ schema: Json; value: JsonObject }> = objectOf(typed).chain((spec) =>
  fc.record({
    schema: fc.constant({ type: "object", properties: { spec: spec.schema } }),
    value: fc.oneof(
      { weight: 4, arbitrary: spec.value.map((value): JsonObject => ({ spec: value })) },
      { weight: 1, arbitrary: json.map((value): JsonObject => ({ spec: value })) },
      { weight: 1, arbitrary: members(json, 3) },
    ),
  }),
);
