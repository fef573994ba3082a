import { describe, expect, test } from "vitest";
import { type EditPlan, planEdit } from "../../src/api/edit-plan";
import type { JsonObject } from "../../src/api/json";

const fields = (name: string, operation: string, spec: JsonObject) => ({
  manager: name,
  operation,
  fieldsV1: { "f:spec": spec },
});
const created = (spec: JsonObject) => fields("chartroom-console", "Update", spec);
const applied = (spec: JsonObject) => fields("chartroom-console", "Apply", spec);
function planOf(managedFields: JsonObject[], before: JsonObject, after: JsonObject): EditPlan {
  const object = (spec: JsonObject) => ({
    apiVersion: "a.io/v1",
    kind: "K",
    metadata: { name: "n", namespace: "s", resourceVersion: "7", managedFields },
    spec,
  });
  return planEdit(object(before), object(after));
}

const STREAM = { ".": {}, "f:name": {}, "f:subjects": { 'v:"a"': {}, 'v:"b"': {} }, "f:note": {} };
const STREAMS = { "f:streams": { 'k:{"name":"x"}': STREAM } };
const X = { name: "x", subjects: ["a", "b"], note: "n" };
const PORTS = {
  "f:ports": {
    'k:{"port":80,"secure":false}': { ".": {}, "f:port": {}, "f:secure": {} },
    'k:{"port":80,"secure":true}': { ".": {}, "f:port": {}, "f:secure": {} },
  },
};
const HTTP = { port: 80, secure: false };
const HTTPS = { port: 80, secure: true };
const NESTED = {
  "f:groups": { 'k:{"id":1}': { ".": {}, "f:id": {}, "f:users": { 'k:{"name":"a"}': { "f:name": {} } } } },
};
const OTHER = { "f:other": {} };
const LARGE = "9007199254740993";
const IDS = { "f:ids": { [`k:{"id":${LARGE}}`]: { ".": {}, "f:id": {} } } };
const OPTIONAL = {
  "f:users": {
    'k:{"name":"a"}': { ".": {}, "f:name": {} },
    'k:{"name":"a","host":"h"}': { ".": {}, "f:name": {}, "f:host": {} },
  },
};

describe("an edit of a list that the console created is a merge patch if it", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["removes a value of an item", STREAMS, { streams: [X] }, { streams: [{ ...X, subjects: ["a"] }] }],
    ["replaces a value of an item", STREAMS, { streams: [X] }, { streams: [{ ...X, subjects: ["a", "c"] }] }],
    [
      "clears a field of an item",
      STREAMS,
      { streams: [X] },
      { streams: [{ name: "x", subjects: X.subjects }] },
    ],
    ["clears the values of an item", STREAMS, { streams: [X] }, { streams: [{ ...X, subjects: [] }] }],
    [
      "sets the values of an item to null",
      STREAMS,
      { streams: [X] },
      { streams: [{ ...X, subjects: null }] },
    ],
    ["replaces an item", STREAMS, { streams: [X] }, { streams: [{ name: "y" }] }],
    ["renames an item", STREAMS, { streams: [X] }, { streams: [{ ...X, name: "y" }] }],
    [
      "clears the key of an item",
      STREAMS,
      { streams: [X] },
      { streams: [{ subjects: ["a", "b"], note: "n" }] },
    ],
    ["changes one of two keys", PORTS, { ports: [HTTP, HTTPS] }, { ports: [HTTP, { ...HTTPS, port: 443 }] }],
    ["changes a boolean key", PORTS, { ports: [HTTP] }, { ports: [HTTPS] }],
    ["changes the type of a key", PORTS, { ports: [HTTP] }, { ports: [{ ...HTTP, port: "80" }] }],
    [
      "renames an item of an inner list",
      NESTED,
      { groups: [{ id: 1, users: [{ name: "a" }] }] },
      { groups: [{ id: 1, users: [{ name: "b" }] }] },
    ],
    ["clears an optional key", OPTIONAL, { users: [{ name: "a", host: "h" }] }, { users: [{ name: "a" }] }],
    [
      "changes a large number of a key",
      IDS,
      { ids: [{ id: BigInt(LARGE) }] },
      { ids: [{ id: BigInt(LARGE) + 1n }] },
    ],
  ])("%s", (_, owned, before, after) => {
    const merged = planOf([created(owned)], before, after);
    expect(merged).toMatchObject({ type: "merge", object: { metadata: { resourceVersion: "7" } } });
    expect(merged).toHaveProperty("object.spec", after);
    // Apply removes what no manager but the console applied.
    const appliedAgain = planOf([applied(owned)], before, after);
    expect(appliedAgain).toMatchObject({ type: "apply", object: { metadata: { resourceVersion: "7" } } });
    expect(appliedAgain).toHaveProperty("object.spec", after);
    expect(planOf([applied(owned), created(owned)], before, after)).toMatchObject({ type: "merge" });
  });
});

describe("an edit of a list that another manager owns is applied if it", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["changes a field of an item", STREAMS, { streams: [X] }, { streams: [{ ...X, note: "m" }] }],
    ["adds an item", STREAMS, { streams: [X] }, { streams: [{ name: "y" }, X] }],
    [
      "adds a value to an item",
      STREAMS,
      { streams: [X] },
      { streams: [{ ...X, subjects: ["c", "b", "a"] }] },
    ],
    ["changes the order of items", PORTS, { ports: [HTTP, HTTPS] }, { ports: [HTTPS, HTTP] }],
    ["removes an item of an atomic list", { "f:list": {} }, { list: ["a", "b"] }, { list: ["b"] }],
    [
      "changes an atomic list of an item",
      { "f:streams": { 'k:{"name":"x"}': { ".": {}, "f:name": {}, "f:subjects": {} } } },
      { streams: [{ name: "x", subjects: ["a", "b"] }] },
      { streams: [{ name: "x", subjects: ["c"] }] },
    ],
    [
      "changes a field beside a large key",
      IDS,
      { ids: [{ id: BigInt(LARGE) }] },
      { ids: [{ id: BigInt(LARGE), a: 1 }] },
    ],
  ])("%s", (_, owned, before, after) => {
    expect(planOf([created(owned)], before, after)).toMatchObject({ type: "apply", object: { spec: after } });
  });
});

test("an edit removes by apply the items of the console, and by a merge patch those of others", () => {
  const item = (name: string) => ({ "f:users": { [`k:{"name":"${name}"}`]: { ".": {}, "f:name": {} } } });
  const owners = [applied(item("a")), fields("kubectl", "Apply", item("b"))];
  const users = (...names: string[]) => ({ users: names.map((name) => ({ name })) });
  expect(planOf(owners, users("a", "b"), users("b", "c"))).toMatchObject({ type: "apply" });
  expect(planOf(owners, users("a", "b"), users("a", "c"))).toMatchObject({ type: "merge" });
});

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ["a field", OTHER, { note: "n" }, {}],
  ["a list", OTHER, { users: [{ name: "a" }] }, { users: [{ name: "b" }] }],
  ["an item", STREAMS, { streams: [{ name: "y" }, X] }, { streams: [X, { name: "z" }] }],
])("%s without an owner is removed by a merge patch", (_, owned, before, after) => {
  expect(planOf([applied(owned)], before, after)).toMatchObject({ type: "merge" });
});

test("an edit of an atomic map applies the whole map, because apply replaces it", () => {
  const plan = planOf([created({ "f:sel": {} })], { sel: { a: 1, b: 1 } }, { sel: { a: 2, b: 1 } });
  expect(plan).toMatchObject({
    type: "apply",
    object: { spec: { sel: { a: 2, b: 1 } } },
    changes: [{ path: ["spec", "sel", "a"], before: 1, after: 2 }],
  });
});

test("an edit of any other map applies only what has changed", () => {
  const plan = planOf(
    [created({ "f:sel": { "f:a": {}, "f:b": {} } })],
    { sel: { a: 1, b: 1 } },
    { sel: { a: 2, b: 1 } },
  );
  expect((plan as { object: JsonObject }).object.spec).toEqual({ sel: { a: 2 } });
});
