/** The fields that the model makes from each part of a schema. */
import { describe, expect, it } from "vitest";
import { buildModel, type Field, type Json } from "../src";
import { DEEPEST } from "../src/core/model";
import { fieldOf, kindOf } from "./kinds";

const QUANTITY =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?[0-9]+))?$";

/** The schemas that the README lists, with their kinds of field. */
const KINDS: readonly (readonly [string, Json, Field["kind"]])[] = [
  ["string", { type: "string" }, "string"],
  ["string with an unknown format", { type: "string", format: "ipv4" }, "string"],
  ["string with a format of Object.prototype", { type: "string", format: "constructor" }, "string"],
  ["integer with a format of Object.prototype", { type: "integer", format: "__proto__" }, "integer"],
  ["integer", { type: "integer", format: "int64" }, "integer"],
  ["number", { type: "number" }, "number"],
  ["integer and number", { type: ["integer", "number"] }, "number"],
  ["boolean", { type: "boolean" }, "boolean"],
  ["enum", { type: "string", enum: ["a", "b"] }, "enum"],
  ["enum of integers", { type: "integer", enum: [1, 2] }, "enum"],
  ["int-or-string", { "x-kubernetes-int-or-string": true }, "int-or-string"],
  ["int-or-string by format", { type: "string", format: "int-or-string" }, "int-or-string"],
  ["int-or-string by anyOf", { anyOf: [{ type: "integer" }, { type: "string" }] }, "int-or-string"],
  ["int-or-string by types", { type: ["integer", "string"] }, "int-or-string"],
  ["quantity by pattern", { "x-kubernetes-int-or-string": true, pattern: QUANTITY }, "quantity"],
  ["quantity in a string", { type: "string", pattern: QUANTITY }, "quantity"],
  ["quantity by format", { type: "string", format: "quantity" }, "quantity"],
  ["duration", { type: "string", format: "duration" }, "duration"],
  ["date-time", { type: "string", format: "date-time" }, "date-time"],
  ["list", { type: "array", items: { type: "string" } }, "list"],
  ["list without a type", { items: { type: "string" } }, "list"],
  ["list without items", { type: "array" }, "raw"],
  ["map", { type: "object", additionalProperties: { type: "string" } }, "map"],
  ["map of anything", { type: "object", additionalProperties: true }, "raw"],
  ["object", { type: "object", properties: { a: { type: "string" } } }, "object"],
  ["object without a type", { properties: { a: { type: "string" } } }, "object"],
  ["closed object", { properties: { a: {} }, additionalProperties: false }, "object"],
  ["object without properties", { type: "object" }, "raw"],
  ["unknown fields", { type: "object", "x-kubernetes-preserve-unknown-fields": true }, "raw"],
  ["no schema", {}, "raw"],
  ["a schema that is no object", true, "raw"],
  ["a reference", { $ref: "#/components/schemas/a" }, "raw"],
  [
    "shapes by anyOf",
    { anyOf: [{ type: "string" }, { type: "object", properties: { a: {} } }] },
    "alternatives",
  ],
  ["shapes by oneOf", { oneOf: [{ type: "boolean" }, { type: "array", items: {} }] }, "alternatives"],
  ["several types", { type: ["boolean", "string"] }, "alternatives"],
  ["anyOf with one shape", { anyOf: [{ type: "string" }] }, "string"],
  ["anyOf with null", { anyOf: [{ type: "string" }, { type: "null" }] }, "string"],
  ["formats by anyOf", { type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] }, "string"],
  ["allOf", { allOf: [{ type: "integer" }, { minimum: 1 }] }, "integer"],
  [
    "anyOf of three types",
    { anyOf: [{ type: "integer" }, { type: "string" }, { type: "boolean" }] },
    "alternatives",
  ],
  [
    "anyOf with a branch of any type",
    { anyOf: [{ type: "integer" }, { type: "string" }, {}] },
    "alternatives",
  ],
  ["many shapes", { anyOf: Array(20).fill({ type: "string" }) }, "alternatives"],
  ["too many shapes", { anyOf: Array(21).fill({ type: "string" }) }, "raw"],
];

describe("kind of field", () => {
  it.each(KINDS)("%s", (_, schema, kind) => {
    expect(fieldOf(schema).kind).toBe(kind);
  });

  it.each([
    ["quantity", { type: "string" }, "quantity"],
    ["duration", { type: "string" }, "duration"],
    ["duration", { "x-kubernetes-int-or-string": true }, "duration"],
    ["date-time", { type: "string" }, "date-time"],
    ["json", { type: "object", properties: { a: {} } }, "raw"],
    ["duration", { type: "integer" }, "integer"],
    ["unknown", { type: "string" }, "string"],
  ])("the widget %s of the hints makes %j a %s", (widget, schema, kind) => {
    const hints = { fields: [{ path: "spec.x", widget }] };
    expect(fieldOf(schema, { hints })).toMatchObject({ kind, widget });
  });
});

describe("a field", () => {
  it("has the title of the hints, else that of the schema, else its name as a label", () => {
    const hints = { fields: [{ path: "spec.x", title: "Hinted" }] };
    expect(fieldOf({ type: "string", title: "Own" }, { hints }).label).toBe("Hinted");
    expect(fieldOf({ type: "string", title: "Own" }).label).toBe("Own");
    expect(fieldOf({ type: "string" }, {}, "maxReplicas").label).toBe("Max replicas");
  });

  it.each([
    ["format password", { type: "string", format: "password" }, {}, true],
    ["x-kubernetes-sensitive", { type: "string", "x-kubernetes-sensitive": true }, {}, true],
    ["sensitivePaths", { type: "string" }, { sensitivePaths: ["spec.x"] }, true],
    [
      "the widget password",
      { type: "string" },
      { hints: { fields: [{ path: "spec.x", widget: "password" }] } },
      true,
    ],
    [
      "the widget secret",
      { type: "string" },
      { hints: { fields: [{ path: "spec.x", widget: "secret" }] } },
      true,
    ],
    ["another path", { type: "string" }, { sensitivePaths: ["spec.y"] }, false],
    ["x-kubernetes-sensitive: false", { type: "string", "x-kubernetes-sensitive": false }, {}, false],
  ])("is a secret by %s: %#", (_, schema, definition, sensitive) => {
    expect(fieldOf(schema, definition).sensitive).toBe(sensitive);
  });

  it("is a secret inside of a sensitive object, list or path with a wildcard", () => {
    const item = { type: "object", properties: { name: { type: "string" }, password: { type: "string" } } };
    const list = fieldOf({ type: "array", items: item }, { sensitivePaths: ["spec.x[*].password"] });
    const inner = list.kind === "list" && list.item.kind === "object" ? list.item.properties : [];
    expect(inner.map(({ name, sensitive }) => [name, sensitive])).toEqual([
      ["name", false],
      ["password", true],
    ]);
    const map = fieldOf({ "x-kubernetes-sensitive": true, additionalProperties: { type: "string" } });
    expect(map.kind === "map" && map.entry.sensitive).toBe(true);
  });

  it.each([
    ["self == oldSelf", "rule"],
    [" oldSelf==self ", "rule"],
    ["self >= oldSelf", undefined],
    ["self.a == oldSelf.a", undefined],
  ])("is immutable with the rule %s: %s", (rule, by) => {
    const field = fieldOf({ type: "string", "x-kubernetes-validations": [{ rule, message: "stays" }] });
    expect(field.immutable).toEqual(by && { by, reason: "stays" });
  });

  it("is a secret or immutable by a path in the published schema", () => {
    const schema = {
      ...kindOf({ x: { type: "string" } }),
      "x-chartroom-sensitive-paths": ["spec.x"],
      "x-chartroom-immutable-paths": ["spec.x"],
    };
    const [field] = buildModel(schema).sections.flatMap(({ fields }) => fields);
    expect(field?.field.sensitive).toBe(true);
    expect(field?.field.immutable?.by).toBe("path");
  });

  it("is immutable by a path of the definition", () => {
    expect(fieldOf({ type: "string" }, { immutablePaths: ["spec.x"] }).immutable?.by).toBe("path");
    expect(fieldOf({ type: "string" }, { immutablePaths: ["spec.x.y"] }).immutable).toBeUndefined();
  });

  it.each<[string, Json, boolean]>([
    ["nullable", { type: "string", nullable: true }, true],
    ["type null beside another", { type: ["string", "null"] }, true],
    ["a branch null", { anyOf: [{ type: "string" }, { type: "null" }] }, true],
    ["a branch null among several", { oneOf: [{ type: "string" }, { items: {} }, { type: "null" }] }, true],
    ["no null", { type: "string" }, false],
  ])("is nullable with %s", (_, schema, nullable) => {
    expect(fieldOf(schema).nullable).toBe(nullable);
  });

  it("at the deepest level is shown, and the next one is JSON", () => {
    const nested = (depth: number): Json =>
      depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };
    const bottom = (field: Field, depth: number): Field =>
      field.kind === "object" && field.properties[0] ? bottom(field.properties[0], depth + 1) : field;
    expect(bottom(fieldOf(nested(DEEPEST - 1)), 0).kind).toBe("string");
    expect(bottom(fieldOf(nested(DEEPEST)), 0).kind).toBe("raw");
  });
});

describe("a list", () => {
  it("of type map has the fields of its keys first", () => {
    const item = { type: "object", required: ["b"], properties: { b: {}, name: { type: "string" } } };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    const list = fieldOf({ type: "array", items: item, ...keys });
    expect(list).toMatchObject({ kind: "list", listType: "map", keys: ["name"] });
    expect(list.kind === "list" && list.item.kind === "object" && list.item.properties[0]?.name).toBe("name");
  });

  it.each([
    [{ "x-kubernetes-list-type": "set" }, "set"],
    [{ "x-kubernetes-list-type": "map" }, "atomic"],
    [{ "x-kubernetes-list-type": "other" }, "atomic"],
    [{}, "atomic"],
  ])("with %j is %s", (more, listType) => {
    expect(fieldOf({ type: "array", items: { type: "string" }, ...more })).toMatchObject({ listType });
  });
});

describe("an object", () => {
  const properties = { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } };

  it("with a oneOf of required names has branches without the shared names", () => {
    const oneOf = [{ required: ["a", "c"] }, { title: "Second", required: ["b", "c"] }];
    expect(fieldOf({ type: "object", properties, oneOf })).toMatchObject({
      union: [
        { label: "A", names: ["a"] },
        { label: "Second", names: ["b"] },
      ],
    });
  });

  it.each([
    ["anyOf, because several branches can apply", { anyOf: [{ required: ["a"] }, { required: ["b"] }] }],
    ["a branch without a name of its own", { oneOf: [{ required: ["a"] }, { required: ["a", "b"] }] }],
  ])("has no branches with %s", (_, more) => {
    expect(fieldOf({ type: "object", properties, ...more })).toMatchObject({ union: [] });
  });

  it.each([
    [{ "x-kubernetes-preserve-unknown-fields": true }, true],
    [{ additionalProperties: true }, true],
    [{ additionalProperties: { type: "string" } }, true],
    [{ additionalProperties: false }, false],
    [{}, false],
  ])("with %j is open: %s", (more, open) => {
    expect(fieldOf({ type: "object", properties, ...more })).toMatchObject({ open });
  });

  it("of allOf has the properties and required names of all parts", () => {
    const allOf = [
      { description: "Inner." },
      { properties: { a: { type: "string", minLength: 1 } }, required: ["a"] },
      { properties: { d: {} } },
    ];
    const field = fieldOf({
      type: "object",
      description: "Outer.",
      properties: { a: { description: "First." } },
      allOf,
    });
    expect(field.help).toBe("Outer.");
    const inner = field.kind === "object" ? field.properties : [];
    expect(inner.map(({ name, required, kind }) => [name, required, kind])).toEqual([
      ["a", true, "string"],
      ["d", false, "raw"],
    ]);
    expect(inner[0]).toMatchObject({ help: "First.", rules: { minLength: 1 } });
  });
});

describe("alternatives", () => {
  it("have the keywords beside them, and different labels", () => {
    const anyOf = [
      { type: "string" },
      { type: "object", properties: { a: {} } },
      { type: "object", properties: { b: {} } },
    ];
    const field = fieldOf({ description: "One of.", anyOf });
    const branches = field.kind === "alternatives" ? field.branches : [];
    expect(branches.map(({ label, help }) => [label, help])).toEqual([
      ["String", "One of."],
      ["Object", "One of."],
      ["Object 2", "One of."],
    ]);
  });
});

describe("the model of a kind", () => {
  it.each([
    ["no object", 7],
    ["no properties", { type: "object" }],
    ["a spec that is no schema", { properties: { spec: "x" } }],
  ])("with %s has a raw spec", (_, schema) => {
    expect(buildModel(schema).sections.map(({ fields }) => fields.map(({ field }) => field.kind))).toEqual([
      ["raw"],
    ]);
  });

  it("reads the hints of the published schema, unless other hints are given", () => {
    const schema = { ...kindOf({ a: {}, b: {} }), "x-chartroom-form": { order: ["spec.b"] } };
    const names = (definition = {}) =>
      buildModel(schema, definition).sections.flatMap(({ fields }) => fields.map(({ field }) => field.name));
    expect(names()).toEqual(["b", "a"]);
    expect(names({ hints: {} })).toEqual(["a", "b"]);
  });
});
