// @vitest-environment jsdom
/** The form as a whole: errors, the summary, hints, modes, overrides and choices. */
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Cause, JsonObject, WidgetProps } from "../src";
import { described } from "./described";
import { show, showField } from "./harness";
import { kindOf } from "./kinds";

const button = (name: RegExp | string) => screen.getByRole("button", { name });
const summary = () => screen.queryByRole("region", { name: /There (is|are)/ });
const users = {
  type: "array",
  items: { type: "object", properties: { name: { type: "string" }, role: { type: "string" } } },
};

describe("errors of the server", () => {
  const schema = kindOf({
    size: { type: "string" },
    users,
    map: { additionalProperties: { type: "string" } },
  });
  const value = { spec: { size: "1", users: [{ name: "a" }, { name: "b" }], map: { "x.y": "1" } } };
  const errors: readonly Cause[] = [
    { field: "spec.size", reason: "FieldValueInvalid", message: "is too small" },
    { field: "spec.users[1].name", message: "is taken" },
    { field: "spec.map[x.y]", message: "must be a word" },
    { field: "metadata.name", message: "is too long" },
    { message: "the quota is used up" },
  ];

  it("are at their fields and in the summary", () => {
    show({ schema, value, errors });
    const size = screen.getByLabelText("Size");
    expect([size.getAttribute("aria-invalid"), described(size)]).toEqual(["true", "is too small"]);
    expect(described(screen.getByLabelText("x.y"))).toBe("must be a word");
    const items = within(summary() as HTMLElement).getAllByRole("listitem");
    expect(items.map((item) => [item.textContent, item.querySelector("a") !== null])).toEqual([
      ["spec.size is too small", true],
      ["spec.users[1].name is taken", true],
      ["spec.map[x.y] must be a word", true],
      ["metadata.name is too long", false],
      [" the quota is used up", false],
    ]);
  });

  it("in closed parts are counted there, and a link opens the part and focuses the field", async () => {
    const { user } = show({ schema, value, errors });
    const group = screen.getByRole("group", { name: "2. b" });
    expect(within(group).getByText("1 problem")).toBeTruthy();
    await user.click(screen.getByRole("link", { name: /is taken/ }));
    const name = within(group).getByLabelText("Name");
    expect([document.activeElement, described(name)]).toEqual([name, "is taken"]);
  });

  it("beyond the shown items of a list are reached by their link", async () => {
    const long = { spec: { users: [...Array(80).keys()].map((i) => ({ name: `u${i}` })) } };
    const { user } = show({ schema, value: long, errors: [{ field: "spec.users[50].role", message: "no" }] });
    await user.click(screen.getByText("spec.users[50].role"));
    expect(document.activeElement?.id).toContain("/#50/role");
  });

  it("take the focus to the summary when they arrive after a submit, and not later", async () => {
    const onSubmit = vi.fn();
    const { user, update } = show({ schema, value, onSubmit });
    update({ onSubmit, errors });
    expect(document.activeElement).toBe(document.body);
    update({ onSubmit, errors: [] });
    await user.click(button("Save"));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(value);
    update({ onSubmit, errors });
    expect(document.activeElement).toBe(summary());
    await user.type(screen.getByLabelText("Size"), "2");
    update({ onSubmit, errors: [...errors] });
    expect(document.activeElement).toBe(screen.getByLabelText("Size"));
  });

  it("in a part that the link opened can be closed again", async () => {
    const { user } = show({ schema, value, errors });
    await user.click(screen.getByRole("link", { name: /is taken/ }));
    await user.click(button("2. b"));
    expect(button("2. b").getAttribute("aria-expanded")).toBe("false");
  });

  it("of a hidden field are in the summary only", () => {
    show({ schema, value, errors, hints: { fields: [{ path: "spec.size", hidden: true }] } });
    expect([screen.queryByLabelText("Size"), screen.queryByRole("link", { name: /too small/ })]).toEqual([
      null,
      null,
    ]);
    expect(within(summary() as HTMLElement).getByText("is too small")).toBeTruthy();
  });
});

describe("advice", () => {
  const schema = kindOf({ a: { type: "string" }, b: { type: "integer", maximum: 5 } }, { required: ["a"] });

  it("is shown when the focus leaves the field, and not before", async () => {
    const { user } = show({ schema });
    const field = screen.getByLabelText("B");
    await user.type(field, "9");
    expect(field.getAttribute("aria-invalid")).toBe(null);
    await user.tab();
    expect([field.getAttribute("aria-invalid"), described(field)]).toEqual(["true", "Must be at most 5."]);
    await user.clear(field);
    expect(field.getAttribute("aria-invalid")).toBe(null);
  });

  it("is shown for all fields on submit, and does not keep the form from the server", async () => {
    const onSubmit = vi.fn();
    const { user } = show({ schema, onSubmit });
    expect(summary()).toBe(null);
    await user.click(button("Save"));
    expect([document.activeElement, onSubmit.mock.calls.length]).toEqual([summary(), 1]);
    expect(described(screen.getByLabelText(/^A/))).toContain("Enter a value.");
    await user.click(screen.getByRole("link", { name: "spec.a Enter a value." }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^A/));
    await user.keyboard("x");
    expect(summary()).toBe(null);
    await user.clear(screen.getByLabelText(/^A/));
    expect([summary() !== null, document.activeElement]).toEqual([true, screen.getByLabelText(/^A/)]);
  });

  it("for a list is shown when the list changes, or on submit", async () => {
    const list = { type: "array", items: { type: "string" }, maxItems: 1 };
    const text = "Must have at most 1 item.";
    const { user } = show({ schema: kindOf({ list }), value: { spec: { list: ["a"] } } });
    await user.click(button("Add item List"));
    expect(described(screen.getByRole("group", { name: "List" }))).toBe(text);
    show({ schema: kindOf({ list }), value: { spec: { list: ["a", "b"] } } });
    expect(screen.queryByText(text)).toBe(null);
    await user.click(button("Save"));
    expect(described(screen.getByRole("group", { name: "List" }))).toBe(text);
  });

  it("for a JSON text that is not valid keeps the form from the server", async () => {
    const onSubmit = vi.fn();
    const { user } = show({ schema: kindOf({ x: {} }), onSubmit });
    await user.click(screen.getByLabelText("X"));
    await user.paste("{");
    await user.click(button("Save"));
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole("link", { name: /spec.x/ }));
    expect(document.activeElement).toBe(screen.getByLabelText("X"));
    await user.paste("}");
    await user.click(button("Save"));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ spec: { x: {} } });
  });
});

describe("hints", () => {
  it("make groups that open and close", async () => {
    const hints = { groups: [{ title: "Storage", description: "Disks.", fields: ["spec.b"] }] };
    const { user } = show({ schema: kindOf({ a: { type: "string" }, b: { type: "string" } }), hints });
    expect(screen.getAllByRole("heading").map((each) => each.textContent)).toEqual([
      "Storage",
      "Other settings",
    ]);
    const storage = screen.getByRole("region", { name: "Storage" });
    expect([
      within(storage).getByLabelText("B") !== null,
      within(storage).getByText("Disks.") !== null,
    ]).toEqual([true, true]);
    await user.click(button("Storage"));
    expect([screen.queryByLabelText("B"), button("Storage").getAttribute("aria-expanded")]).toEqual([
      null,
      "false",
    ]);
  });

  it("close the later groups of a large form, and render nothing of them", () => {
    const names = [...Array(41).keys()].map((i) => `f${i}`);
    const groups = [
      { title: "One", fields: names.slice(0, 2).map((name) => `spec.${name}`) },
      { title: "Two", fields: names.slice(2).map((name) => `spec.${name}`) },
    ];
    show({
      schema: kindOf(Object.fromEntries(names.map((name) => [name, { type: "string" }]))),
      hints: { groups },
    });
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
  });

  it("hide a field and keep its value", async () => {
    const hints = {
      fields: [
        { path: "spec.a", hidden: true },
        { path: "spec.b", title: "Second" },
      ],
    };
    const schema = kindOf({ a: { type: "string" }, b: { type: "string" } });
    const { user, spec } = show({ schema, hints, value: { spec: { a: "1" } } });
    expect(screen.queryByLabelText("A")).toBe(null);
    await user.type(screen.getByLabelText("Second"), "2");
    expect(spec()).toEqual({ a: "1", b: "2" });
  });

  it("move a field out of its object, and an edit there starts the object from its default", async () => {
    const size = {
      type: "object",
      default: { cpu: "1" },
      properties: { cpu: { type: "string" }, disk: { type: "string" } },
    };
    const hints = { groups: [{ title: "Storage", fields: ["spec.size.disk"] }] };
    const { user, spec } = show({ schema: kindOf({ size }), hints });
    await user.type(within(screen.getByRole("region", { name: "Storage" })).getByLabelText("Disk"), "9");
    expect([screen.getAllByLabelText("Disk").length, spec()]).toEqual([1, { size: { cpu: "1", disk: "9" } }]);
  });
});

describe("modes", () => {
  const rule = { "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "The host stays." }] };
  const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

  it("edit makes immutable fields read-only and says why", () => {
    const schema = kindOf({
      host: { type: "string", ...rule },
      zone: { type: "string" },
      size: { type: "string" },
    });
    const value = { spec: { host: "h", zone: "z", size: "1" } };
    show({ schema, value, mode: "edit", immutablePaths: ["spec.zone"] });
    expect([field(/Host/).readOnly, field(/Zone/).readOnly, field(/Size/).readOnly]).toEqual([
      true,
      true,
      false,
    ]);
    expect(described(field(/Host/))).toBe("The host stays. | read-only");
    expect(described(field(/Zone/))).toContain("cannot change after the object is created");
    show({ schema, value, mode: "create", immutablePaths: ["spec.zone"] });
    expect([field(/Host/).readOnly, field(/Zone/).readOnly]).toEqual([false, false]);
  });

  it("edit lets the user enter a value where a rule had none to compare, and correct it", async () => {
    const { user, spec } = show({ schema: kindOf({ host: { type: "string", ...rule } }), mode: "edit" });
    await user.type(field(/Host/), "ab");
    expect([spec(), field(/Host/).readOnly]).toEqual([{ host: "ab" }, false]);
  });

  it("edit makes everything inside of an immutable list read-only", () => {
    const schema = kindOf({ users: { ...users, ...rule } });
    show({ schema, value: { spec: { users: [{ name: "a" }] } }, mode: "edit" });
    expect(field(/Name/).readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: /Add|Remove/ })).toBe(null);
  });

  it("readOnly leaves no control that changes the value", () => {
    const schema = kindOf({
      text: { type: "string" },
      flag: { type: "boolean" },
      pick: { type: "string", enum: ["a", "b"], default: "b" },
      map: { additionalProperties: { type: "string" } },
      list: { type: "array", items: { type: "string" } },
      raw: {},
      none: { type: "string", nullable: true },
      object: { properties: { a: { type: "string" } }, "x-kubernetes-preserve-unknown-fields": true },
      absent: { properties: { a: { type: "string" } } },
      either: { anyOf: [{ type: "boolean" }, { type: "array", items: {} }] },
    });
    const value = {
      spec: { text: "t", map: { k: "v" }, list: ["i"], raw: 1, none: null, object: {}, either: true },
    };
    const { container } = show({ schema, value, readOnly: true });
    const inputs = [...container.querySelectorAll<HTMLInputElement>("input, textarea, select")];
    expect(inputs.filter((each) => !each.readOnly && !each.disabled)).toEqual([]);
    const names = screen.getAllByRole("button").map((each) => each.textContent);
    expect(names).toEqual(["Map", "List", "Object", "Absent", "Either", "Save"]);
    expect([field(/Flag/).value, field(/Pick/).value]).toEqual(["Not set", "b"]);
  });
});

function Shout({ id, value, onChange }: WidgetProps) {
  return (
    <button id={id} type="button" onClick={() => onChange(`${String(value)}!`)}>
      shout
    </button>
  );
}

const held = new Map<string, WidgetProps["onChange"]>();

function Held({ id, pointer, onChange }: WidgetProps) {
  held.set(pointer, onChange);
  return <input id={id} readOnly />;
}

function Size({ id, describedBy }: WidgetProps) {
  return <input id={id} aria-describedby={describedBy} value="size" readOnly />;
}

describe("replacements", () => {
  it("of a widget by kind and by the name in a hint get the field and change it", async () => {
    const schema = kindOf({ a: { type: "string" }, b: { type: "integer", description: "Help." } });
    const hints = { fields: [{ path: "spec.b", widget: "size" }] };
    const { user, spec } = show({
      schema,
      hints,
      value: { spec: { a: "x" } },
      widgets: { string: Shout, size: Size },
    });
    await user.click(button("A"));
    const size = screen.getByLabelText<HTMLInputElement>("B");
    expect([spec(), size.value, described(size)]).toEqual([{ a: "x!" }, "size", "Help."]);
  });

  it.each([
    ["textarea", { type: "array", items: { type: "string" } }, ["a"], "OL"],
    ["string", { type: "boolean" }, true, "INPUT"],
    ["list", { type: "string" }, "a", "INPUT"],
    ["choice", { type: "string" }, "a", "INPUT"],
    ["constructor", { type: "string" }, "a", "INPUT"],
  ])("by the hint %s do not apply to a field that they cannot show: %j", (widget, schema, x, tag) => {
    const { container } = showField(schema, x, { hints: { fields: [{ path: "spec.x", widget }] } });
    expect(container.querySelectorAll(tag).length).toBeGreaterThan(0);
    expect(container.querySelector("textarea, .cf-note")).toBe(null);
  });

  it("of a widget can make two edits before the next render", () => {
    const { spec } = show({
      schema: kindOf({ a: { type: "string" }, b: { type: "string" } }),
      widgets: { string: Held },
    });
    act(() => {
      for (const change of held.values()) {
        change("set");
      }
    });
    expect(spec()).toEqual({ a: "set", b: "set" });
  });

  it("of texts are used", () => {
    showField({ type: "array", items: {} }, [], { texts: { addItem: "Neu" } });
    expect(button("Neu X")).toBeTruthy();
  });
});

describe("the spec", () => {
  it("with an alternative of properties has the choice at the top", async () => {
    const schema = kindOf({ a: { type: "string" }, b: { type: "string" }, c: { type: "string" } }, {
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    } as JsonObject);
    const { user, spec } = show({ schema, value: { spec: { a: "1" } } });
    expect([
      screen.queryByRole("textbox", { name: "B" }),
      screen.getByRole("textbox", { name: "C" }),
    ]).toHaveLength(2);
    await user.click(screen.getByRole("radio", { name: "B" }));
    await user.type(screen.getByRole("textbox", { name: "B" }), "2");
    expect(spec()).toEqual({ b: "2" });
  });

  it.each([[null], ["text"], [[]]])("of another type (%j) is shown as JSON and stays", (spec) => {
    const { changes } = show({ schema: kindOf({ a: { type: "string" } }), value: { spec } });
    expect(JSON.parse(screen.getByLabelText<HTMLTextAreaElement>("Spec").value)).toEqual(spec);
    expect(changes).toEqual([]);
  });

  it("that is null where it may be is shown as null, and can be set", async () => {
    const schema = kindOf({ a: { type: "string" } }, { nullable: true });
    const { user, value } = show({ schema, value: { spec: null } });
    expect(screen.getByLabelText<HTMLInputElement>("Spec").value).toBe("null");
    await user.click(button("Set Spec"));
    expect([value(), screen.queryByLabelText("A") !== null]).toEqual([{ spec: {} }, true]);
  });

  it("that is absent gets its first value in a new spec", async () => {
    const value = { kind: "Cache", metadata: { name: "a" } };
    const shown = show({ schema: kindOf({ a: { type: "string" } }), value });
    await shown.user.type(screen.getByLabelText("A"), "1");
    expect(shown.value()).toEqual({ ...value, spec: { a: "1" } });
  });

  it("with unknown members shows them at the end", () => {
    show({ schema: kindOf({ a: { type: "string" } }), value: { spec: { b: 1 } } });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Other fields").value).toContain('"b": 1');
  });
});

describe("help", () => {
  it("that is long is cut until the user asks for more", async () => {
    const description = `${"word ".repeat(60)}end`;
    const { user } = showField({ type: "string", description });
    const field = screen.getByLabelText("X");
    expect(described(field)).not.toContain("end");
    await user.click(button(/^Show more/));
    expect(described(field)).toContain("end");
    await user.click(button(/^Show less/));
    expect(described(field)).not.toContain("end");
  });
});
