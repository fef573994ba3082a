/** Properties of the core for generated schemas and values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel, check, edit, type Field, type Json, parseJson, printJson } from "../src";
import { equal, isArray, isObject } from "../src/core/json";
import { append, type Path, pathOf, pointerOf } from "../src/core/path";
import { effective, find, part } from "../src/core/value";
import { json, kind, nonsense } from "./arbitraries";

/** Returns every path that the model has a field for and the value, or its defaults, have a place for. */
function paths(field: Field, value: Json | undefined, at: Path = []): Path[] {
  const inner =
    field.kind === "object"
      ? field.properties.flatMap((each) => paths(each, part(value, each.name), [...at, each.name]))
      : field.kind === "list" && isArray(value)
        ? value.flatMap((item, i) => paths(field.item, item, [...at, i]))
        : field.kind === "map" && isObject(value)
          ? Object.keys(value).flatMap((name) => paths(field.entry, part(value, name), [...at, name]))
          : [];
  return at.length < 2 ? inner : [at, ...inner];
}

/** Returns all leaves of a value with their paths. */
function leaves(value: Json | undefined, at = ""): Map<string, Json> {
  const all = new Map<string, Json>();
  if (isArray(value) && value.length > 0) {
    value.forEach((item, i) => {
      leaves(item, append(at, i)).forEach((leaf, key) => {
        all.set(key, leaf);
      });
    });
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [name, item] of Object.entries(value)) {
      leaves(item, append(at, name)).forEach((leaf, key) => {
        all.set(key, leaf);
      });
    }
  } else if (value !== undefined) {
    all.set(at, value);
  }
  return all;
}

const edits = kind.chain(({ schema, value }) => {
  const model = buildModel(schema);
  const all = paths(model.root, value);
  return fc.record({
    schema: fc.constant(schema),
    value: fc.constant(value),
    path: all.length === 0 ? fc.constant(undefined) : fc.constantFrom(...all),
    next: json,
  });
});

describe("a model", () => {
  it("is built from any JSON without an exception", () => {
    fc.assert(
      fc.property(nonsense, nonsense, json, (schema, hints, value) => {
        const model = buildModel({ properties: { spec: schema } }, { hints });
        check(model, { spec: value });
        buildModel(schema, { hints: schema });
        expect(model.root.properties).toHaveLength(1);
      }),
      { numRuns: 120 },
    );
  });

  it("is bounded for a deep schema", () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 2000; i++) {
      schema = { type: "object", properties: { a: schema } };
    }
    let field: Field | undefined = buildModel({ properties: { spec: schema } }).root;
    let depth = 0;
    while (field?.kind === "object") {
      field = field.properties[0];
      depth++;
    }
    expect(field?.kind).toBe("raw");
    expect(depth).toBe(26);
  });

  it("is bounded for nested alternatives", () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 20; i++) {
      schema = {
        anyOf: [
          { type: "object", properties: { a: schema } },
          { type: "object", properties: { b: schema } },
          { type: "object", properties: { c: schema } },
        ],
      };
    }
    const count = (field: Field): number =>
      1 +
      (field.kind === "alternatives"
        ? field.branches
        : field.kind === "object"
          ? field.properties
          : []
      ).reduce((sum, each) => sum + count(each), 0);
    expect(count(buildModel({ properties: { spec: schema } }).root)).toBeLessThan(50_000);
  });
});

describe("an edit", () => {
  it("changes exactly its path, and shares everything else", () => {
    fc.assert(
      fc.property(edits, ({ schema, value, path, next }) => {
        fc.pre(path !== undefined);
        const model = buildModel(schema);
        // A part below something absent starts from defaults, which the next property is about.
        // Nothing below a value of another type can change, and the form shows such a value as JSON.
        const parent = path.slice(0, -1).reduce<Json | undefined>(part, value);
        fc.pre(typeof path.at(-1) === "number" ? isArray(parent) : isObject(parent));
        const before = printJson(value);
        const after = edit(model, value, path, next);
        expect(equal(path.reduce<Json | undefined>(part, after), next)).toBe(true);
        const changed = pointerOf(path);
        const isOutside = (key: string) => key !== changed && !key.startsWith(`${changed}/`);
        const inAfter = leaves(after);
        leaves(value).forEach((leaf, key) => {
          // An empty object that gets its first member is no leaf any more.
          if (isOutside(key) && !changed.startsWith(`${key}/`)) {
            expect(inAfter.get(key)).toBe(leaf);
          }
        });
        expect([...inAfter.keys()].filter((key) => isOutside(key) && !leaves(value).has(key))).toEqual([]);
        expect(printJson(value)).toBe(before);
      }),
      { numRuns: 120 },
    );
  });

  it("leaves what every other field shows as it was", () => {
    fc.assert(
      fc.property(edits, ({ schema, value, path, next }) => {
        fc.pre(path !== undefined);
        const model = buildModel(schema);
        const after = edit(model, value, path, next);
        const changed = pointerOf(path);
        for (const other of paths(model.root, value)) {
          const pointer = pointerOf(other);
          const isApart = !pointer.startsWith(changed) && !changed.startsWith(pointer);
          const before = find(model, value, other);
          const parent = find(model, value, other.slice(0, -1));
          // The parts of an absent object without a default are not shown at all.
          if (isApart && before && parent && effective(parent) !== undefined) {
            const now = find(model, after, other);
            expect(now && equal(effective(now), effective(before))).toBe(true);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("that removes an absent part returns the value itself", () => {
    fc.assert(
      fc.property(edits, ({ schema, value, path }) => {
        fc.pre(path !== undefined && path.reduce<Json | undefined>(part, value) === undefined);
        expect(edit(buildModel(schema), value, path, undefined)).toBe(value);
      }),
    );
  });
});

describe("texts and keys", () => {
  it("JSON that is printed and parsed is the same", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(equal(parseJson(printJson(value)), value)).toBe(true);
      }),
    );
  });

  it("a pointer leads back to its path", () => {
    const segment = fc.oneof(fc.nat(50), fc.string(), fc.constantFrom("#1", "~2", "a/b", ""));
    fc.assert(
      fc.property(fc.array(segment), (path) => {
        expect(pathOf(pointerOf(path))).toEqual(path);
      }),
    );
  });
});
