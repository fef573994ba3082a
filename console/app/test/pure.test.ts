import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../src/api/json";
import type { Kind } from "../src/api/kinds";
import { ApiError } from "../src/api/status";
import { exportable, parseYaml, printYaml } from "../src/api/yaml";
import { catalogueOf, iconOf, matchesSearch, sectionsOf } from "../src/catalogue/catalogue";
import { causesOfError } from "../src/edit/causes";
import { parseRoute, printRoute, type Route } from "../src/router/routes";
import { reuse } from "../src/shell/reuse";

const part = fc
  .string({ minLength: 1 })
  .filter(
    (text) => text !== "." && text !== ".." && text.trim() !== "" && text !== "_create" && text !== "core",
  );

test("every address leads back to its page", () => {
  fc.assert(
    fc.property(part, part, part, part, (namespace, group, resource, name) => {
      const kind = { namespace, group, resource };
      const routes: readonly Route[] = [
        { page: "catalogue", namespace },
        { page: "table", ...kind },
        { page: "table", ...kind, group: "" },
        { page: "create", ...kind },
        { page: "detail", ...kind, name },
        { page: "edit", ...kind, name },
        { page: "platform" },
        { page: "definition", name },
      ];
      for (const route of routes) {
        expect(parseRoute(new URL(printRoute(route), "http://x").pathname)).toEqual(route);
      }
    }),
  );
});

test.each(["/", "/console/n", "/console/n/a/b", "/console/n/%ff", "/console/n/a/b/c/d/e", "/console/x"])(
  "%s is no page",
  (path) => {
    expect(parseRoute(path)).toEqual({ page: "unknown" });
  },
);

const value = fc.letrec<{ any: JsonObject[string] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      "8.0",
      "yes",
      "on",
      "0x1F",
      "1e3",
      "null",
      "~",
      "2001-01-01",
      "- a",
      "# no",
      "a: b",
      "\t",
      "\u2028",
    ),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n }),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie("any"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

test("YAML says what the object says", () => {
  fc.assert(
    fc.property(value, (object) => {
      expect(parseYaml(printYaml(object))).toEqual(object);
    }),
  );
});

const TRAPS = (
  "off on yes no y N True ~ NULL = << < 017 0o17 0O17 08 1_000 0_x1F 0X1F 0B11 1e1_0 1e3 .5 5. +1 " +
  "1:30 190:20:30.5 2001-01-01 2001-12-14T21:59:43Z .inf -.Inf .NaN 500m 1.2.3 10.0.0.1 - ? --- %a"
).split(" ");
const oldText = fc.oneof(
  fc.constantFrom(...TRAPS, "", "a: b", "a\n---\nb", "\ta\nb\n", "a\u2028b", '"\u2029\ufeff\x7f', "a\x85\nb"),
  fc.constant(`${"\t\n  \n\n".repeat(12)} `),
  fc.stringMatching(/^[-+]?[0-9._:xXoObBeEa-f]{1,6}$/),
  fc.string(),
);

test("YAML says the same to a parser of YAML 1.1, as in kubectl", () => {
  const content = fc.dictionary(
    oldText,
    fc.oneof(oldText, fc.array(oldText), fc.dictionary(oldText, oldText)),
  );
  fc.assert(
    fc.property(content, (object) => {
      // A map as an object would hide that two keys are the same.
      expect(parse(printYaml(object), { version: "1.1", mapAsMap: true })).toEqual(asMaps(object));
      expect(parseYaml(printYaml(object))).toEqual({ ...object });
    }),
  );
});

function asMaps(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value).map(([name, inner]) => [name, asMaps(inner)]))
    : value;
}

// The YAML 1.1 of the library reads these as texts, but the Go library of kubectl does not.
test.each([
  ["0O17", '"0O17"'],
  ["0X1F", '"0X1F"'],
  ["0_x1F", '"0_x1F"'],
  ["1e1_0", '"1e1_0"'],
  ["=", '"="'],
  ["\tall:\n", '"\\tall:\\n"'],
  ["\n\tall", '"\\n\\tall"'],
  [" \n", '" \\n"'],
  ["a\u2028b", '"a\\u2028b"'],
  ['"\x7f\ufeff', '"\\"\\u007f\\ufeff"'],
])("kubectl would not read %j as a text, so it is in quotes", (text, printed) => {
  expect(printYaml({ a: text })).toBe(`a: ${printed}\n`);
  expect(printYaml({ [text]: 1 })).toBe(`${printed}: 1\n`);
});

test.each(["500m", "1.5Gi", "10.0.0.1", "v1.2.3", "a=b", "off-peak", "/a/b:c"])(
  "%s needs no quotes",
  (text) => {
    expect(printYaml({ [text]: text })).toBe(`${text}: ${text}\n`);
  },
);

test("YAML that expands without end is refused", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcde"[i]}`).join(",")}]`).join("\n")}`;
  expect(() => parseYaml(bomb)).toThrow();
  expect(() => parseYaml("a: [")).toThrow(SyntaxError);
  expect(parseYaml("1: a\ntrue: b")).toEqual({ "1": "a", true: "b" });
});

test("an export has nothing that only the server sets", () => {
  const object = {
    apiVersion: "v1",
    kind: "K",
    metadata: { name: "n", uid: "u", labels: { a: "b" } },
    spec: {},
    status: {},
  };
  expect(exportable(object)).toEqual({
    apiVersion: "v1",
    kind: "K",
    metadata: { name: "n", labels: { a: "b" } },
    spec: {},
  });
});

function kind(group: string, resource: string, more: Partial<Kind> = {}): Kind {
  return {
    group,
    resource,
    version: "v1",
    kind: resource,
    singular: "",
    namespaced: true,
    verbs: ["list"],
    shortNames: [],
    categories: [],
    subresources: [],
    ...more,
  };
}

test("the catalogue has the groups of the definitions, and no machinery without them", () => {
  const kinds = [
    kind("", "pods"),
    kind("apps", "deployments"),
    kind("a.io", "caches"),
    kind("b.io", "others"),
    kind("helm.toolkit.fluxcd.io", "helmreleases"),
  ];
  const ids = (sources: Parameters<typeof catalogueOf>[1]) => catalogueOf(kinds, sources).map(({ id }) => id);
  expect(ids({ definitions: [], reviewed: [] })).toEqual(["caches.a.io", "others.b.io"]);
  const definition = { metadata: { name: "caches.a.io" }, spec: { group: "a.io", description: "A cache." } };
  expect(ids({ definitions: [definition], reviewed: [] })).toEqual(["caches.a.io"]);
  expect(ids({ definitions: [], reviewed: [{ group: "b.io", resource: "others" }] })).toEqual([
    "others.b.io",
  ]);
});

test("the search finds names, categories and descriptions", () => {
  const reviewed = [{ group: "a.io", resource: "caches", description: "Keeps keys in memory." }];
  const [entry] = catalogueOf([kind("a.io", "caches", { categories: ["all", "databases"] })], {
    definitions: [],
    reviewed,
  });
  expect(entry && ["cach mem", "DATABASES", ""].map((search) => matchesSearch(entry, search))).toEqual([
    true,
    true,
    true,
  ]);
  expect(entry && matchesSearch(entry, "queue")).toBe(false);
  expect(sectionsOf(entry ? [entry] : []).map(({ category }) => category)).toEqual(["databases"]);
});

test("an icon comes from the definition, or from the server if the user may not read definitions", () => {
  const iconsOf = (definition: string, review: string) =>
    catalogueOf([kind("a.io", "caches")], {
      definitions: [{ metadata: { name: "caches.a.io" }, spec: { group: "a.io", icon: definition } }],
      reviewed: [{ group: "a.io", resource: "caches", icon: review }],
    }).map(({ icon }) => icon);
  expect(iconsOf("data:image/png,a", "data:image/png,b")).toEqual(["data:image/png,a"]);
  expect(iconsOf("", "data:image/png,b")).toEqual(["data:image/png,b"]);
  expect(iconsOf("", "https://example.com/b.png")).toEqual([""]);
});

test("an icon is an image in its address", () => {
  expect(iconOf("data:image/svg+xml;base64,PHN2Zz4=")).not.toBe("");
  for (const icon of [
    "https://example.com/i.png",
    "javascript:alert(1)",
    "data:text/html,<script>",
    "//x",
    "data:image/svg+xmlx",
  ]) {
    expect(iconOf(icon)).toBe("");
  }
});

test("unknown fields are named at their place, and names apart from the form", () => {
  const strict = new ApiError(
    400,
    "BadRequest",
    'strict decoding error: unknown field "spec.foo", unknown field "spec.bar"',
  );
  expect(causesOfError(strict).others).toEqual([
    { field: "spec.foo", message: 'unknown field "spec.foo"' },
    { field: "spec.bar", message: 'unknown field "spec.bar"' },
  ]);
  const named = new ApiError(422, "Invalid", "", [
    { field: "metadata.name", message: "bad name" },
    { field: "spec.a", message: "bad" },
  ]);
  expect(causesOfError(named)).toEqual({ name: "bad name", others: [{ field: "spec.a", message: "bad" }] });
});

test("what has not changed keeps its identity", () => {
  const old = [{ a: 1 }, { a: 2 }];
  expect(reuse(old, [{ a: 1 }, { a: 2 }])).toBe(old);
  const next = reuse(old, [{ a: 2 }, { a: 3 }]);
  expect(next).toEqual([{ a: 2 }, { a: 3 }]);
  expect(next[0]).toBe(old[1]);
});

test("an integer beyond 2^53 has an identity, too", () => {
  const old = [{ a: 2n ** 60n }];
  expect(reuse(old, [{ a: 2n ** 60n }])).toBe(old);
  expect(reuse(old, [{ a: 2n ** 60n + 1n }])).toEqual([{ a: 2n ** 60n + 1n }]);
});
