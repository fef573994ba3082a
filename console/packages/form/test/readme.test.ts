/** The README says what the code does. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json } from "../src";
import { DEEPEST } from "../src/core/model";
import { WIDGETS } from "../src/react/widgets";
import { fieldOf } from "./kinds";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const QUANTITY = "^([0-9]+)(([KMGTPE]i)|[numkMGTPE])?$";

/** A schema for each row of the table of schemas, in its order. */
const ROWS: readonly Json[] = [
  { type: "string" },
  { type: "string", format: "password" },
  { type: "boolean" },
  { type: "integer" },
  { type: "number" },
  { enum: ["a"] },
  { anyOf: [{ type: "integer" }, { type: "string" }] },
  { "x-kubernetes-int-or-string": true, pattern: QUANTITY },
  { type: "string", format: "duration" },
  { type: "string", format: "date-time" },
  { type: "array", items: {} },
  { type: "object", additionalProperties: {} },
  { type: "object", properties: { a: {} } },
  { type: "object", properties: { a: {}, b: {} }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
  { anyOf: [{ type: "string" }, { type: "array", items: {} }] },
  { "x-kubernetes-preserve-unknown-fields": true },
  { $ref: "#/a" },
];

function section(title: string): string {
  return readme.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
}

describe("the README", () => {
  const rows = [...section("Schemas").matchAll(/^\| (.*) \| `([a-z-]+)`.*\|$/gm)];

  it.each(rows.map(([, schema, kind], i) => [schema, kind, ROWS[i]]))(
    "%s is a field %s",
    (_, kind, schema) => {
      expect(fieldOf(schema as Json).kind).toBe(kind);
    },
  );

  it("has a row for every schema of this test", () => {
    expect(rows).toHaveLength(ROWS.length);
    expect(readme).toContain(`more than ${DEEPEST} levels`);
  });

  it("names every widget", () => {
    const named = section("Widgets").split(".")[1] ?? "";
    expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(Object.keys(WIDGETS));
  });

  it("names every property of the form", () => {
    const source = readFileSync(new URL("../src/react/Form.tsx", import.meta.url), "utf8");
    const properties = source.split("export interface FormProps {")[1]?.split("\n}")[0] ?? "";
    const names = [...properties.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    const rowsOfUse = [...section("Use").matchAll(/^\| (`.*?`) \|/gm)].join();
    expect(names.filter((name) => name !== "children" && !rowsOfUse.includes(`\`${name}\``))).toEqual([]);
    expect(names.length).toBe(16);
  });
});
