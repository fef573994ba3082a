/** The members that a schema does not describe. */
import { expect, it } from "vitest";
import { buildModel, fieldPath, type Json, unknownFields } from "../src";
import { kindOf } from "./kinds";

const user = { type: "object", properties: { name: { type: "string" } } };
const model = buildModel(
  kindOf({
    size: { type: "string" },
    user,
    users: { type: "array", items: user },
    byName: { type: "object", additionalProperties: user },
    open: { ...user, "x-kubernetes-preserve-unknown-fields": true },
    more: { ...user, additionalProperties: { type: "string" } },
    raw: { "x-kubernetes-preserve-unknown-fields": true },
    either: { anyOf: [{ type: "string" }, user] },
    grouped: user,
  }),
  { hints: { groups: [{ title: "G", fields: ["spec.grouped.name"] }] } },
);

it.each<[Json, readonly string[]]>([
  [{ size: "1Gi" }, []],
  [{ seize: "1Gi" }, ["spec.seize"]],
  [{ user: { name: "a", nmae: "b" } }, ["spec.user.nmae"]],
  [{ users: [{ name: "a" }, { nmae: "b" }] }, ["spec.users[1].nmae"]],
  [{ byName: { any: { name: "a", x: 1 } } }, ["spec.byName.any.x"]],
  [{ open: { x: 1 }, more: { x: "1" }, raw: { x: { y: 1 } } }, []],
  [{ either: { name: "a", x: 1 } }, ["spec.either.x"]],
  [{ either: "text" }, []],
  [{ grouped: { name: "a" } }, []],
  [{ constructor: 1 }, ["spec.constructor"]],
  [{ user: ["of another type"], size: { a: 1 } }, []],
  [null, []],
])("the spec %j has the unknown members %j", (spec, paths) => {
  expect(unknownFields(model, { kind: "K", spec }).map(fieldPath)).toEqual(paths);
});
