/** The problems of a YAML text, and their lines. */
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "../../src/api/json";
import { parseYaml } from "../../src/api/yaml";
import { positionsOf } from "../../src/yaml/positions";
import { problemsOf } from "../../src/yaml/problems";
import { GUIDE } from "./schema";

const HEAD = "apiVersion: a.io/v1\nkind: Cache\nmetadata:\n  name: cart\n";

function objectOf(text: string): JsonObject {
  const object = parseYaml(text);
  return isObject(object) ? object : {};
}

/** The lines are those below the head. */
function problems(spec: string, causes: readonly { field?: string; message: string }[] = []) {
  const text = HEAD + spec;
  return problemsOf({ text, error: "", object: objectOf(text) }, causes, GUIDE).map(
    ({ line, field, message }) => `${line - 4} ${field} ${message}`,
  );
}

describe("the schema advises about", () => {
  test.each([
    ["nothing in a valid object", "spec:\n  size: 1Gi\n  anything:\n    x: 1", []],
    ["a missing member", "spec:\n  debug: true", ["1 spec.size Enter a value."]],
    ["a missing object", "", ["-3 spec Enter a value.", "-3 spec.size Enter a value."]],
    [
      "an unknown member",
      "spec:\n  size: a\n  seize: b",
      ["3 spec.seize The schema does not have this field."],
    ],
    [
      "an unknown member beside the spec",
      "spec:\n  size: a\nspce: 1",
      ["3 spce The schema does not have this field."],
    ],
    ["a wrong type", "spec:\n  size: a\n  replicas: many", ["3 spec.replicas Enter a whole number."]],
    [
      "a number that is too small",
      "spec:\n  replicas: 0\n  size: a",
      ["2 spec.replicas Must be at least 1."],
    ],
    [
      "a value that is not in the enum",
      "spec:\n  size: a\n  mode: slow",
      ["3 spec.mode Choose one of the values."],
    ],
    [
      "an item",
      "spec:\n  size: a\n  users:\n    - name: a\n    - name: B",
      ["5 spec.users[1].name Must match the pattern ^[a-z]+$"],
    ],
    [
      "an item without a member",
      "spec:\n  size: a\n  users:\n    - role: admin",
      ["4 spec.users[0].name Enter a value."],
    ],
    [
      "an object that is a text",
      "spec:\n  size: a\n  limits: none",
      ["3 spec.limits The value has the wrong type."],
    ],
    ["a value without text", "spec:\n  size:", ["2 spec.size The value has the wrong type."]],
    [
      "the members of an alias at its place",
      "spec:\n  size: &a 1\n  note: *a",
      [
        "2 spec.size The value is a number, but it must be text.",
        "3 spec.note The value is a number, but it must be text.",
      ],
    ],
    [
      "names in brackets",
      "spec: {size: a,\n  'seize': 1}",
      ["2 spec.seize The schema does not have this field."],
    ],
  ])("%s", (_, spec, expected) => {
    expect(problems(spec)).toEqual(expected);
  });

  test("the members around the spec", () => {
    const text = "apiVersion: a.io/v2\nmetadata:\n  labels:\n    a: 1\nspec:\n  size: a";
    const found = problemsOf({ text, error: "", object: objectOf(text) }, [], GUIDE);
    expect(found.map(({ line, field }) => `${line} ${field}`)).toEqual([
      "1 apiVersion",
      "1 kind",
      "4 metadata.labels.a",
    ]);
  });
});

test("the status and other metadata are known", () => {
  expect(problems("  finalizers: [a]\nspec:\n  size: a\nstatus:\n  x: 1")).toEqual([]);
});

test("the causes of the server come before the advice, each at the line of its field", () => {
  const causes = [
    { field: "spec.users[0].name", message: "Duplicate value" },
    { field: "spec.mode", message: "Forbidden" },
    { field: "spec.labels[a.b]", message: "Too long" },
    { field: "metadata.name", message: "Taken" },
    { message: "Denied by a policy" },
  ];
  const spec = "spec:\n  size: a\n  x: 1\n  labels:\n    a.b: c\n  users:\n    - role: admin\n      name: a";
  expect(problems(spec, causes)).toEqual([
    "-3  Denied by a policy",
    "0 metadata.name Taken",
    "1 spec.mode Forbidden",
    "5 spec.labels[a.b] Too long",
    "8 spec.users[0].name Duplicate value",
    "3 spec.x The schema does not have this field.",
  ]);
});

test("a syntax error has its line, and the schema says nothing meanwhile", () => {
  const text = `${HEAD}spec:\n  size: "a\n  mode: b`;
  const object = objectOf(HEAD);
  const found = problemsOf(
    { text, error: "broken", object },
    [{ field: "metadata.name", message: "Taken" }],
    GUIDE,
  );
  expect(found.map(({ line, source, message }) => ({ line, source, message }))).toEqual([
    { line: 7, source: "syntax", message: "broken" },
    { line: 4, source: "server", message: "Taken" },
  ]);
});

test("without a schema there are only errors", () => {
  expect(problemsOf({ text: "a: 1", error: "", object: { a: 1 } }, [], undefined)).toEqual([]);
  expect(
    problemsOf({ text: "", error: "The YAML must be one object.", object: {} }, [], undefined),
  ).toMatchObject([{ line: 1, offset: 0, source: "syntax" }]);
});

test.each([
  [["spec"], 1, 0],
  [["spec", "a"], 2, 8],
  [["spec", "a", "absent"], 2, 8],
  [["spec", "list", 1], 5, 31],
  [["spec", "list", 9], 3, 15],
  [["spec", "list", 1, "b"], 5, 31],
  [["spec", "1"], 6, 38],
  [["absent"], 1, 0],
  [[], 1, 0],
])("the path %j is at line %d", (path, line, offset) => {
  const text = "spec:\n  a: 1\n  list:\n  - x\n  - b: 1\n  1: y\n";
  expect(positionsOf(text).of(path)).toEqual({ line, offset });
});
