// @vitest-environment jsdom
/** Properties of the rendered form for generated schemas, values and hostile strings. */
import { cleanup, fireEvent, render } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Form, type Json, type JsonObject, printJson } from "../src";
import { equal } from "../src/core/json";
import { HOSTILE, json, kind, nonsense } from "./arbitraries";
import { show } from "./harness";
import { kindOf } from "./kinds";
import { openAll } from "./open-all";

const ALLOWED =
  /^(?:DIV|FORM|SECTION|H2|UL|OL|LI|P|SPAN|CODE|A|LABEL|INPUT|TEXTAREA|SELECT|OPTION|BUTTON|FIELDSET|LEGEND)$/;

const rendered: string[] = [];

function Counted({ id }: { readonly id: string }) {
  rendered.push(id);
  return <input id={id} />;
}

describe("a rendered form", () => {
  it("reports no change without an edit, also when its parts are opened, focused and left", () => {
    fc.assert(
      fc.property(kind, ({ schema, value }) => {
        const before = printJson(value);
        const { container, changes } = show({ schema, value });
        openAll(container);
        for (const control of container.querySelectorAll<HTMLElement>("input, textarea, select")) {
          fireEvent.focus(control);
          fireEvent.blur(control);
        }
        fireEvent.submit(container.querySelector("form") as HTMLElement);
        expect(changes).toEqual([]);
        expect(printJson(value)).toBe(before);
      }),
      { numRuns: 25 },
    );
  });

  it("does not fail for any JSON as schema, hints and value", () => {
    fc.assert(
      fc.property(nonsense, nonsense, json, (spec, hints, value) => {
        const { container } = show({ schema: { properties: { spec } }, hints, value: { spec: value } });
        openAll(container);
        expect(container.querySelector("form")).not.toBe(null);
      }),
      { numRuns: 25 },
    );
  });

  it("changes only the property whose control is edited", () => {
    fc.assert(
      fc.property(kind, fc.nat(), ({ schema, value }, seed) => {
        const { container, changes } = show({ schema, value });
        const controls = [
          ...container.querySelectorAll<HTMLInputElement>("input.cf-input[id*='/spec/']:not([readonly])"),
        ];
        const control = controls[seed % Math.max(controls.length, 1)];
        fc.pre(control !== undefined && !control.id.includes("_-") && !/~rest/.test(control.id));
        fireEvent.input(control, { target: { value: "7" } });
        const name = (spec: Json | undefined) => (spec ?? {}) as JsonObject;
        const after = changes.at(-1) ?? value;
        const changed = [
          ...new Set([...Object.keys(name(value.spec)), ...Object.keys(name(after.spec))]),
        ].filter((key) => !Object.is(own(name(value.spec), key), own(name(after.spec), key)));
        expect(changed.length).toBeLessThanOrEqual(1);
        expect(equal({ ...after, spec: null }, { ...value, spec: null })).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  function own(object: JsonObject, key: string): Json | undefined {
    return Object.hasOwn(object, key) ? object[key] : undefined;
  }

  it.each(HOSTILE)("shows the text %j as text wherever a schema or value has it", (text) => {
    const scalar = { type: "string", title: text, description: text, default: text };
    const properties = {
      [text]: scalar,
      enum: { title: text, enum: [text, { [text]: text }], default: text },
      list: { title: text, type: "array", items: { properties: { name: scalar } } },
      map: { title: text, additionalProperties: scalar },
      either: {
        anyOf: [
          { title: text, type: "string" },
          { title: `${text} `, type: "boolean" },
        ],
      },
      union: {
        properties: { [text]: scalar, b: {} },
        oneOf: [{ title: text, required: [text] }, { required: ["b"] }],
      },
    };
    const spec = {
      [text]: text,
      enum: "other",
      list: [{ name: text }],
      map: { [text]: text, b: text },
      either: text,
      union: { [text]: text },
      unknown: { [text]: text },
    };
    const { container, changes } = show({
      schema: kindOf(properties),
      value: { spec },
      hints: { groups: [{ title: text, description: text, fields: ["spec.enum"] }] },
      errors: [
        { field: `spec.${text}`, message: text },
        { field: text, message: text },
      ],
    });
    openAll(container);
    const elements = [...container.querySelectorAll("*")];
    expect(elements.filter((each) => !ALLOWED.test(each.tagName))).toEqual([]);
    const names = elements.flatMap((each) => [...each.attributes].map(({ name }) => name));
    expect(names.filter((name) => name.startsWith("on") || name === "style" || name === "src")).toEqual([]);
    expect([...container.querySelectorAll("a")].every((a) => a.getAttribute("href")?.startsWith("#"))).toBe(
      true,
    );
    expect(changes).toEqual([]);
    expect(document.querySelector("#injected")).toBe(null);
  });

  it("has a different id for every control, and a label for each", () => {
    const { container } = show({
      schema: kindOf({
        "a b": { type: "string" },
        a_20_b: { type: "string" },
        "a/b": { type: "string" },
        a: { properties: { b: { type: "string" } } },
      }),
      value: { spec: { a: {} } },
    });
    const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const inputs = [...container.querySelectorAll("input")];
    expect(inputs.map((each) => each.labels?.length)).toEqual(Array(4).fill(1));
  });

  it("renders only the edited field of a large form again", () => {
    const schema = kindOf(
      Object.fromEntries([...Array(200).keys()].map((i) => [`f${i}`, { type: "string" }])),
    );
    cleanup();
    const widgets = { string: Counted };
    const onChange = () => undefined;
    const tree = (value: JsonObject) => (
      <Form schema={schema} value={value} onChange={onChange} widgets={widgets} />
    );
    const { rerender } = render(tree({ spec: { f1: "a" } }));
    expect(rendered).toHaveLength(200);
    rerender(tree({ spec: { f1: "b" } }));
    expect(rendered.slice(200).map((id) => id.replace(/.*\//, ""))).toEqual(["f1"]);
  });
});
