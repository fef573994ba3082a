/** The places of the causes of a Status. */
import { describe, expect, it } from "vitest";
import { buildModel, type Cause, causesOf, fieldPath } from "../src";
import { follow, place, resolve } from "../src/core/causes";
import { kindOf } from "./kinds";

const model = buildModel(
  kindOf(
    {
      replicas: { type: "integer" },
      users: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      map: { type: "object", additionalProperties: { type: "string" } },
      nested: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      "a.b": { type: "object", properties: { c: { type: "string" } } },
      a: { type: "object", properties: { b: { type: "string" } } },
      raw: { "x-kubernetes-preserve-unknown-fields": true },
      hidden: { type: "object", properties: { x: { type: "string" } } },
      absent: {
        type: "object",
        properties: { size: { type: "object", required: ["a"], properties: { a: {} } } },
      },
      needed: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
      union: {
        type: "object",
        properties: { a: {}, b: {}, c: {} },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      either: { anyOf: [{ type: "string" }, { type: "object", properties: { x: { type: "string" } } }] },
    },
    { required: ["needed"] },
  ),
  { hints: { fields: [{ path: "spec.hidden", hidden: true }] } },
);
const value = {
  spec: {
    users: [{ name: "a" }, {}],
    map: { "key.with.dots": "x", "a[0]": "y", plain: "z", "": "empty" },
    nested: { "x.y": ["1"] },
    either: { x: "1" },
    union: { a: 1 },
  },
};

describe("follow", () => {
  it.each([
    ["spec.users[0].name", ["spec", "users", 0, "name"]],
    ["spec.users[7].name", ["spec", "users"]],
    ["spec.map[key.with.dots]", ["spec", "map", "key.with.dots"]],
    ["spec.map.key.with.dots", ["spec", "map", "key.with.dots"]],
    ["spec.map[a[0]]", ["spec", "map", "a[0]"]],
    ["spec.union.absent", ["spec", "union"]],
    [".spec.union.a", ["spec", "union", "a"]],
    ["spec.union.a.deeper", ["spec", "union", "a"]],
    ["metadata.name", []],
    ["", []],
  ])("finds %j in the value", (path, found) => {
    expect(follow(value, path)).toEqual(found);
  });
});

describe("resolve", () => {
  it.each([
    ["spec.replicas", ["spec", "replicas"]],
    ["spec.users[0].name", ["spec", "users", 0, "name"]],
    ["spec.users[1]", ["spec", "users", 1]],
    ["spec.map[key.with.dots]", ["spec", "map", "key.with.dots"]],
    ["spec.map.key.with.dots", ["spec", "map", "key.with.dots"]],
    ["spec.map[a[0]]", ["spec", "map", "a[0]"]],
    ["spec.map.plain", ["spec", "map", "plain"]],
    ["spec.map[absent]", ["spec", "map"]],
    ["spec.nested[x.y][0]", ["spec", "nested", "x.y", 0]],
    ["spec.a.b.c", ["spec", "a.b", "c"]],
    ["spec.a.b", ["spec", "a.b"]],
    ["spec.replicasMore", ["spec"]],
    ["spec.raw.deep.er", ["spec", "raw"]],
    ["spec.either.x", ["spec", "either", "x"]],
    ["spec.users", ["spec", "users"]],
    ["spec", ["spec"]],
    ["metadata.name", []],
    ["", []],
    ["<nil>", []],
    [".spec.replicas", ["spec", "replicas"]],
    ["spec..", ["spec"]],
    ["spec[", ["spec"]],
  ])("%s", (field, path) => {
    expect(resolve(model, value, field)).toEqual(path);
  });
});

describe("place", () => {
  it.each<[string | undefined, string | undefined]>([
    ["spec.replicas", "spec.replicas"],
    ["spec.raw.deep", "spec.raw"],
    ["spec.hidden.x", undefined],
    ["spec.absent.size.a", "spec.absent"],
    ["spec.needed.a", "spec.needed.a"],
    ["spec.union.a", "spec.union.a"],
    ["spec.union.b", "spec.union"],
    ["spec.union.c", "spec.union.c"],
    ["spec", undefined],
    ["metadata.name", undefined],
    [undefined, undefined],
  ])("%s is shown at %s", (field, shownAt) => {
    const [placed] = place(model, value, [{ field, message: "no" }]);
    expect(placed?.path && fieldPath(placed.path)).toBe(shownAt);
  });
});

describe("causesOf", () => {
  it("reads the causes of a Status", () => {
    const causes = [{ reason: "FieldValueInvalid", message: "too big", field: "spec.replicas" }];
    expect(causesOf({ kind: "Status", message: "all", details: { causes } })).toEqual(causes);
  });

  it.each<[string, Parameters<typeof causesOf>[0], readonly Cause[]]>([
    [
      "without causes has its message",
      { message: "gone", reason: "NotFound" },
      [{ message: "gone", reason: "NotFound" }],
    ],
    ["with empty causes too", { message: "m", details: { causes: [] } }, [{ message: "m", reason: "" }]],
    ["that is no object has none", "x", []],
  ])("a Status %s", (_, status, causes) => {
    expect(causesOf(status)).toEqual(causes);
  });
});
