/** The advice for each rule, at its boundary. */
import { describe, expect, it } from "vitest";
import { buildModel, check, type Json, type JsonObject, TEXTS } from "../src";
import { advise } from "../src/core/advice";
import type { ProblemCode } from "../src/core/problem";
import { fieldOf, kindOf } from "./kinds";

const MAX = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };

type Case = readonly [schema: JsonObject, value: Json, ...codes: ProblemCode[]];

const CASES: readonly Case[] = [
  [{ type: "integer", minimum: 2 }, 2],
  [{ type: "integer", minimum: 2 }, 1, "minimum"],
  [{ type: "integer", maximum: 2 }, 2],
  [{ type: "integer", maximum: 2 }, 3, "maximum"],
  [{ type: "integer", minimum: 2, exclusiveMinimum: true }, 2, "exclusiveMinimum"],
  [{ type: "integer", minimum: 2, exclusiveMinimum: true }, 3],
  [{ type: "integer", maximum: 2, exclusiveMaximum: true }, 2, "exclusiveMaximum"],
  [{ type: "integer", maximum: 2, exclusiveMaximum: true }, 1],
  [{ type: "integer", exclusiveMinimum: 0 }, 0, "exclusiveMinimum"],
  [{ type: "integer", exclusiveMinimum: 0 }, 1],
  [{ type: "number", exclusiveMaximum: 1 }, 1, "exclusiveMaximum"],
  [{ type: "integer" }, 1.5, "notInteger"],
  [{ type: "integer" }, "12a", "notInteger"],
  [{ type: "integer" }, true, "notFitting"],
  [{ type: "integer" }, 9007199254740993n],
  [{ type: "integer", format: "int32" }, 2147483647],
  [{ type: "integer", format: "int32" }, 2147483648, "maximum"],
  [{ type: "integer", format: "int32" }, -2147483648],
  [{ type: "integer", format: "int32" }, -2147483649, "minimum"],
  [{ type: "integer", format: "int64" }, 9223372036854775807n],
  [{ type: "integer", format: "int64" }, 9223372036854775808n, "maximum"],
  [{ type: "integer", format: "int32", minimum: 5 }, 4, "minimum"],
  [{ type: "number", multipleOf: 0.1 }, 0.3],
  [{ type: "number", multipleOf: 0.1 }, 0.35, "multipleOf"],
  [{ type: "integer", multipleOf: 3 }, 9007199254740993n],
  [{ type: "integer", multipleOf: 2 }, 9007199254740993n, "multipleOf"],
  [{ type: "number", multipleOf: 0.5 }, 9007199254740993n, "multipleOf"],
  [{ type: "number", multipleOf: 0 }, 1],
  [{ type: "number" }, "x", "notNumber"],
  [{ type: "number" }, 1.5],
  [{ type: "string" }, 5, "notText"],
  [{ type: "string" }, {}, "notFitting"],
  [{ type: "string" }, null, "notFitting"],
  [{ type: "string", nullable: true }, null],
  [{ type: "string", minLength: 2 }, "ab"],
  [{ type: "string", minLength: 2 }, "a", "minLength"],
  [{ type: "string", maxLength: 2 }, "ab"],
  [{ type: "string", maxLength: 2 }, "abc", "maxLength"],
  [{ type: "string", maxLength: 1 }, "😀"],
  [{ type: "string", pattern: "^a+$" }, "aa"],
  [{ type: "string", pattern: "^a+$" }, "b", "pattern"],
  [{ type: "string", pattern: "^a{1,3}$" }, "b".repeat(256), "pattern"],
  [{ type: "string", pattern: "^a{1,3}$" }, "b".repeat(257)],
  [{ type: "string", pattern: "^[[:alpha:]]+$" }, "1"],
  [{ type: "string", pattern: "(?i)^a$" }, "b"],
  [{ type: "string", pattern: "([" }, "b"],
  [{ type: "string", format: "duration" }, "1h30m"],
  [{ type: "string", format: "duration" }, "0"],
  [{ type: "string", format: "duration" }, "5", "notDuration"],
  [{ type: "string", format: "duration" }, "5 minutes", "notDuration"],
  [{ type: "string", format: "duration" }, 5, "notText"],
  [{ type: "string", format: "date-time" }, "2030-01-31T12:00:00.5+02:00"],
  [{ type: "string", format: "date-time" }, "2030-01-31", "notDateTime"],
  [{ type: "string", format: "quantity" }, "1.5Gi"],
  [{ type: "string", format: "quantity" }, "100m"],
  [{ type: "string", format: "quantity" }, "1e3"],
  [{ type: "string", format: "quantity" }, "2"],
  [{ type: "string", format: "quantity" }, 2, "notText"],
  [{ type: "string", pattern: "^[0-9]+(m|[KMGTPE]i)?$" }, 2, "notText"],
  [{ "x-kubernetes-int-or-string": true, format: "quantity" }, 2],
  [{ anyOf: [{ type: "integer" }, { type: "string" }], format: "quantity" }, 2],
  [{ type: "string", format: "quantity" }, "1 Gi", "notQuantity"],
  [{ type: "string", format: "quantity" }, "1GB", "notQuantity"],
  [{ "x-kubernetes-int-or-string": true }, "http"],
  [{ "x-kubernetes-int-or-string": true, minimum: 1 }, 0, "minimum"],
  [{ type: "boolean" }, false],
  [{ type: "boolean" }, "yes", "notFitting"],
  [{ type: "string", enum: ["a", "b"] }, "b"],
  [{ type: "string", enum: ["a", "b"] }, "c", "notChoice"],
  [{ enum: [{ a: 1 }, [2]] }, [2]],
  [{ type: "array", items: {}, minItems: 1 }, [1]],
  [{ type: "array", items: {}, minItems: 1 }, [], "minItems"],
  [{ type: "array", items: {}, maxItems: 1 }, [1]],
  [{ type: "array", items: {}, maxItems: 1 }, [1, 2], "maxItems"],
  [
    { type: "array", items: {}, uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    "duplicates",
  ],
  [{ type: "array", items: {}, uniqueItems: true }, [1, "1", [1], 1n + 2n ** 60n]],
  [{ type: "array", items: {}, "x-kubernetes-list-type": "set" }, ["a", "a"], "duplicates"],
  [{ type: "array", items: {} }, ["a", "a"]],
  [
    { type: "array", items: {}, ...MAX },
    [
      { name: "a", v: 1 },
      { name: "a", v: 2 },
    ],
    "duplicates",
  ],
  [{ type: "array", items: {}, ...MAX }, [{ name: "a" }, { name: "b" }]],
  [{ type: "array", items: {} }, "a", "notFitting"],
  [{ type: "object", additionalProperties: {}, minProperties: 1 }, { a: 1 }],
  [{ type: "object", additionalProperties: {}, minProperties: 1 }, {}, "minProperties"],
  [{ type: "object", additionalProperties: {}, maxProperties: 1 }, { a: 1 }],
  [{ type: "object", additionalProperties: {}, maxProperties: 1 }, { a: 1, b: 1 }, "maxProperties"],
  [{ type: "object", additionalProperties: {} }, [], "notFitting"],
  [{ type: "object", properties: { a: {} }, maxProperties: 0 }, { a: 1 }, "maxProperties"],
  [{ type: "object", properties: { a: {} } }, "a", "notFitting"],
  [{ properties: { a: {}, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] }, { a: 1 }],
  [{ properties: { a: {}, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, "oneBranch"],
  [
    { properties: { a: {}, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { a: 1, b: 1 },
    "oneBranch",
  ],
  [{}, { anything: null }],
];

describe("advice", () => {
  it.each(CASES)("%j with %s: %s", (schema, value, ...codes) => {
    expect(advise(fieldOf(schema), value).map(({ code }) => code)).toEqual(codes);
  });

  it("for an absent value is only that it is required, unless it has a default", () => {
    const required = (schema: JsonObject) => {
      const findings = check(buildModel(kindOf({ x: schema }, { required: ["x"] })), { spec: {} });
      return findings.map(({ problem }) => problem.code);
    };
    expect(required({ type: "string", minLength: 1 })).toEqual(["required"]);
    expect(required({ type: "string", default: "" })).toEqual([]);
    expect(advise(fieldOf({ type: "string", minLength: 1 }), undefined)).toEqual([]);
  });

  it("names the limit and the items", () => {
    expect(advise(fieldOf({ type: "integer", maximum: 5 }), 6)).toEqual([{ code: "maximum", limit: "5" }]);
    const set = fieldOf({ type: "array", items: {}, "x-kubernetes-list-type": "set" });
    expect(advise(set, ["a", "b", "c", "b"])).toEqual([{ code: "duplicates", limit: "2, 4" }]);
  });

  it("has a text for every code", () => {
    const codes = new Set(CASES.flatMap(([, , ...all]) => all));
    const texts = [...codes, "required" as const].map((code) => TEXTS.problem({ code, limit: "7" }));
    expect(new Set(texts).size).toBe(23);
    expect(texts.every((text) => /^[A-Z].{8,}/.test(text))).toBe(true);
  });
});

describe("check", () => {
  const schema = kindOf(
    {
      name: { type: "string", minLength: 2 },
      list: {
        type: "array",
        items: { type: "object", required: ["a"], properties: { a: { type: "integer" } } },
      },
      map: { type: "object", additionalProperties: { type: "integer" } },
      inner: { type: "object", required: ["b"], properties: { b: { type: "string" } } },
      either: { anyOf: [{ type: "integer", minimum: 5 }, { items: { type: "integer" } }] },
    },
    { required: ["inner", "name"], minProperties: 1 },
  );
  const paths = (value: Json, definition = {}) =>
    check(buildModel(schema, definition), value).map(
      ({ path, problem }) => `${path.join("/")} ${problem.code}`,
    );

  it("finds problems at every level", () => {
    const spec = { name: "x", list: [{ a: 1 }, {}], map: { k: "v" }, inner: {}, either: 4 };
    expect(paths({ spec })).toEqual([
      "spec/name minLength",
      "spec/inner/b required",
      "spec/list/1/a required",
      "spec/map/k notInteger",
      "spec/either minimum",
    ]);
  });

  it("asks for the parts of an absent object only at the top", () => {
    expect(paths({})).toEqual(["spec/name required", "spec/inner required"]);
    expect(paths({ spec: {} })).toEqual(["spec minProperties", "spec/name required", "spec/inner required"]);
  });

  it("finds a problem of a moved field once", () => {
    const hints = { groups: [{ title: "G", fields: ["spec.inner.b"] }] };
    expect(paths({ spec: { name: "xy", inner: {} } }, { hints })).toEqual(["spec/inner/b required"]);
    expect(paths({ spec: { name: "xy" } }, { hints })).toEqual(["spec/inner required"]);
  });

  it("checks the branch that the value has", () => {
    expect(paths({ spec: { name: "xy", inner: { b: "" }, either: [1, "x"] } })).toEqual([
      "spec/either/1 notInteger",
    ]);
  });
});
