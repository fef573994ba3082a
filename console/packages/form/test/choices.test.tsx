// @vitest-environment jsdom
/** The choices of a field from a source. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type ChoiceSource, type Choices, choicesOf, TEXTS } from "../src";
import { described } from "./described";
import { showField } from "./harness";

const button = (name: string) => screen.getByRole("button", { name });

describe("choices", () => {
  const hints = { fields: [{ path: "spec.x", options: { source: "StorageClasses" } }] };
  const schema = { type: "string" };
  const select = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "X" });

  it("of an ApplicationOptions are offered, and any other value can be entered", async () => {
    const fields = [
      {
        path: "spec.x",
        source: "StorageClasses",
        choices: [{ value: "fast", default: true }, { value: "slow" }],
      },
    ];
    const { user, x } = showField(schema, "old", { hints, choices: choicesOf({ status: { fields } }) });
    const options = within(await select()).getAllByRole("option");
    expect(options.map((each) => each.textContent)).toEqual([
      "Not set",
      "fast (default)",
      "slow",
      "old",
      "Another value…",
    ]);
    await user.selectOptions(await select(), "slow");
    expect(x()).toBe("slow");
    await user.selectOptions(await select(), "Another value…");
    const text = screen.getByRole("textbox", { name: "X" });
    expect(document.activeElement).toBe(text);
    await user.clear(text);
    await user.type(text, "mine");
    expect(x()).toBe("mine");
    await user.click(button("Choose from list X"));
    expect(document.activeElement).toBe(await select());
    await user.selectOptions(await select(), "Not set");
    expect(x()).toBe(undefined);
  });

  it.each<[string, ChoiceSource, string]>([
    ["that fail leave a text field", () => Promise.reject(new Error("403")), TEXTS.choicesFailed],
    [
      "whose source throws leave a text field",
      () => {
        throw new Error("no");
      },
      TEXTS.choicesFailed,
    ],
    [
      "that are none have their message",
      async () => ({ choices: [], message: "you may not list" }),
      "you may not list",
    ],
    ["that are none say so", async () => ({ choices: [] }), TEXTS.noChoices],
    ["that are loading say so", () => new Promise(() => undefined), TEXTS.loadingChoices],
  ])("%s", async (_, choices, note) => {
    const { user, x } = showField(schema, undefined, { hints, choices });
    const text = screen.getByRole("textbox", { name: "X" });
    await waitFor(() => expect(described(text)).toContain(note));
    await user.type(text, "v");
    expect(x()).toBe("v");
  });

  it("of a whole list do not replace the list", () => {
    const choices: ChoiceSource = async () => ({ choices: [{ value: "a" }] });
    showField({ type: "array", items: { type: "string" } }, ["a"], { hints, choices });
    expect(screen.getByLabelText("Item 1")).toBeTruthy();
  });

  it("for an integer set an integer", async () => {
    const choices: ChoiceSource = async () => ({ choices: [{ value: "1" }, { value: "2" }] });
    const { user, x } = showField({ type: "integer" }, 1, { hints, choices });
    await user.selectOptions(await select(), "2");
    expect(x()).toBe(2);
  });

  it("that arrive while the user types leave the text field", async () => {
    let finish: (offer: Choices) => void = () => undefined;
    const choices: ChoiceSource = () => new Promise((resolve) => (finish = resolve));
    const { user, x } = showField(schema, undefined, { hints, choices });
    await user.type(screen.getByRole("textbox", { name: "X" }), "a");
    await act(async () => finish({ choices: [{ value: "fast" }] }));
    await user.keyboard("b");
    expect([x(), button("Choose from list X") !== null]).toEqual(["ab", true]);
  });

  it("are loaded once for all items of a list, with the source of the hint", async () => {
    const choices = vi.fn<ChoiceSource>(async () => ({ choices: [{ value: "a", label: "First" }] }));
    const options = { source: "Applications", resource: "boxes.example.com" };
    const list = { type: "array", items: { type: "string" } };
    showField(list, ["a", "b", "c"], { choices, hints: { fields: [{ path: "spec.x[*]", options }] } });
    expect(await screen.findAllByRole("option", { name: "First" })).toHaveLength(3);
    expect(choices).toHaveBeenCalledExactlyOnceWith({ path: "spec.x.*", options });
  });
});
