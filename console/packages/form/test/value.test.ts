/** Values: defaults, texts, members, branches and titles. */
import { describe, expect, it } from "vitest";
import { buildModel, edit, type Json, type JsonObject, parseJson, printJson } from "../src";
import { branchOf, canShow } from "../src/core/branch";
import { isImmutable } from "../src/core/immutable";
import { initialOf } from "../src/core/initial";
import { equal, member, withMember } from "../src/core/json";
import { labelOf } from "../src/core/label";
import { moved, renamed } from "../src/core/members";
import { fieldPath, isWithin, pathOf } from "../src/core/path";
import { isDigits, scalarOf, textOf } from "../src/core/scalar-text";
import { holdsSecret } from "../src/core/secret";
import { isOpenFirst, sizeOf } from "../src/core/size";
import { titleOf } from "../src/core/title";
import { find } from "../src/core/value";
import { fieldOf, kindOf } from "./kinds";

describe("edit", () => {
  const model = buildModel(
    kindOf({
      a: { type: "string", default: "x" },
      limits: {
        type: "object",
        default: { cpu: 1 },
        properties: { cpu: { type: "integer", default: 7 }, memory: { type: "string", default: "1Gi" } },
      },
      list: { type: "array", default: ["p", "q"], items: { type: "string" } },
      plain: { type: "object", properties: { b: { type: "object", properties: { c: {} } } } },
    }),
  );

  it.each<[Json, (string | number)[], Json | undefined, Json]>([
    [{ spec: {} }, ["spec", "a"], "y", { spec: { a: "y" } }],
    [{}, ["spec", "plain", "b", "c"], 1, { spec: { plain: { b: { c: 1 } } } }],
    [{ spec: {} }, ["spec", "limits", "memory"], "2Gi", { spec: { limits: { cpu: 1, memory: "2Gi" } } }],
    [{ spec: { limits: {} } }, ["spec", "limits", "memory"], "2Gi", { spec: { limits: { memory: "2Gi" } } }],
    [{ spec: {} }, ["spec", "list", 1], "z", { spec: { list: ["p", "z"] } }],
    [{ spec: { list: ["p", "q"] } }, ["spec", "list", 0], undefined, { spec: { list: ["q"] } }],
    [{ spec: { a: "y", z: 1 } }, ["spec", "a"], undefined, { spec: { z: 1 } }],
    [
      { spec: { plain: { b: { c: 1 } } } },
      ["spec", "plain", "b", "c"],
      undefined,
      { spec: { plain: { b: {} } } },
    ],
    [{ spec: 5 }, ["spec", "a"], "y", { spec: 5 }],
    [{ spec: { list: 5 } }, ["spec", "list", 0], "y", { spec: { list: 5 } }],
  ])("%j at %j with %j is %j", (value, path, next, after) => {
    expect(edit(model, value, path, next)).toEqual(after);
  });

  it("shares the parts that it does not change", () => {
    const value = { spec: { a: "x", plain: { b: { c: 1 } } } };
    const after = edit(model, value, ["spec", "a"], "y") as typeof value;
    expect(after.spec.plain).toBe(value.spec.plain);
    expect(edit(model, value, ["spec", "a"], "x")).toBe(value);
    const list = { spec: { list: ["p"] } };
    expect(edit(model, list, ["spec", "list", 0], "p")).toBe(list);
  });

  it("shows the default of an absent object instead of the defaults of its parts", () => {
    expect(find(model, { spec: {} }, ["spec", "limits", "cpu"])).toMatchObject({
      value: undefined,
      fallback: 1,
    });
    expect(find(model, { spec: {} }, ["spec", "limits", "memory"])).toMatchObject({ fallback: "1Gi" });
    expect(find(model, { spec: { limits: {} } }, ["spec", "limits", "cpu"])).toMatchObject({ fallback: 7 });
    expect(find(model, { spec: {} }, ["spec", "limits", "other"])).toBeUndefined();
  });
});

describe("text of a scalar", () => {
  const either = { "x-kubernetes-int-or-string": true };
  const schemas: Readonly<Record<string, JsonObject>> = {
    string: { type: "string" },
    integer: { type: "integer" },
    number: { type: "number" },
    "int-or-string": either,
    quantity: { ...either, format: "quantity" },
    "quantity of a string": { type: "string", format: "quantity" },
    duration: { type: "string", format: "duration" },
  };

  it.each<[keyof typeof schemas, string, Json | undefined, Json]>([
    ["string", "5", undefined, "5"],
    ["integer", "5", undefined, 5],
    ["integer", "-5", undefined, -5],
    ["integer", "5.5", undefined, "5.5"],
    ["integer", "9007199254740991", undefined, 9007199254740991],
    ["integer", "9007199254740992", undefined, 9007199254740992n],
    ["integer", "9223372036854775807", undefined, 9223372036854775807n],
    ["number", "1.", undefined, 1],
    ["number", ".5", undefined, 0.5],
    ["number", "1e3", undefined, 1000],
    ["number", "1e999", undefined, "1e999"],
    ["number", "0x10", undefined, "0x10"],
    ["number", "9007199254740993", undefined, 9007199254740993n],
    ["int-or-string", "80", undefined, 80],
    ["int-or-string", "80", 8, 80],
    ["int-or-string", "80", "8", "80"],
    ["int-or-string", "80", "http", 80],
    ["int-or-string", "080", undefined, "080"],
    ["quantity", "1Gi", undefined, "1Gi"],
    ["quantity", "2", undefined, 2],
    ["quantity", "2", "4", "2"],
    ["quantity of a string", "2", undefined, "2"],
    ["quantity of a string", "9007199254740993", 4, "9007199254740993"],
    ["duration", "5", undefined, "5"],
  ])("%s %s beside %j is %s", (kind, text, current, value) => {
    expect(scalarOf(fieldOf(schemas[kind] ?? {}), text, current)).toBe(value);
  });

  it.each<[Json | undefined, string | undefined]>([
    ["x", "x"],
    [5, "5"],
    [9007199254740993n, "9007199254740993"],
    [true, undefined],
    [null, undefined],
    [[], undefined],
    [{}, undefined],
    [undefined, undefined],
  ])("%s is %s", (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it.each<[Json, boolean]>([
    ["80", true],
    ["-1", true],
    ["0", true],
    ["00", false],
    ["8a", false],
    [80, false],
  ])("%j is a string of digits: %s", (value, expected) => {
    expect(isDigits(value)).toBe(expected);
  });
});

describe("JSON", () => {
  it.each([
    ["9007199254740993", 9007199254740993n],
    ["[1, 9223372036854775807]", [1, 9223372036854775807n]],
    ['{"a": "9007199254740993"}', { a: "9007199254740993" }],
    ['["#9007199254740993", 9007199254740993]', ["#9007199254740993", 9007199254740993n]],
    ['{"\\"9007199254740993": -9007199254740993}', { '"9007199254740993': -9007199254740993n }],
    ["[9007199254740993.5, 9e99]", [9007199254740994, 9e99]],
  ])("%s keeps its digits", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(["", "{", "01", "[1,]", "1n", "undefined", "9007199254740993n"])("%j is a syntax error", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it("is printed with two spaces", () => {
    expect(printJson({ a: [1, 2n], b: {}, c: [] })).toBe(
      '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {},\n  "c": []\n}',
    );
  });

  it("has names of Object.prototype as ordinary names", () => {
    const own = parseJson('{"__proto__": 1}');
    expect([member(own, "__proto__"), member(own, "constructor")]).toEqual([1, undefined]);
    expect(Object.keys(withMember({}, "__proto__", 2))).toEqual(["__proto__"]);
    expect(equal({ a: undefined as unknown as Json }, { b: 1 })).toBe(false);
    expect([equal([1], [1, 2]), equal({ a: 1 }, { a: 1, b: 2 }), equal([], {}), equal(1, 1n)]).toEqual(
      Array(4).fill(false),
    );
  });
});

describe("names and paths", () => {
  it.each([
    ["storageClass", "Storage class"],
    ["externalIPs", "External IPs"],
    ["enableIPv6", "Enable IPv6"],
    ["URLPath", "URL path"],
    ["cpu", "CPU"],
    ["clusterCidr", "Cluster CIDR"],
    ["minReplicas2", "Min replicas 2"],
    ["app.example.com/name", "app.example.com/name"],
    ["snake_case", "snake_case"],
    ["", ""],
  ])("%s has the label %s", (name, label) => {
    expect(labelOf(name)).toBe(label);
  });

  it.each([
    [["spec", "users", 0, "name"], "spec.users[0].name"],
    [["spec", "map", "a.b"], "spec.map[a.b]"],
    [["spec", "map", ""], "spec.map[]"],
    [[], ""],
  ])("%j is printed as %s", (path, text) => {
    expect(fieldPath(path)).toBe(text);
  });

  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/ab", "/a", false],
    ["/a", "/a/b", false],
  ])("%s is within %s: %s", (pointer, other, expected) => {
    expect(isWithin(pointer, other)).toBe(expected);
  });

  it("keeps an index and a name apart", () => {
    expect(pathOf("/a/#1/~21")).toEqual(["a", 1, "#1"]);
  });
});

describe("lists and maps", () => {
  it.each([
    [0, 1, "bac"],
    [2, 0, "cab"],
    [0, 9, "bca"],
    [1, -1, "bac"],
    [1, 1, "abc"],
    [7, 0, "abc"],
  ])("an item moves from %i to %i: %s", (from, to, after) => {
    expect(moved(["a", "b", "c"], from, to).join("")).toBe(after);
  });

  it("a key is renamed in its place, and never over another one", () => {
    const map = { a: 1, b: 2, c: 3 };
    expect(Object.entries(renamed(map, "b", "x"))).toEqual([
      ["a", 1],
      ["x", 2],
      ["c", 3],
    ]);
    expect(renamed(map, "b", "c")).toBe(map);
    expect(renamed(map, "z", "y")).toBe(map);
    expect(renamed(map, "a", "a")).toBe(map);
  });

  it.each<[Json, Json]>([
    [{ type: "string" }, ""],
    [{ type: "string", default: "d" }, "d"],
    [{ type: "boolean" }, false],
    [{ type: "integer" }, 0],
    [{ type: "integer", minimum: 3 }, 3],
    [{ type: "string", enum: ["a"] }, "a"],
    [{ type: "array", items: {} }, []],
    [{ type: "object", additionalProperties: {} }, {}],
    [{ oneOf: [{ type: "boolean" }, { items: {} }] }, false],
    [{}, {}],
  ])("an added part with the schema %j is %j", (schema, value) => {
    expect(initialOf(fieldOf(schema))).toEqual(value);
  });

  it.each<[Json, Json, string]>([
    [{ properties: { name: { type: "string" } } }, { name: "a" }, "1. a"],
    [{ properties: { name: { type: "string" } } }, {}, "plain"],
    [{ properties: { other: { type: "string" } } }, { other: "a" }, "plain"],
    [{ properties: { name: { type: "string", format: "password" } } }, { name: "a" }, "plain"],
    [{ properties: { name: { type: "string" }, id: { type: "string" } } }, { name: "a", id: "b" }, "1. a"],
    [{ properties: { name: {} } }, { name: "x".repeat(61) }, `1. ${"x".repeat(60)}…`],
    [{ properties: { name: {} } }, { name: "x".repeat(60) }, `1. ${"x".repeat(60)}`],
    [{ type: "string" }, "a", "plain"],
  ])("an item with the schema %j and the value %j has the title %s", (items, item, title) => {
    const field = fieldOf({ type: "array", items });
    expect(field.kind === "list" && titleOf(field, item, 0, "plain")).toBe(title);
  });

  it("the title of an item of a list of type map has all keys", () => {
    const properties = { port: { type: "integer" }, protocol: { type: "string" } };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "protocol"] };
    const field = fieldOf({ type: "array", items: { properties }, ...keys });
    expect(field.kind === "list" && titleOf(field, { port: 80, protocol: "TCP" }, 1, "")).toBe("2. 80, TCP");
  });
});

describe("branches", () => {
  const anyOf: Json = [
    { title: "number", type: "number" },
    { title: "integer", type: "integer" },
    { title: "small", type: "object", properties: { a: {}, b: {} }, required: ["a"] },
    { title: "large", type: "object", properties: { a: {}, b: {}, c: {} }, required: ["c"] },
    { title: "choice", type: "string", enum: ["x"] },
    { title: "text", type: "string" },
    { title: "list", items: {} },
  ];

  it.each<[Json | undefined, string | undefined]>([
    [5, "integer"],
    [5.5, "number"],
    [{ a: 1 }, "small"],
    [{ a: 1, c: 2 }, "large"],
    [{}, "small"],
    ["x", "choice"],
    ["y", "text"],
    [[], "list"],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
  ])("%j has the branch %s", (value, label) => {
    const field = fieldOf({ anyOf });
    expect(field.kind === "alternatives" && branchOf(field, value)?.label).toBe(label);
  });

  it("with all required members fits better than one that lacks some", () => {
    const properties = { a: {}, b: {} };
    const field = fieldOf({
      anyOf: [
        { title: "strict", properties, required: ["a"] },
        { title: "lax", properties },
      ],
    });
    const label = (value: Json) => field.kind === "alternatives" && branchOf(field, value)?.label;
    expect([label({ b: 1 }), label({ a: 1 })]).toEqual(["lax", "strict"]);
  });

  it.each<[Json, Json, boolean]>([
    [{ type: "string" }, 5, true],
    [{ type: "string" }, true, false],
    [{ type: "string" }, null, false],
    [{ type: "string", nullable: true }, null, true],
    [{ type: "boolean" }, "true", false],
    [{ enum: ["a"] }, null, true],
    [{ type: "array", items: {} }, {}, false],
    [{ properties: { a: {} } }, [], false],
    [{}, null, true],
    [{ anyOf }, true, false],
  ])("a widget for %j can show %j: %s", (schema, value, expected) => {
    expect(canShow(fieldOf(schema), value)).toBe(expected);
  });
});

describe("secrets and sizes", () => {
  const secret = { type: "string", format: "password" };
  it.each<[Json, boolean]>([
    [secret, true],
    [{ properties: { a: { items: { additionalProperties: secret } } } }, true],
    [{ anyOf: [{ type: "integer" }, { items: secret }] }, true],
    [{ properties: { a: { items: { type: "string" } } } }, false],
  ])("%j holds a secret: %s", (schema, expected) => {
    expect(holdsSecret(fieldOf(schema))).toBe(expected);
  });

  const entries = (count: number): Json =>
    Object.fromEntries([...Array(count).keys()].map((i) => [`p${i}`, {}]));
  const wide = (count: number): Json => ({ properties: entries(count) });
  it.each<[Json, Json | undefined, boolean]>([
    [wide(6), undefined, true],
    [wide(7), undefined, false],
    [{ items: {} }, Array(10).fill(0), true],
    [{ items: {} }, Array(11).fill(0), false],
    [{ additionalProperties: {} }, entries(10), true],
    [{ additionalProperties: {} }, entries(11), false],
    [{ type: "string" }, "x", true],
  ])("%# is open first: %s", (schema, value, expected) => {
    expect(isOpenFirst(fieldOf(schema), value)).toBe(expected);
  });

  it("an object has as many controls as its parts", () => {
    expect(sizeOf(fieldOf({ properties: { a: {}, b: wide(3) } }))).toBe(4);
  });
});

describe("immutable", () => {
  const rule = { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
  const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
  const item = { properties: { name: { type: "string" }, size: { type: "string", ...rule } } };
  const model = buildModel(
    kindOf({
      a: { type: "string", ...rule },
      b: { type: "string" },
      list: { type: "array", items: item, ...keys },
      atomic: { type: "array", items: item },
    }),
    { immutablePaths: ["spec.b"] },
  );
  const before = { spec: { a: "x", list: [{ name: "one", size: "1" }, { name: "two" }] } };
  const now = {
    spec: { a: "x", list: [{ name: "two" }, { name: "one", size: "1" }, { name: "three", size: "3" }] },
  };

  it.each<[string, "create" | "edit", Json, boolean]>([
    ["/spec/a", "edit", before, true],
    ["/spec/a", "create", before, false],
    ["/spec/a", "edit", { spec: {} }, false],
    ["/spec/b", "edit", before, true],
    ["/spec/b", "create", before, false],
    ["/spec/list/#1/size", "edit", before, true],
    ["/spec/list/#0/size", "edit", before, false],
    ["/spec/list/#2/size", "edit", before, false],
    ["/spec/list/#0/name", "edit", before, false],
    ["/spec/atomic/#0/size", "edit", { spec: { atomic: [{ size: "1" }] } }, true],
    ["/spec/atomic/#1/size", "edit", { spec: { atomic: [{ size: "1" }] } }, false],
  ])("%s in mode %s with the old value %j: %s", (pointer, mode, baseline, expected) => {
    const found = find(model, now, pathOf(pointer));
    expect(found && isImmutable(model, found.field, pointer, mode, baseline, () => now)).toBe(expected);
  });
});
