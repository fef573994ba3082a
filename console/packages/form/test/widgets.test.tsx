// @vitest-environment jsdom
/** The widgets: each one shows a value and changes it. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json } from "../src";
import { show, showField } from "./harness";
import { kindOf } from "./kinds";

const input = () => screen.getByLabelText<HTMLInputElement>(/^X/);
const button = (name: RegExp | string) => screen.getByRole("button", { name });

describe("text input", () => {
  it.each<[string, Json, Json | undefined, string, Json | undefined]>([
    ["string", { type: "string" }, undefined, "ab", "ab"],
    ["string that looks like a number", { type: "string" }, undefined, "5", "5"],
    ["integer", { type: "integer" }, undefined, "42", 42],
    ["integer of 64 bits", { type: "integer" }, undefined, "9223372036854775807", 9223372036854775807n],
    ["integer that is none", { type: "integer" }, undefined, "4x", "4x"],
    ["number with a point on the way", { type: "number" }, undefined, "1.05", 1.05],
    ["quantity", { type: "string", format: "quantity" }, undefined, "1.5Gi", "1.5Gi"],
    ["quantity that looks like a number", { type: "string", format: "quantity" }, undefined, "2", "2"],
    ["quantity or number", { "x-kubernetes-int-or-string": true, format: "quantity" }, undefined, "2", 2],
    ["int-or-string", { "x-kubernetes-int-or-string": true }, undefined, "80", 80],
    ["int-or-string with a name", { "x-kubernetes-int-or-string": true }, undefined, "http", "http"],
    ["duration", { type: "string", format: "duration" }, undefined, "1h", "1h"],
    ["emptied", { type: "string" }, "old", "", undefined],
    ["emptied integer", { type: "integer" }, 7, "", undefined],
    ["replaced default", { type: "string", default: "preset" }, undefined, "x", "x"],
    ["emptied default", { type: "string", default: "preset" }, undefined, "", undefined],
    ["number in a string field", { type: "string" }, 7, "8", "8"],
    ["string in an integer field", { type: "integer" }, "7", "8", 8],
    ["with hostile text", { type: "string" }, undefined, "<b>x</b>", "<b>x</b>"],
  ])("%s", async (_, schema, before, typed, after) => {
    const { user, x } = showField(schema, before);
    await user.clear(input());
    if (typed !== "") {
      await user.type(input(), typed);
    }
    expect(input().value).toBe(typed);
    expect(x()).toBe(after);
  });

  it("shows a default with a tag, and drops the empty text when the focus leaves", async () => {
    const { user, changes } = showField({ type: "integer", default: 3 });
    expect(input().value).toBe("3");
    expect(input()).toHaveProperty("readOnly", false);
    expect(document.getElementById(input().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "default",
    );
    await user.clear(input());
    await user.tab();
    expect(input().value).toBe("3");
    expect(changes).toEqual([]);
  });

  it("resets to the default by removing the key, and takes the focus", async () => {
    const { user, spec } = showField({ type: "integer", default: 3 }, 5);
    await user.click(button("Reset to default X"));
    expect([spec(), document.activeElement]).toEqual([{}, input()]);
    expect(input().value).toBe("3");
  });

  it("follows a value that changes from outside while the user typed another text for the same number", async () => {
    const { user, x } = showField({ type: "number", default: 9 }, 1);
    await user.type(input(), ".0");
    expect([input().value, x()]).toEqual(["1.0", 1]);
    // This click does not move the focus, which would drop the text too.
    fireEvent.click(button("Reset to default X"));
    expect(input().value).toBe("9");
  });

  it.each<[string, Json, Json, boolean]>([
    ["an empty text", { type: "string" }, "", true],
    ["a secret", { type: "string", format: "password" }, "s", true],
    ["a text, which typing can remove", { type: "string" }, "s", false],
    ["an enum, which has an option for that", { enum: ["a"] }, "a", false],
  ])("with %s offers to clear it: %#", async (_, schema, before, isOffered) => {
    const { user, spec } = showField(schema, before);
    const offer = screen.queryByRole("button", { name: "Clear X" });
    expect(offer !== null).toBe(isOffered);
    if (offer) {
      await user.click(offer);
      expect(spec()).toEqual({});
    }
  });

  it("is an area for several lines, and for the widget textarea", async () => {
    const { user, x } = showField({ type: "string" }, "a\n");
    expect(input().tagName).toBe("TEXTAREA");
    await user.type(input(), "{Backspace}b");
    expect([x(), input().tagName, document.activeElement]).toEqual(["ab", "TEXTAREA", input()]);
    showField({ type: "string" }, "a", { hints: { fields: [{ path: "spec.x", widget: "textarea" }] } });
    expect(input().tagName).toBe("TEXTAREA");
  });

  it.each<[string, Json, boolean]>([
    ["a default that is not empty", { type: "string", default: "x" }, true],
    ["an empty default", { type: "string", default: "" }, false],
    ["no default", { type: "string" }, false],
    ["a default and a minimum length", { type: "string", default: "x", minLength: 1 }, false],
    ["a default and a pattern", { type: "string", default: "x", pattern: "^x$" }, false],
    ["a default and a pattern that allows it", { type: "string", default: "x", pattern: "^x*$" }, true],
  ])("with %s offers the empty text: %#", async (_, schema, isOffered) => {
    const { user, x } = showField(schema);
    const offer = screen.queryByRole("button", { name: "Use empty text X" });
    expect(offer !== null).toBe(isOffered);
    if (offer) {
      await user.click(offer);
      expect(x()).toBe("");
      expect(screen.getByText("empty text")).toBeTruthy();
    }
  });

  it("can store digits as text and as a number", async () => {
    const { user, x } = showField({ "x-kubernetes-int-or-string": true }, 80);
    await user.click(button("Store as text X"));
    expect(x()).toBe("80");
    await user.type(input(), "8");
    expect(x()).toBe("808");
    await user.click(button("Store as number X"));
    expect(x()).toBe(808);
  });

  it("can store a number as text in a quantity that must be one", async () => {
    const { user, x } = showField({ type: "string", format: "quantity" }, 2);
    await user.click(button("Store as text X"));
    expect(x()).toBe("2");
    expect(screen.queryByRole("button", { name: "Store as number X" })).toBeNull();
  });
});

describe("checkbox", () => {
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "X" });

  it("is neither on nor off without a value, then on, then off, and can be cleared", async () => {
    const { user, x, spec } = showField({ type: "boolean" });
    expect(box().indeterminate).toBe(true);
    await user.click(box());
    expect([x(), box().indeterminate]).toEqual([true, false]);
    await user.click(box());
    expect(x()).toBe(false);
    await user.click(button("Clear X"));
    expect(spec()).toEqual({});
  });

  it("shows a default, and writes it only on a click", async () => {
    const { user, x, changes } = showField({ type: "boolean", default: true });
    expect([box().checked, box().indeterminate, changes.length]).toEqual([true, false, 0]);
    await user.click(box());
    expect(x()).toBe(false);
  });
});

describe("enum", () => {
  const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: /^X/ });

  it.each<[Json, string, Json]>([
    [{ type: "string", enum: ["a", "b"] }, "b", "b"],
    [{ type: "integer", enum: [1, 2] }, "2", 2],
    [{ enum: [{ a: 1 }, null] }, "null", null],
    [{ type: "string", enum: ["a", ""] }, "(empty text)", ""],
  ])("%j sets the value itself", async (schema, option, after) => {
    const { user, x } = showField(schema);
    await user.selectOptions(select(), option);
    expect([x(), select().selectedOptions[0]?.textContent]).toEqual([after, option]);
  });

  it("names the default, and goes back to it", async () => {
    const { user, spec } = showField({ type: "string", enum: ["a", "b"], default: "a" }, "b");
    await user.selectOptions(select(), "a (default)");
    expect(spec()).toEqual({});
  });

  it("keeps a value that is not in the list", async () => {
    const { user, x } = showField({ type: "string", enum: ["a"] }, "old");
    expect(select().selectedOptions[0]?.textContent).toBe("old (not in the list)");
    await user.selectOptions(select(), "a");
    expect(x()).toBe("a");
  });
});

describe("null", () => {
  it("is shown, can be set and can be left", async () => {
    const { user, x } = showField({ type: "string", nullable: true, default: "d" }, null);
    expect(input().value).toBe("null");
    await user.click(button("Set X"));
    expect([x(), document.activeElement]).toEqual(["d", input()]);
    await user.click(button("Use null X"));
    expect([x(), document.activeElement]).toEqual([null, input()]);
    await user.click(button("Reset to default X"));
    expect(x()).toBe(undefined);
  });

  it("of a field that is not nullable is shown as JSON", () => {
    showField({ type: "string" }, null);
    expect(input().value).toBe("null");
    expect(screen.getByText(/does not fit the schema/)).toBeTruthy();
  });
});

describe("secret", () => {
  const secret = { type: "string", format: "password" };
  const everything = () => {
    const values = [...document.querySelectorAll("input, textarea")].map(
      (each) => (each as HTMLInputElement).value,
    );
    return document.documentElement.outerHTML + values.join("\n");
  };
  const attributes = () =>
    [...document.querySelectorAll("*")]
      .flatMap((each) => [...each.attributes].map((one) => one.value))
      .join("\n");

  it("is not in the document until it is revealed, and never in an attribute", async () => {
    const { user } = showField(secret, "correct horse");
    expect(everything()).not.toContain("correct horse");
    await user.click(button("Reveal X"));
    expect(input().value).toBe("correct horse");
    expect(attributes()).not.toContain("correct horse");
    await user.click(button("Hide X"));
    expect(everything()).not.toContain("correct horse");
  });

  it("is replaced by what the user types, and stays hidden", async () => {
    const { user, x } = showField(secret, "old");
    await user.type(input(), "new");
    expect([x(), input().type]).toEqual(["new", "password"]);
    expect(attributes()).not.toContain("new\n");
    await user.clear(input());
    expect(x()).toBe(undefined);
  });

  it("can be edited while it is revealed", async () => {
    const { user, x } = showField(secret, "ab");
    await user.click(button("Reveal X"));
    await user.type(input(), "c");
    expect(x()).toBe("abc");
  });

  it("with a default hides the default", () => {
    showField({ ...secret, default: "changeme" });
    expect(everything()).not.toContain("changeme");
    expect(screen.getByText(/The default applies/)).toBeTruthy();
  });

  it("in JSON is hidden too", async () => {
    const { user } = showField({ type: "object", "x-kubernetes-sensitive": true }, { token: "hunter2" });
    expect(everything()).not.toContain("hunter2");
    await user.click(button("Reveal X"));
    expect([input().value.includes("hunter2"), document.activeElement]).toEqual([true, input()]);
    expect(attributes()).not.toContain("hunter2");
  });

  it("in a value of the wrong type is hidden too", () => {
    showField({ type: "object", properties: { a: secret } }, ["hunter2"]);
    expect(everything()).not.toContain("hunter2");
  });

  it("in unknown members of a sensitive object is hidden too", () => {
    showField({ type: "object", properties: { a: {} }, "x-kubernetes-sensitive": true }, { b: "hunter2" });
    expect(everything()).not.toContain("hunter2");
  });

  it.each([
    [{ type: "boolean", "x-kubernetes-sensitive": true }, "true", true],
    [{ enum: [1, "b"], "x-kubernetes-sensitive": true }, "1", 1],
    [{ enum: [1, "b"], "x-kubernetes-sensitive": true }, "b", "b"],
    [{ enum: [1, "b"], "x-kubernetes-sensitive": true }, "x", "x"],
  ])("%j with the text %s is %j", async (schema, typed, after) => {
    const { user, x } = showField(schema);
    await user.type(input(), typed);
    expect([x(), input().type]).toEqual([after, "password"]);
  });

  it("whose text is emptied has no value, also if the empty text is a choice", async () => {
    const { user, spec } = showField({ enum: ["", "a"], "x-kubernetes-sensitive": true });
    await user.type(input(), "a");
    await user.clear(input());
    expect(spec()).toEqual({});
  });

  it("among alternatives is hidden too", async () => {
    const { user } = showField({ anyOf: [secret, { type: "array", items: {} }] }, "hunter2");
    expect(everything()).not.toContain("hunter2");
    await user.click(button("Reveal X"));
    expect(screen.getByLabelText<HTMLInputElement>("X").value).toBe("hunter2");
  });

  it("of an integer stays an integer", async () => {
    const { user, x } = showField({ type: "integer", "x-kubernetes-sensitive": true });
    await user.type(input(), "42");
    expect(x()).toBe(42);
  });
});

describe("JSON", () => {
  it("changes the value only when the text is valid, and then keeps the digits", async () => {
    const { user, x, changes } = showField({}, { a: 9007199254740993n });
    expect(input().value).toBe('{\n  "a": 9007199254740993\n}');
    await user.clear(input());
    await user.click(input());
    await user.paste('{"a": [9007199254740995, tru');
    expect(screen.getByText(/not valid JSON/)).toBeTruthy();
    expect(input().getAttribute("aria-invalid")).toBe("true");
    const count = changes.length;
    await user.paste("e]}");
    expect(x()).toEqual({ a: [9007199254740995n, true] });
    expect([changes.length, screen.queryByText(/not valid JSON/)]).toEqual([count + 1, null]);
  });

  it("removes the key if the text is empty", async () => {
    const { user, spec } = showField({}, 1);
    await user.clear(input());
    expect(spec()).toEqual({});
  });

  it("keeps unknown members beside known ones, and edits them", async () => {
    const { user, x } = showField({ properties: { a: { type: "string" } } }, { a: "1", b: 2 });
    const other = screen.getByLabelText<HTMLTextAreaElement>("Other fields");
    expect(other.value).toBe('{\n  "b": 2\n}');
    await user.clear(other);
    expect(x()).toEqual({ a: "1" });
  });

  it("for other members takes objects without the known names only", async () => {
    const schema = { properties: { a: { type: "string" } }, "x-kubernetes-preserve-unknown-fields": true };
    const { user, x } = showField(schema, { a: "1" });
    await user.click(button("Add other fields X"));
    const other = screen.getByLabelText("Other fields");
    expect(document.activeElement).toBe(other);
    await user.paste('{"a": 2}');
    expect([x(), screen.queryByText(/not valid JSON/) !== null]).toEqual([{ a: "1" }, true]);
    await user.clear(other);
    await user.paste('{"b": 2}');
    expect(x()).toEqual({ a: "1", b: 2 });
  });
});

describe("object", () => {
  it("that is absent is set with a button, and gets no defaults", async () => {
    const { user, x } = showField({ properties: { a: { type: "string", default: "d" } } });
    expect(screen.queryByLabelText("A")).toBe(null);
    await user.click(button("Set X"));
    expect(x()).toEqual({});
    expect(document.activeElement).toBe(screen.getByLabelText("A"));
    await user.click(screen.getByRole("button", { name: "Remove X" }));
    expect(x()).toBe(undefined);
  });

  it.each([
    [{ properties: { a: { type: "string" } }, required: ["a"] }, false, false],
    [{ properties: { a: { type: "string" } }, required: ["a"] }, true, true],
    [{ properties: { a: { type: "string" } } }, true, false],
  ])(
    "that is absent shows its parts only if it and some of them are required: %#",
    (x, isRequired, isShown) => {
      show({ schema: kindOf({ x }, isRequired ? { required: ["x"] } : {}) });
      expect(screen.queryByLabelText(/^A/) !== null).toBe(isShown);
    },
  );

  it("with a default shows its parts", () => {
    showField({ default: {}, properties: { a: { type: "string", default: "d" } } });
    expect(screen.getByLabelText<HTMLInputElement>("A").value).toBe("d");
  });

  it("closes and opens, and renders nothing while it is closed", async () => {
    const { user } = showField({ properties: { a: { type: "string" } } }, { a: "1" });
    const disclosure = within(screen.getByRole("group", { name: "X" })).getByRole("button", { name: "X" });
    expect(disclosure.getAttribute("aria-expanded")).toBe("true");
    await user.click(disclosure);
    expect([disclosure.getAttribute("aria-expanded"), screen.queryByLabelText("A")]).toEqual(["false", null]);
  });
});
