/** The order of fields, and the groups of the hints. */
import { describe, expect, it } from "vitest";
import { buildModel, fieldPath, type Json, type JsonObject } from "../src";
import { kindOf } from "./kinds";

function sections(properties: JsonObject, hints: Json, more: JsonObject = {}) {
  return buildModel(kindOf(properties, more), { hints }).sections.map(({ title, fields }) => [
    title,
    ...fields.map(({ path }) => fieldPath(path)),
  ]);
}

const four = { a: { type: "string" }, b: { type: "string" }, c: { type: "string" }, d: { type: "string" } };

describe("order", () => {
  it("is required fields, then the hints, then the schema", () => {
    expect(sections(four, { order: ["spec.d", "spec.b"] }, { required: ["c"] })).toEqual([
      ["", "spec.c"],
      ["", "spec.d", "spec.b", "spec.a"],
    ]);
  });

  it("of required fields is that of the hints too", () => {
    expect(sections(four, { order: ["spec.d"] }, { required: ["a", "d"] })[0]).toEqual([
      "",
      "spec.d",
      "spec.a",
    ]);
  });

  it("has a path that is named twice at its first place", () => {
    expect(sections(four, { order: ["spec.d", "spec.c", "spec.d"] })[0]?.slice(1, 3)).toEqual([
      "spec.d",
      "spec.c",
    ]);
  });

  it("inside of an object has required fields first too", () => {
    const size = { type: "object", required: ["c"], properties: { a: {}, b: {}, c: {} } };
    const hints = { order: ["spec.size.b", "spec.size.c"] };
    const field = buildModel(kindOf({ size }), { hints }).sections[0]?.fields[0]?.field;
    expect(field?.kind === "object" && field.properties.map(({ name }) => name).join("")).toBe("cba");
  });

  it("applies inside of lists and maps", () => {
    const item = { type: "object", properties: { a: {}, b: {}, c: {} } };
    const schema = kindOf({
      list: { type: "array", items: item },
      map: { type: "object", additionalProperties: item },
    });
    const order = ["spec.list[*].c", "spec.map.*.b"];
    const names = buildModel(schema, { hints: { order } }).sections.flatMap(({ fields }) =>
      fields.map(({ field }) => {
        const inner = field.kind === "list" ? field.item : field.kind === "map" ? field.entry : field;
        return inner.kind === "object" ? inner.properties.map(({ name }) => name).join("") : "";
      }),
    );
    expect(names).toEqual(["cab", "bac"]);
  });
});

describe("groups", () => {
  it("come after required fields and before the rest", () => {
    const groups = [{ title: "Two", description: "Both.", fields: ["spec.d", "spec.b"] }];
    expect(sections(four, { groups }, { required: ["c"] })).toEqual([
      ["", "spec.c"],
      ["Two", "spec.d", "spec.b"],
      ["", "spec.a"],
    ]);
    expect(buildModel(kindOf(four), { hints: { groups } }).sections[0]).toMatchObject({
      help: "Both.",
      kind: "group",
    });
  });

  it("keep required fields that they name", () => {
    const groups = [{ title: "One", fields: ["spec.c"] }];
    expect(sections(four, { groups }, { required: ["c"] })[0]).toEqual(["One", "spec.c"]);
  });

  it("move a field out of its object", () => {
    const properties = { size: { type: "object", properties: { cpu: {}, disk: {} } } };
    const hints = { groups: [{ title: "Storage", fields: ["spec.size.disk"] }] };
    expect(sections(properties, hints)).toEqual([
      ["Storage", "spec.size.disk"],
      ["", "spec.size"],
    ]);
    const size = buildModel(kindOf(properties), { hints }).sections[1]?.fields[0]?.field;
    expect(size).toMatchObject({ moved: ["disk"] });
  });

  it("find a field beside one whose name begins alike", () => {
    const inner = { type: "object", properties: { c: {} } };
    const hints = { groups: [{ title: "G", fields: ["spec.ab.c"] }] };
    expect(sections({ a: inner, ab: inner }, hints)[0]).toEqual(["G", "spec.ab.c"]);
  });

  it.each([
    ["a path that the schema does not have", "spec.z"],
    ["a path in a list", "spec.list[*].a"],
    ["a path in a map", "spec.map.x"],
    ["the spec itself", "spec"],
    ["a name that only begins like a field", "spec.lists"],
  ])("ignore %s", (_, path) => {
    const item = { type: "object", properties: { a: {} } };
    const properties = {
      list: { type: "array", items: item },
      map: { type: "object", additionalProperties: item },
    };
    expect(sections(properties, { groups: [{ title: "G", fields: [path] }] })).toEqual([
      ["", "spec.list", "spec.map"],
    ]);
  });

  it("have a field once, in the first group that names it", () => {
    const groups = [
      { title: "One", fields: ["spec.a", "spec.a"] },
      { title: "Two", fields: ["spec.a", "spec.b"] },
    ];
    expect(sections(four, { groups }).slice(0, 2)).toEqual([
      ["One", "spec.a"],
      ["Two", "spec.b"],
    ]);
  });
});
