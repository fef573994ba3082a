import { expect, test } from "vitest";
import { set } from "../src/api/changes";
import { Http } from "../src/api/http";
import type { Json, JsonObject } from "../src/api/json";
import { Objects } from "../src/api/objects";
import { type Edit, submit } from "../src/edit/submit";
import { fakeApi, KIND, PATH, type Sent } from "./harness";

const conflict = (manager: string, field: string) =>
  Response.json(
    {
      kind: "Status",
      code: 409,
      reason: "Conflict",
      details: {
        causes: [
          { reason: "FieldManagerConflict", message: `conflict with "${manager}" using a.io/v1`, field },
        ],
      },
    },
    { status: 409 },
  );
const stale = () =>
  Response.json({ kind: "Status", code: 409, reason: "Conflict", message: "modified" }, { status: 409 });

function live(version: string, spec: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: "a.io/v1",
    kind: "Cache",
    metadata: { name: "cart", namespace: "shop", resourceVersion: version },
    spec,
    ...more,
  };
}

/** The server has `now`, and answers writes with stale versions as Kubernetes does. */
function target(now: JsonObject, write: (sent: Sent) => unknown = () => now) {
  const api = fakeApi({
    [`GET ${PATH}`]: () => now,
    [`PATCH ${PATH}`]: (sent) => {
      const version = JSON.parse(sent.body).metadata.resourceVersion;
      return version === (now.metadata as JsonObject).resourceVersion ? write(sent) : stale();
    },
  });
  const http = new Http({ fetch: api.fetch, token: () => undefined });
  return { ...api, target: { objects: new Objects(http), kind: KIND, namespace: "shop", name: "cart" } };
}

function edit(base: JsonObject, path: readonly string[], value: Json): Edit {
  return { base, edited: set(base, path, value), force: false };
}

test("an edit that changes nothing is not sent", async () => {
  const base = live("1", { a: 1 });
  const { target: to, sent } = target(base);
  expect(await submit(to, { base, edited: base, force: false }, false)).toEqual({ type: "unchanged" });
  expect(sent).toEqual([]);
});

test("a change of the status meanwhile needs no decision", async () => {
  const now = live("5", { a: 1 }, { status: { ok: true } });
  const { target: to, sent } = target(now);
  const outcome = await submit(to, edit(live("1", { a: 1 }), ["spec", "a"], 2), true);
  expect(outcome).toMatchObject({
    type: "done",
    others: [],
    changes: [{ path: ["spec", "a"], before: 1, after: 2 }],
  });
  expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(2);
  expect(sent.every(({ url, method }) => method === "GET" || url.searchParams.get("dryRun") === "All")).toBe(
    true,
  );
});

test("another field that changed meanwhile is kept and told", async () => {
  const { target: to } = target(live("5", { a: 1, b: 9 }));
  const outcome = await submit(to, edit(live("1", { a: 1, b: 1 }), ["spec", "a"], 2), false);
  expect(outcome).toMatchObject({
    type: "done",
    edit: { edited: { spec: { a: 2, b: 9 } } },
    others: [{ path: ["spec", "b"], before: 1, after: 9 }],
  });
});

test("the same field that changed meanwhile is a decision, even if a manager owns it", async () => {
  const { target: to } = target(live("5", { a: 7 }), () => conflict("kubectl", ".spec.a"));
  const outcome = await submit(to, edit(live("1", { a: 1 }), ["spec", "a"], 2), false);
  expect(outcome).toMatchObject({
    type: "changed",
    conflicts: [{ path: ["spec", "a"], base: 1, mine: 2, theirs: 7 }],
  });
});

test("a field of another manager is a decision, and force follows it", async () => {
  const base = live("1", { a: 1 });
  const { target: to, sent } = target(base, ({ url }) =>
    url.searchParams.get("force") === "true" ? base : conflict("kubectl", ".spec.a"),
  );
  const first = edit(base, ["spec", "a"], 2);
  const outcome = await submit(to, first, false);
  expect(outcome).toMatchObject({
    type: "managed",
    conflicts: [{ path: ["spec", "a"], manager: "kubectl", mine: 2, theirs: 1 }],
  });
  expect(sent.some(({ url }) => url.searchParams.get("force") === "true")).toBe(false);
  expect(await submit(to, { ...first, force: true }, false)).toMatchObject({ type: "done" });
});

test("a field with a dot in its name is a decision between its values", async () => {
  const base = live("1", { config: { "retention.ms": 1, other: 1 } });
  const { target: to } = target(base, () => conflict("kubectl", ".spec.config.retention.ms"));
  const both = set(edit(base, ["spec", "config", "retention.ms"], 2).edited, ["spec", "config", "other"], 2);
  expect(await submit(to, { base, edited: both, force: false }, true)).toMatchObject({
    type: "managed",
    conflicts: [
      { path: ["spec", "config", "retention.ms"], manager: "kubectl", base: 1, mine: 2, theirs: 1 },
    ],
  });
});

test("a conflict outside of the edit is a decision that changes no value", async () => {
  const base = live("1", { a: 1, b: { c: 3 } });
  const { target: to } = target(base, () => conflict("kubectl", ".spec.b.c"));
  expect(await submit(to, edit(base, ["spec", "a"], 2), true)).toMatchObject({
    type: "managed",
    conflicts: [{ path: ["spec", "b", "c"], manager: "kubectl", base: 3, mine: 3, theirs: 3 }],
  });
});

test("a field that the console itself set when it created the object is no decision", async () => {
  const base = live("1", { a: 1 });
  const { target: to } = target(base, ({ url }) =>
    url.searchParams.get("force") === "true" ? base : conflict("chartroom-console", ".spec.a"),
  );
  expect(await submit(to, edit(base, ["spec", "a"], 2), false)).toMatchObject({ type: "done" });
});

test("any other answer is an error", async () => {
  const base = live("1", { a: 1 });
  const { target: to } = target(base, () =>
    Response.json({ kind: "Status", code: 422, reason: "Invalid" }, { status: 422 }),
  );
  await expect(submit(to, edit(base, ["spec", "a"], 2), true)).rejects.toMatchObject({ code: 422 });
});

test("a value that the user removes from an item is removed, and a stale removal is sent again", async () => {
  const stream = (...subjects: string[]) => ({ streams: [{ name: "orders", subjects }] });
  const item = { ".": {}, "f:name": {}, "f:subjects": { 'v:"a"': {}, 'v:"b"': {} } };
  const created = {
    manager: "chartroom-console",
    operation: "Update",
    fieldsV1: { "f:spec": { "f:streams": { 'k:{"name":"orders"}': item } } },
  };
  const owned = (version: string, more: JsonObject = {}) =>
    set(live(version, stream("a", "b"), more), ["metadata", "managedFields"], [created]);
  const { target: to, sent } = target(owned("5", { status: { ok: true } }));
  const base = owned("1");
  const outcome = await submit(to, { base, edited: set(base, ["spec"], stream("a")), force: false }, false);
  expect(outcome).toMatchObject({ type: "done", isPatch: true });
  const patches = sent.filter(({ method }) => method === "PATCH");
  expect(patches.map(({ body }) => JSON.parse(body))).toEqual(
    ["1", "5"].map((resourceVersion) => ({ metadata: { resourceVersion }, spec: stream("a") })),
  );
});
