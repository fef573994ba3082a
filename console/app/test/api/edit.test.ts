import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyChanges, changesOf, merge } from "../../src/api/changes";
import { isOwnConflict, managerOf, planEdit } from "../../src/api/edit-plan";
import { at, type JsonObject } from "../../src/api/json";
import { diffLines } from "../../src/api/line-diff";
import { extract, fieldsAt } from "../../src/api/managed-fields";
import { LAST_APPLIED, MASK, masked, maskedAt } from "../../src/api/sensitive";
import { ApiError } from "../../src/api/status";

const names = fc.constantFrom("a", "b", "constructor", "__proto__", "x.y");
const { tree } = fc.letrec<{ tree: JsonObject; value: JsonObject[string] }>((tie) => ({
  tree: fc
    .array(fc.tuple(names, tie("value")), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.nat(3),
    fc.constantFrom("s", "t"),
    fc.array(fc.nat(2), { maxLength: 2 }),
    tie("tree"),
  ),
}));

describe("changes", () => {
  test("lead from the one object to the other", () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        expect(applyChanges(before, changesOf(before, after))).toEqual(after);
      }),
    );
  });

  test("of one side only need no decision", () => {
    fc.assert(
      fc.property(tree, tree, (base, mine) => {
        expect(merge(base, mine, base)).toMatchObject({ merged: mine, conflicts: [] });
        expect(merge(base, base, mine)).toMatchObject({ merged: mine, conflicts: [] });
      }),
    );
  });

  test("of both sides at one field conflict", () => {
    const result = merge({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 5 });
    expect(result.conflicts).toEqual([{ path: ["a"], base: 1, mine: 2, theirs: 3 }]);
    expect(result.merged).toEqual({ a: 3, b: 5 });
  });
});

function live(managedFields: JsonObject[string]): JsonObject {
  return {
    apiVersion: "a.io/v1",
    kind: "K",
    metadata: { name: "n", namespace: "s", resourceVersion: "7", uid: "u", managedFields },
    spec: { size: "1Gi", replicas: 2, users: [{ name: "a" }, { name: "b" }] },
    status: { ok: true },
  };
}
const KUBECTL = {
  manager: "kubectl",
  operation: "Update",
  fieldsV1: { "f:spec": { "f:size": {}, "f:users": { 'k:{"name":"a"}': { ".": {}, "f:name": {} } } } },
};
const OWN = {
  manager: "chartroom-console",
  operation: "Apply",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
};

describe("the plan of an edit", () => {
  test("applies the changed fields and those that the console owns", () => {
    const before = live([KUBECTL, OWN]);
    const plan = planEdit(before, { ...before, spec: { ...(before.spec as JsonObject), size: "5Gi" } });
    expect(plan).toMatchObject({
      type: "apply",
      object: {
        apiVersion: "a.io/v1",
        kind: "K",
        metadata: { name: "n", namespace: "s", resourceVersion: "7" },
        spec: { replicas: 2, size: "5Gi" },
      },
    });
    expect(JSON.stringify(plan)).not.toContain("uid");
  });

  test("removes by a merge patch what another manager owns", () => {
    const before = live([KUBECTL, OWN]);
    const plan = planEdit(before, {
      ...before,
      spec: { replicas: 2, users: (before.spec as JsonObject).users ?? [] },
    });
    expect(plan).toMatchObject({
      type: "merge",
      object: { metadata: { resourceVersion: "7" }, spec: { size: null } },
    });
  });

  test("removes an integer beyond 2^53 from a list by a merge patch", () => {
    const fields = { "f:spec": { "f:ids": { "v:9007199254740993": {}, "v:1": {} } } };
    const before = { ...live([{ ...KUBECTL, fieldsV1: fields }]), spec: { ids: [9007199254740993n, 1] } };
    expect(planEdit(before, { ...before, spec: { ids: [9007199254740992n, 1] } })).toMatchObject({
      type: "merge",
      object: { spec: { ids: [9007199254740992n, 1] } },
    });
  });

  test("removes by apply what the console alone owns", () => {
    const before = live([KUBECTL, OWN]);
    const { replicas: _, ...spec } = before.spec as JsonObject;
    expect(planEdit(before, { ...before, spec })).toMatchObject({ type: "apply", object: { spec: {} } });
  });

  test("ignores edits of the status and of managed metadata", () => {
    const before = live([]);
    expect(planEdit(before, { ...before, status: {}, metadata: { name: "other" } })).toEqual({
      type: "none",
    });
  });

  test("recognises a conflict with the console itself", () => {
    const cause = (manager: string) => ({
      reason: "FieldManagerConflict",
      message: `conflict with "${manager}" using v1`,
      field: ".spec.a",
    });
    expect(isOwnConflict(new ApiError(409, "Conflict", "", [cause("chartroom-console")]))).toBe(true);
    expect(
      isOwnConflict(new ApiError(409, "Conflict", "", [cause("chartroom-console"), cause("kubectl")])),
    ).toBe(false);
    expect(managerOf('conflict with "a \\"b\\"" with subresource')).toBe('a "b"');
  });
});

test("managed fields name integers beyond 2^53", () => {
  const fields = { "f:spec": { "f:ids": { "v:9007199254740993": {} } } };
  const spec = { ids: [9007199254740992n, 9007199254740993n] };
  expect(extract({ spec }, fields)).toEqual({ spec: { ids: [9007199254740993n] } });
});

test("managed fields name items of lists by their keys and values", () => {
  const object = {
    spec: {
      users: [
        { name: "a", x: 1 },
        { name: "b", x: 2 },
      ],
      tags: ["t", "u"],
    },
  };
  const fields = {
    "f:spec": { "f:users": { 'k:{"name":"b"}': { ".": {}, "f:x": {} } }, "f:tags": { 'v:"u"': {} } },
  };
  expect(extract(object, fields)).toEqual({ spec: { users: [{ name: "b", x: 2 }], tags: ["u"] } });
  expect(fieldsAt([fields], ["spec", "tags"])).toEqual([{ 'v:"u"': {} }]);
  expect(fieldsAt([fields], ["spec", "other"])).toEqual([]);
});

test("managed fields name an item by a large number", () => {
  const object = { spec: { ids: [{ id: 9007199254740993n, x: 1 }, { id: 9007199254740992n }] } };
  const fields = { "f:spec": { "f:ids": { 'k:{"id":9007199254740993}': { ".": {}, "f:id": {} } } } };
  expect(extract(object, fields)).toEqual({ spec: { ids: [{ id: 9007199254740993n }] } });
});

test("a diff of lines rebuilds both texts", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after);
      const side = (other: string) =>
        lines
          .filter(({ type }) => type !== other)
          .map(({ text }) => text)
          .join("\n");
      expect(side("added")).toBe(before);
      expect(side("removed")).toBe(after);
    }),
  );
});

test("sensitive values are masked by the schema and by paths", () => {
  const schema = {
    properties: { spec: { properties: { password: { format: "password" } } } },
    "x-chartroom-sensitive-paths": ["spec.users[*].token"],
  };
  const value = { spec: { password: "p", users: [{ token: "t", name: "n" }] } };
  expect(masked(value, schema)).toEqual({
    spec: { password: MASK, users: [{ token: MASK, name: "n" }] },
  });
});

test("what kubectl applied last is masked as the object itself", () => {
  const schema = { properties: { spec: { properties: { password: { format: "password" } } } } };
  const applied = (text: string) => {
    const annotations = { [LAST_APPLIED]: text, other: "o" };
    const object = { metadata: { name: "a", annotations }, spec: {} };
    const safe = at(masked(object, schema), "metadata", "annotations");
    expect(masked({ ...object, kind: "Cache" }, schema)).toMatchObject({
      kind: "Cache",
      metadata: { name: "a" },
    });
    expect(at(safe, "other")).toBe("o");
    return at(safe, LAST_APPLIED);
  };
  const safe = applied('{"spec":{"password":"p","size":12345678901234567890}}');
  expect(String(safe).replaceAll(/\s/g, "")).toBe(
    `{"spec":{"password":"${MASK}","size":12345678901234567890}}`,
  );
  expect(applied('{"spec": {"size": 1}}')).toBe('{"spec": {"size": 1}}');
  expect(applied("{")).toBe(MASK);
  expect(applied("")).toBe("");
});

test.each([
  [{ allOf: [{ minLength: 8 }, { format: "password" }] }],
  [{ anyOf: [{ type: "integer" }, { "x-kubernetes-sensitive": true }] }],
  [{ oneOf: [{ allOf: [{ anyOf: [{ format: "password" }] }] }] }],
])("a value is masked if a clause of its schema %j marks it", (mark) => {
  const password = { password: mark };
  const holders = [
    { properties: password },
    { allOf: [{ properties: password }, { properties: { password: {} } }] },
    { additionalProperties: mark },
    { oneOf: [{ additionalProperties: { anyOf: [mark] } }] },
  ];
  for (const holder of holders) {
    const schema = { properties: { spec: holder, users: { anyOf: [{ items: holder }] } } };
    const value = { spec: { password: "p" }, users: [{ password: "p" }] };
    expect(masked(value, schema)).toEqual({ spec: { password: MASK }, users: [{ password: MASK }] });
    expect(maskedAt(["spec", "password"], "p", schema)).toBe(MASK);
  }
});

test("a clause that marks nothing masks nothing", () => {
  const schema = { properties: { size: { anyOf: [{ type: "string" }, { type: "integer" }] } } };
  expect(masked({ size: "1Gi" }, schema)).toEqual({ size: "1Gi" });
});

test("values that the form hides because of a hint are masked, too", () => {
  const fields = [
    { path: "spec.users[*].pin", widget: "password" },
    { path: "spec.key", widget: "secret" },
    { path: "spec.note", widget: "textarea" },
  ];
  const value = { spec: { key: "k", note: "n", users: [{ pin: "1" }] } };
  expect(masked(value, { "x-chartroom-form": { fields } })).toEqual({
    spec: { key: MASK, note: "n", users: [{ pin: MASK }] },
  });
});

const SECRETS = {
  properties: {
    spec: {
      properties: {
        password: { format: "password" },
        auth: { "x-kubernetes-sensitive": true, properties: { user: {} } },
        users: { items: { properties: { token: {}, pin: { format: "password" } } } },
      },
    },
  },
  "x-chartroom-sensitive-paths": ["spec.users[*].token", "spec.keys.*"],
};

test.each([
  [["spec", "password"], "p", MASK],
  [["spec", "password"], "", ""],
  [["spec", "password"], undefined, undefined],
  [["spec", "size"], "1Gi", "1Gi"],
  [["spec", "auth", "user"], "root", MASK],
  [["spec", "keys", "a"], "k", MASK],
  [["spec", "keys"], { a: "k" }, { a: MASK }],
  [["spec", "users"], [{ name: "n", token: "t", pin: "1" }], [{ name: "n", token: MASK, pin: MASK }]],
  [["spec"], { password: "p", size: "1Gi" }, { password: MASK, size: "1Gi" }],
  [["metadata", "labels"], { password: "p" }, { password: "p" }],
] as const)("the change of %j to %j is shown as %j", (path, value, shown) => {
  expect(maskedAt(path, value, SECRETS)).toEqual(shown);
});

test.each([
  [[]],
  [["metadata"]],
  [["metadata", "annotations"]],
  [["metadata", "annotations", LAST_APPLIED]],
] as const)("a change of what kubectl applied last has masks at %j", (path) => {
  const applied = JSON.stringify({ spec: { password: "hunter2", users: [{ token: "hunter3" }] } });
  const object = { metadata: { annotations: { [LAST_APPLIED]: applied, other: "o" } } };
  const shown = JSON.stringify(maskedAt(path, at(object, ...path), SECRETS));
  expect(shown).toContain(MASK);
  expect(shown).not.toMatch(/hunter/);
  expect(shown.includes('"other":"o"')).toBe(path.length < 3);
});

test("a change of another annotation with the text of an object has no masks", () => {
  const applied = '{"spec":{"password":"p"}}';
  expect(maskedAt(["metadata", "annotations", "other"], applied, SECRETS)).toBe(applied);
  expect(maskedAt(["spec", "annotations"], { [LAST_APPLIED]: applied }, SECRETS)).toEqual({
    [LAST_APPLIED]: applied,
  });
});
