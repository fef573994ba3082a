/** The suggestions at a cursor, which is the first `|`. */
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../src/api/yaml";
import { candidatesAt } from "../../src/yaml/candidates";
import { contextAt } from "../../src/yaml/context";
import { fieldAt } from "../../src/yaml/guide";
import { cursorIn, GUIDE } from "./schema";

function at(marked: string, object = {}) {
  const { text, cursor } = cursorIn(marked);
  const context = contextAt(text, cursor);
  const all = context ? candidatesAt(context, fieldAt(GUIDE, object, context.path)) : [];
  const accept = (label: string) => {
    const found = all.find((each) => each.label === label);
    return context && found && text.slice(0, context.from) + found.insert + text.slice(context.to);
  };
  return { all, labels: all.map(({ label }) => label), accept };
}

describe("the suggestions are", () => {
  test.each([
    ["the members of an object", "|", ["apiVersion", "kind", "metadata", "spec"]],
    ["those that are not there yet", "kind: Cache\n|\nspec:\n  size: 1Gi", ["apiVersion", "metadata"]],
    ["the metadata that users set", "metadata:\n  |", ["name", "namespace", "labels", "annotations"]],
    ["required members first", "spec:\n  users:\n    - |", ["name", "role", "options"]],
    ["those that begin with the typed text before others", "spec:\n  mo|", ["mode"]],
    ["those that contain the typed text", "spec:\n  name|", ["byName"]],
    ["nothing for another text", "spec:\n  xyz|", []],
    ["the members of an entry of a map", "spec:\n  byName:\n    a:\n      |", ["name", "role", "options"]],
    ["nothing for the names of a map", "spec:\n  labels:\n    |", []],
    ["nothing for an object without a schema", "spec:\n  anything:\n    |", []],
    ["nothing for an unknown object", "spec:\n  nothing:\n    |", []],
    ["the members of alternatives", "spec:\n  either:\n    |", ["inner"]],
    ["the values of an enum, with the default", "spec:\n  mode: |", ["fast", "safe", "true"]],
    ["the values that fit to the typed text", "spec:\n  mode: fa|", ["fast"]],
    ["all values at a complete one", "spec:\n  mode: fast|", ["fast", "safe", "true"]],
    ["both booleans", "spec:\n  debug: |", ["true", "false"]],
    ["a default", "spec:\n  replicas: |", ["2"]],
    ["no default of a secret", "spec:\n  password: |", []],
    ["the values of items", "spec:\n  zones:\n    - |", ["a", "b"]],
    ["the version of the kind", "apiVersion: |", ["a.io/v1"]],
    ["the name of the kind", "kind: |", ["Cache"]],
    ["the beginning of an item", "spec:\n  users:\n    |", ["name", "role", "options"]],
    ["the value that begins an item", "spec:\n  zones:\n    - a\n    |", ["a", "b"]],
  ])("%s: %j", (_, marked, labels) => {
    expect(at(marked).labels).toEqual(labels);
  });
});

test("a suggestion has the first sentence of the description", () => {
  const { all } = at("spec:\n  |");
  expect(all.find(({ label }) => label === "replicas")?.detail).toBe("How many copies there are.");
  expect(all[0]).toMatchObject({ label: "size", isRequired: true });
  expect(at("spec:\n  mode: |").all.map(({ isDefault }) => isDefault)).toEqual([false, true, false]);
});

describe("accepting", () => {
  test.each([
    ["spec:\n  mo|", "mode", "spec:\n  mode: "],
    ["spec:\n  mo|de: fast", "mode", "spec:\n  mode: fast"],
    ["spec:\n  li|", "limits", "spec:\n  limits:\n    "],
    ["spec:\n  us|", "users", "spec:\n  users:\n    - "],
    ["spec:\n  by|", "byName", "spec:\n  byName:\n    "],
    ["spec:\n  users:\n    - op|", "options", "spec:\n  users:\n    - options:\n        "],
    ["spec:\n  users:\n    |", "name", "spec:\n  users:\n    - name: "],
    ["spec:\n  users:\n    |", "options", "spec:\n  users:\n    - options:\n        "],
    ["spec:\n  zones:\n    |", "a", "spec:\n  zones:\n    - a"],
    ["spec:\n  mode: fa| # why", "safe", undefined],
    ["spec:\n  mode: fa| # why", "fast", "spec:\n  mode: fast # why"],
    ["spec:\n  mode:|", "fast", "spec:\n  mode: fast"],
    ["spec:\n  mode: |", "true", 'spec:\n  mode: "true"'],
    ['spec:\n  mode: "fa|st"', "fast", "spec:\n  mode: fast"],
    ["spec:\n  debug: |", "true", "spec:\n  debug: true"],
    ["spec: {|}", "size", "spec:\n  size: "],
    ["spec: {}|", "limits", "spec:\n  limits:\n    "],
    ["spec:\n  users: [|] # all", "options", "spec:\n  users:\n    - options:\n         # all"],
    ["spec:\n  zones: [|]", "b", "spec:\n  zones:\n    - b"],
    ["spec:\n  labels: {|}", "a", undefined],
  ])("at %j the suggestion %j makes %j", (marked, label, text) => {
    const { accept } = at(marked);
    expect(accept(label)).toBe(text);
    expect(text === undefined || parseYaml(text) !== undefined).toBe(true);
  });
});

test("the fields of alternatives are those of the value that is there", () => {
  const object = { spec: { either: { inner: "a" } } };
  expect(fieldAt(GUIDE, object, ["spec", "either", "inner"])?.kind).toBe("string");
});
