/** The meaning of a cursor in a YAML text. The cursor is the first `|`. */
import { fieldPath } from "@chartroom/form";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextAt } from "../../src/yaml/context";
import { cursorIn } from "./schema";

function at(marked: string) {
  const { text, cursor } = cursorIn(marked);
  return contextAt(text, cursor);
}

describe("the cursor wants the name of a member of", () => {
  test.each([
    ["|", "", ""],
    ["ki|", "", "ki"],
    ["spec:\n  |", "spec", ""],
    ["spec:\n  si|", "spec", "si"],
    ["spec:\n  size: 1Gi\n  |", "spec", ""],
    ["spec:\n  size: 1Gi\n|", "", ""],
    ["spec:\n  limits:\n    |", "spec.limits", ""],
    ["spec:\n  limits:\n    cpu: 1\n  |", "spec", ""],
    ["spec:\n  users:\n    - |", "spec.users[0]", ""],
    ["spec:\n  users:\n    - na|", "spec.users[0]", "na"],
    ["spec:\n  users:\n    - name: a\n      |", "spec.users[0]", ""],
    ["spec:\n  users:\n    - name: a\n    - |", "spec.users[1]", ""],
    ["spec:\n  users:\n  - name: a\n  - |", "spec.users[1]", ""],
    ["spec:\n  users:\n  - name: a\n    options:\n      |", "spec.users[0].options", ""],
    ["spec:\n  users:\n  - name: a\n  |", "spec", ""],
    ["spec:\n  users:\n    - name: a\n    |", "spec.users", ""],
    ["spec:\n  users:\n    |\n    - name: a", "spec.users", ""],
    ["users:\n- name: a\n- name: b\nspec:\n  |", "spec", ""],
    ["spec:\n  - - |", "spec[0][0]", ""],
    ['spec:\n  "a b":\n    |', "spec[a b]", ""],
    ["spec:\n  'it''s':\n    |", "spec.it's", ""],
    ['spec:\n  "bad \\q":\n    |', "spec[bad \\q]", ""],
    ["spec: # a comment\n  # another\n  |", "spec", ""],
    ["spec: &anchor\n  |", "spec", ""],
    ["spec:\n  note: >-\n    text\n  |", "spec", ""],
    ["spec:\n  users: [a,\n    b]\n  |", "spec", ""],
    ["---\nspec:\n  |", "spec", ""],
    ["a: 1\n---\nspec:\n  |", "spec", ""],
    ["spec:\n  broken\n  |", "spec", ""],
    ["spec:\n  }\n  |", "spec", ""],
    ["spec:\n  limits:\n\n    |\n\n  size: 1", "spec.limits", ""],
    ["spec:\n  {\n    a: 1\n  }\n|", "", ""],
    ["spec:\n  size: {\n    a: 1\n  }\n  |", "spec", ""],
    ["{\n  a: 1\n}\n---\n|", "", ""],
    ["users:\n- name: a\n|\nspec:\n- b", "", ""],
    ["users:\n- name: a\nsp|ec:\n- b", "", "sp"],
    ["size: 1\nus|\n- name: b", "", "us"],
    ["users:\n- name: a\n  |\n- name: b", "users[0]", ""],
    ["users:\n- name: a\n- |\n- name: b", "users[1]", ""],
  ])("%j: %s", (marked, path, typed) => {
    const context = at(marked);
    expect(context?.wants).toBe("name");
    expect(fieldPath(context?.path ?? [])).toBe(path);
    expect(context?.typed).toBe(typed);
  });
});

describe("the cursor wants the value of", () => {
  test.each([
    ["kind: |", "kind", ""],
    ["spec:\n  mode: |", "spec.mode", ""],
    ["spec:\n  mode: fa|", "spec.mode", "fa"],
    ["spec:\n  mode: |fast # why", "spec.mode", ""],
    ["spec:\n  mode:|", "spec.mode", ""],
    ['spec:\n  mode: "fa|"', "spec.mode", "fa"],
    ["spec:\n  users:\n    - role: |", "spec.users[0].role", ""],
    ["spec:\n  users:\n    - name: a\n      role: |\n    - name: b", "spec.users[0].role", ""],
  ])("%j: %s", (marked, path, typed) => {
    const context = at(marked);
    expect(context?.wants).toBe("value");
    expect(fieldPath(context?.path ?? [])).toBe(path);
    expect(context?.typed).toBe(typed);
  });
});

test.each([
  ["a literal text", "spec:\n  note: ¦\n    si|ze: 1\n  size: 1"],
  ["an empty line of a text", "spec:\n  note: ¦\n    text\n    |\n    more"],
  ["a folded text of an item", "spec:\n  - >-2\n    |"],
  ["a text over several lines", 'spec:\n  note: "a\n    |'],
  ["the line below a value", "spec:\n  size: 1Gi\n    |"],
  ["a comment", "spec:\n  # si|"],
  ["a comment after a value", "spec:\n  mode: fast # s|"],
  ["a comment after a name", "spec: # |"],
  ["a list in brackets", "spec:\n  zones: [|a]"],
  ["an object in brackets", "spec: { si|"],
  ["an object in brackets with members", "spec: {|size: 1}"],
  ["brackets over several lines", "spec:\n  limits: {\n    c|"],
  ["a JSON document", '{\n  "spec": {\n    |\n  }\n}'],
  ["a JSON document without indentation", '{\n"spec": {\n|\n}\n}'],
  ["a JSON document after an empty line", '{\n  "a": 1,\n\n  |\n}'],
  ["a JSON document after its comment", '# JSON\n[\n  {\n    "a": 1\n  },\n  |\n]'],
  ["an object in brackets below its name", 'spec:\n  {\n  "a": 1,\n  |\n  }'],
  ["a list in brackets with a tag", "spec:\n  !!seq [\n    |\n  ]"],
  ["an empty line between the items of a list", "users:\n- name: a\n|\n- name: b"],
  ["an empty line before a comment and an item", "users:\n- name: a\n|\n\n# b\n- name: b"],
  ["an empty line between a name and its list", "users:\n|\n- name: a"],
  ["a name between the items of a list", "users:\n- name: a\nsp|\n- name: b"],
  ["an empty line between deeper items", "spec:\n  users:\n    - name: a\n    |\n    - name: b"],
  ["an anchor", "spec:\n  mode: &a|"],
  ["an alias", "spec:\n  mode: *|"],
  ["the sign of a text", "spec:\n  note: >|"],
  ["the indentation of another line", "spec:\n|  size: 1Gi"],
  ["a column between those of the members", "spec:\n    size: 1Gi\n  |"],
  ["an indentation with tabs", "spec:\n\t|"],
  ["a sentence", "spec:\n  one two|"],
  ["a dash without a space", "spec:\n  users:\n    -|"],
  ["a name before other text", "spec:\n  si| more"],
])("the cursor wants nothing in %s", (_, marked) => {
  const { text, cursor } = cursorIn(marked);
  // The cursor has the sign of a text, too, so the text has another one in this table.
  expect(contextAt(text.replace("¦", "|"), cursor)).toBeUndefined();
});

test("the names of the map are those above and below the cursor", () => {
  const context = at("spec:\n  a: 1\n  b:\n    inner: 1\n  |\n  c: 1\nkind: K");
  expect([...(context?.names ?? [])]).toEqual(["a", "b", "c"]);
});

test("the names of an item are not those of the others", () => {
  const context = at("spec:\n  - a: 1\n    |\n    b: 1\n  - c: 1");
  expect([...(context?.names ?? [])]).toEqual(["a", "b"]);
});

test.each(["spec:\n  li|\n    cpu: 1\n  size: a", "spec:\n  li|mits:\n    cpu: 1\n  size: a"])(
  "lines below the name at %j belong to it",
  (marked) => {
    expect([...(at(marked)?.names ?? [])]).toEqual(["size"]);
  },
);

test("a name that begins an item does not hide those below it", () => {
  const context = at("spec:\n  - na|\n    b: 1");
  expect([...(context?.names ?? [])]).toEqual(["b"]);
});

test.each([
  ["spec:\n  si|ze: 1Gi", "size", true],
  ["spec:\n  si|", "si", false],
  ["spec:\n  mode: fa|st # why", "fast", false],
  ['spec:\n  mode: "fa|st"', '"fast"', false],
  ["spec:\n  mode: | # why", "", false],
  ["spec: {|}", " {}", false],
  ["spec: | {} # why", "  {}", false],
  ["spec: {}|", " {}", false],
])("a suggestion at %j replaces %j", (marked, replaced, isRenamed) => {
  const { text, cursor } = cursorIn(marked);
  const context = contextAt(text, cursor);
  expect(text.slice(context?.from, context?.to)).toBe(replaced);
  expect(context?.isRenamed).toBe(isRenamed);
});

test("any text with any cursor has a context or none", () => {
  const parts = fc.constantFrom(
    "a",
    ":",
    " ",
    "  ",
    "- ",
    "\n",
    "#",
    '"',
    "'",
    "|",
    "{",
    "[",
    "&",
    "\t",
    "---",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), fc.nat(60), (pieces, cursor) => {
      const text = pieces.join("");
      const context = contextAt(text, Math.min(cursor, text.length));
      expect(context === undefined || (context.from <= cursor && context.to <= text.length)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

/** Returns the shortest time of some attempts, in milliseconds, because other programs make some of them slow. */
function timeOf(text: string): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    expect(contextAt(text, text.length)).toBeUndefined();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test.each([
  ["signs", (size: number) => `a: ${"&".repeat(size)} x\n${" ".repeat(size)}x`],
  ["anchors", (size: number) => `a: ${"&a ".repeat(size)}x\n${" ".repeat(size)}x`],
  ["brackets", (size: number) => `${"{ ".repeat(size)}\n${"[".repeat(size)}`],
])("a text with 16 times as many %s takes nowhere near the square of it", (_, textOf) => {
  const [small, large] = [timeOf(textOf(4_000)), timeOf(textOf(64_000))];
  // 16 times is linear, and 256 times quadratic.
  expect(large / Math.max(small, 0.05)).toBeLessThan(100);
});
