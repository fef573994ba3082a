// @vitest-environment jsdom
/** Lists, maps, and the choice between branches. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "../src";
import { showField } from "./harness";

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>("button", { name });
const focused = () => document.activeElement;
const status = () => screen.getAllByRole("status").at(-1)?.textContent;

describe("list", () => {
  const strings = { type: "array", items: { type: "string" } };
  const item = (position: number) => screen.getByLabelText<HTMLInputElement>(`Item ${position}`);

  it("adds an item, focuses it and says so", async () => {
    const { user, x } = showField(strings);
    await user.click(button("Add item X"));
    expect([x(), focused()]).toEqual([[""], item(1)]);
    expect(status()).toBe("Added to X. It has 1 now.");
    await user.type(item(1), "a");
    expect(x()).toEqual(["a"]);
  });

  it("keeps an item whose text is emptied", async () => {
    const { user, x } = showField(strings, ["a", "b"]);
    await user.clear(item(1));
    expect(x()).toEqual(["", "b"]);
  });

  it.each([
    [1, ["b", "c"], 1],
    [2, ["a", "c"], 2],
    [3, ["a", "b"], 2],
  ])("removes item %i, and focuses the item in its place or the last one", async (position, after, next) => {
    const { user, x } = showField(strings, ["a", "b", "c"]);
    await user.click(button(`Remove: X, Item ${position}`));
    expect([x(), focused()]).toEqual([after, item(next)]);
    expect(status()).toBe("Removed from X. It has 2 now.");
  });

  it("focuses the button that adds when the last item is removed", async () => {
    const { user, x } = showField(strings, ["a"]);
    await user.click(button("Remove: X, Item 1"));
    expect([x(), focused()]).toEqual([[], button("Add item X")]);
  });

  it("moves items, and keeps the focus on a button of the moved item", async () => {
    const { user, x } = showField(strings, ["a", "b", "c"]);
    await user.click(button("Move down: X, Item 1"));
    expect([x(), focused()]).toEqual([["b", "a", "c"], button("Move down: X, Item 2")]);
    await user.click(button("Move down: X, Item 2"));
    expect([x(), focused()]).toEqual([["b", "c", "a"], button("Move up: X, Item 3")]);
    expect(status()).toBe("Moved in X to position 3 of 3.");
    await user.click(button("Move up: X, Item 2"));
    expect([x(), focused()]).toEqual([["c", "b", "a"], button("Move down: X, Item 1")]);
    expect([button("Move up: X, Item 1").disabled, button("Move down: X, Item 3").disabled]).toEqual([
      true,
      true,
    ]);
  });

  it.each(["set", "map"])("of type %s has no order, so its items do not move", (type) => {
    const keys = { "x-kubernetes-list-type": type, "x-kubernetes-list-map-keys": ["name"] };
    showField({ type: "array", items: { properties: { name: { type: "string" } } }, ...keys }, [
      { name: "a" },
      {},
    ]);
    expect(screen.queryByRole("button", { name: /Move/ })).toBe(null);
  });

  it("keeps the open item open when another one is removed", async () => {
    const items = { properties: { name: { type: "string" }, size: { type: "string" } } };
    const { user } = showField({ type: "array", items }, [{ name: "a" }, { name: "b", size: "9" }]);
    await user.click(button("2. b"));
    expect(screen.getByLabelText<HTMLInputElement>("Size").value).toBe("9");
    await user.click(button("Remove: X, Item 1"));
    expect(screen.getByLabelText<HTMLInputElement>("Size").value).toBe("9");
    expect(button("1. b").getAttribute("aria-expanded")).toBe("true");
  });

  it("opens an added item, and leaves the item that takes the place of a removed one closed", async () => {
    const items = { properties: { name: { type: "string" } } };
    const { user } = showField({ type: "array", items, default: [{ name: "a" }, { name: "b" }] });
    await user.click(button("Remove: X, Item 1"));
    expect(button("1. b").getAttribute("aria-expanded")).toBe("false");
    await user.click(button("Add item X"));
    expect([focused(), button("Item 2").getAttribute("aria-expanded")]).toEqual([button("Item 2"), "true"]);
  });

  it("with a default starts from the default", async () => {
    const { user, x, changes } = showField({ ...strings, default: ["a", "b"] });
    expect([item(2).value, changes.length]).toEqual(["b", 0]);
    await user.type(item(2), "c");
    expect(x()).toEqual(["a", "bc"]);
    await user.click(button("Reset to default X"));
    await user.click(button("Remove: X, Item 1"));
    expect(x()).toEqual(["b"]);
  });

  it("shows fifty items first, and the others on demand", () => {
    const { container } = showField(strings, [...Array(120).keys()].map(String));
    // Queries of the testing library take seconds in so large a document.
    const click = (text: string) => {
      const found = [...container.querySelectorAll("button")].find((each) => each.textContent === text);
      fireEvent.click(found as HTMLElement);
    };
    const count = () => container.querySelectorAll("li").length;
    click("X");
    expect(count()).toBe(50);
    click("Show 50 more X");
    expect([count(), focused()?.id]).toEqual([100, expect.stringMatching(/#50$/)]);
    click("Show 20 more X");
    expect([count(), container.textContent?.includes("Show")]).toEqual([120, false]);
    click("Add item X");
    expect([count(), focused()?.id]).toEqual([121, expect.stringMatching(/#120$/)]);
  });

  it("of lists nests", async () => {
    const { user, x } = showField({ type: "array", items: strings }, [["a"]]);
    await user.type(screen.getAllByLabelText("Item 1").at(-1) as HTMLElement, "b");
    expect(x()).toEqual([["ab"]]);
  });
});

describe("map", () => {
  const map = { type: "object", additionalProperties: { type: "integer" } };

  it("adds an entry with the key that Enter confirms, and focuses its value", async () => {
    const onSubmit = vi.fn();
    const { user, x } = showField(map, undefined, { onSubmit });
    await user.type(screen.getByLabelText("New key"), "a.b/c{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    expect([x(), focused()]).toEqual([{ "a.b/c": 0 }, screen.getByLabelText("a.b/c")]);
    expect(screen.getByLabelText<HTMLInputElement>("New key").value).toBe("");
  });

  it.each([
    ["", "Enter a key."],
    ["a", 'Another entry has the key "a".'],
  ])("rejects the key %j", async (key, problem) => {
    const { user, x } = showField(map, { a: 1 });
    if (key !== "") {
      await user.type(screen.getByLabelText("New key"), key);
    }
    await user.click(button("Add entry"));
    expect([x(), screen.getByRole("alert").textContent]).toEqual([{ a: 1 }, problem]);
    expect(screen.getByLabelText("New key").getAttribute("aria-invalid")).toBe("true");
  });

  it("opens an added entry with many fields, and not the others", async () => {
    const many = Object.fromEntries([..."abcdefg"].map((name) => [name, { type: "string" }]));
    const { user } = showField({ additionalProperties: { properties: many } }, { old: {} });
    await user.type(screen.getByLabelText("New key"), "new{Enter}");
    const isOpen = (name: string) => button(name).getAttribute("aria-expanded");
    expect([isOpen("old"), isOpen("new")]).toEqual(["false", "true"]);
  });

  it("takes __proto__ as a key", async () => {
    const { user, x } = showField(map);
    await user.type(screen.getByLabelText("New key"), "__proto__{Enter}");
    expect(Object.keys(x() as object)).toEqual(["__proto__"]);
  });

  it("renames a key in its place", async () => {
    const { user, x } = showField(map, { a: 1, b: 2 });
    await user.click(button("Rename a"));
    const key = screen.getByLabelText("Key: a");
    await user.clear(key);
    await user.type(key, "b");
    await user.click(within(key.closest("li") as HTMLElement).getByRole("button", { name: "Rename" }));
    expect(screen.getByRole("alert").textContent).toBe('Another entry has the key "b".');
    await user.type(key, "2{Enter}");
    expect([Object.entries(x() as object), focused()]).toEqual([
      [
        ["b2", 1],
        ["b", 2],
      ],
      screen.getByLabelText("b2"),
    ]);
  });

  it("removes an entry, and focuses the next one, the last one or the new key", async () => {
    const { user, x } = showField(map, { a: 1, b: 2, c: 3 });
    await user.click(button("Remove: b"));
    expect([x(), focused()]).toEqual([{ a: 1, c: 3 }, screen.getByLabelText("c")]);
    await user.click(button("Remove: c"));
    expect(focused()).toBe(screen.getByLabelText("a"));
    await user.click(button("Remove: a"));
    expect([x(), focused()]).toEqual([{}, screen.getByLabelText("New key")]);
  });
});

describe("oneOf of properties", () => {
  const schema: Json = {
    properties: { all: { type: "string" }, a: { type: "string" }, b: { type: "string" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  };
  const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

  it("shows the fields of the branch that the value has", () => {
    showField(schema, { b: "1" });
    expect([radio("B").checked, screen.queryByRole("textbox", { name: "A" })]).toEqual([true, null]);
    expect(screen.getByRole("textbox", { name: "All" })).toBeTruthy();
  });

  it("takes __proto__ as the name of a field", async () => {
    const oneOf = [{ required: ["a"] }, { title: "P", required: ["__proto__"] }];
    const properties = { a: { type: "string" }, ["__proto__"]: { type: "string" } };
    const { user, x } = showField({ properties, oneOf }, Object.fromEntries([["__proto__", "1"]]));
    await user.click(radio("A"));
    expect(Object.keys(x() as object)).toEqual([]);
    await user.click(radio("P"));
    expect(Object.entries(x() as object)).toEqual([["__proto__", "1"]]);
  });

  it("keeps what the user entered for the other branch, and never has it in the value", async () => {
    const { user, x, changes } = showField(schema, {});
    await user.click(radio("A"));
    await user.type(screen.getByRole("textbox", { name: "A" }), "first");
    await user.click(radio("B"));
    expect(x()).toEqual({});
    await user.type(screen.getByRole("textbox", { name: "B" }), "second");
    expect(x()).toEqual({ b: "second" });
    await user.click(radio("A"));
    expect(x()).toEqual({ a: "first" });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "A" }).value).toBe("first");
    await user.click(radio("B"));
    expect(x()).toEqual({ b: "second" });
    expect(
      changes.every(
        ({ spec }) =>
          JSON.stringify(spec).split('"a":').length + JSON.stringify(spec).split('"b":').length < 4,
      ),
    ).toBe(true);
  });

  it("shows all branches that have a value, until one is chosen", async () => {
    const { user, x } = showField(schema, { a: "1", b: "2", all: "3" });
    expect([
      screen.getByRole("textbox", { name: "A" }),
      screen.getByRole("textbox", { name: "B" }),
    ]).toHaveLength(2);
    await user.click(radio("B"));
    expect(x()).toEqual({ b: "2", all: "3" });
  });

  it("keeps the choice while the field of the branch is empty", async () => {
    const { user } = showField(schema, { b: "1" });
    await user.clear(screen.getByRole("textbox", { name: "B" }));
    expect(screen.queryByRole("textbox", { name: "B" })).not.toBe(null);
  });
});

describe("anyOf of shapes", () => {
  const schema: Json = {
    anyOf: [
      { title: "Name", type: "string" },
      { title: "Bucket", type: "object", properties: { key: { type: "string" } } },
    ],
  };
  const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

  it("switches the branch, and keeps what was entered aside", async () => {
    const { user, x } = showField(schema, "nightly");
    expect([radio("Name").checked, screen.getByLabelText<HTMLInputElement>("X").value]).toEqual([
      true,
      "nightly",
    ]);
    await user.click(radio("Bucket"));
    expect(x()).toEqual({});
    await user.type(screen.getByLabelText("Key"), "k");
    await user.click(radio("Name"));
    expect(x()).toBe("nightly");
    await user.click(radio("Bucket"));
    expect(x()).toEqual({ key: "k" });
  });

  it("has no branch without a value, and JSON for a value of no branch", () => {
    showField(schema);
    expect([radio("Name").checked, radio("Bucket").checked]).toEqual([false, false]);
    showField(schema, true);
    expect(screen.getByLabelText<HTMLTextAreaElement>("X").value).toBe("true");
  });

  it("shows the branch of the default after a reset", async () => {
    const { user } = showField({ ...(schema as JsonObject), default: { key: "d" } }, "nightly");
    await user.click(button("Reset to default X"));
    expect([radio("Bucket").checked, screen.getByLabelText<HTMLInputElement>("Key").value]).toEqual([
      true,
      "d",
    ]);
  });

  it("shows the advice for the chosen branch", async () => {
    const { user } = showField({ anyOf: [{ type: "integer", minimum: 5 }, { items: {} }] }, 5);
    await user.clear(screen.getByLabelText("X"));
    await user.type(screen.getByLabelText("X"), "4");
    expect(screen.getByText("Must be at least 5.")).toBeTruthy();
  });
});
