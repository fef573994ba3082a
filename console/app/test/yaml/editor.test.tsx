// @vitest-environment jsdom
/** The YAML editor as users have it: suggestions by keyboard, problems with lines, and the way to the form and back. */
import type { Cause } from "@chartroom/form";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/api/json";
import { useDraft } from "../../src/edit/draft";
import { Editor } from "../../src/edit/Editor";
import { PlatformProvider } from "../../src/shell/platform";
import { barriers } from "../axe";
import { ALLOWED, KIND, show } from "../harness";
import { cursorIn, SCHEMA } from "./schema";

afterEach(cleanup);

const CACHE: JsonObject = {
  apiVersion: "a.io/v1",
  kind: "Cache",
  metadata: { name: "cart", namespace: "shop" },
  spec: { size: "1Gi" },
};
const onSubmit = vi.fn();

interface Props {
  readonly hasSchema?: boolean;
  readonly causes?: readonly Cause[];
  readonly name?: string;
}

function Edited({ hasSchema = true, causes = [], name = "" }: Props) {
  const draft = useDraft(() => CACHE, "yaml");
  return (
    <Editor
      kind={KIND}
      namespace="shop"
      draft={draft}
      schema={hasSchema ? SCHEMA : undefined}
      mode="create"
      causes={{ name, others: causes }}
      onSubmit={onSubmit}
    >
      <button type="submit">Review</button>
    </Editor>
  );
}

function edit(props: Props = {}) {
  onSubmit.mockClear();
  show(
    <PlatformProvider namespace="shop">
      <Edited {...props} />
    </PlatformProvider>,
    { ...ALLOWED, "GET /api": () => ({ items: [] }), "GET /apis": () => ({ items: [] }) },
  );
  return userEvent.setup();
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("The object as YAML");

/** Writes a text with the cursor at `|`. */
function write(marked: string) {
  const { text, cursor } = cursorIn(marked);
  fireEvent.change(field(), { target: { value: text } });
  field().focus();
  field().setSelectionRange(cursor, cursor);
}

const options = () => screen.queryAllByRole("option").map((each) => each.querySelector(".code")?.textContent);
const active = () => {
  const id = field().getAttribute("aria-activedescendant");
  return id === null ? undefined : document.getElementById(id)?.querySelector(".code")?.textContent;
};
const problems = () =>
  within(screen.getByRole("list", { name: "Problems" }))
    .getAllByRole("button")
    .map((each) => each.textContent);

test("Ctrl+Space lists the members that are missing, and the keys choose one", async () => {
  const user = edit();
  write("spec:\n  size: 1Gi\n  |");
  await user.keyboard("{Control>} {/Control}");
  expect(options().slice(0, 3)).toEqual(["replicas", "mode", "debug"]);
  expect(field().getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(screen.getByText(/^\d+ suggestions$/).getAttribute("role")).toBe("status");
  expect(active()).toBe("replicas");
  expect(await barriers()).toEqual([]);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(active()).toBe("mode");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("spec:\n  size: 1Gi\n  mode: ");
  expect(field().selectionStart).toBe(field().value.length);
});

test("the values of an accepted name follow, and Tab accepts one", async () => {
  const user = edit();
  write("spec:\n  mo|");
  await user.keyboard("{Control>} {/Control}{Enter}");
  expect(options()).toEqual(["fast", "safe", "true"]);
  await user.keyboard("{ArrowUp}{Tab}");
  expect(field().value).toBe('spec:\n  mode: "true"');
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the list at a complete value begins with that value", async () => {
  const user = edit();
  write("spec:\n  mode: saf|");
  await user.keyboard("{Control>} {/Control}e");
  expect(options()).toEqual(["fast", "safe", "true"]);
  expect(active()).toBe("safe");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("spec:\n  mode: safe");
});

test("Tab leaves the field if there is no list", async () => {
  const user = edit();
  write("spec:\n  mode: fast|");
  await user.tab();
  expect(document.activeElement).not.toBe(field());
  expect(field().value).toBe("spec:\n  mode: fast");
});

test("Escape closes the list and keeps the text", async () => {
  const user = edit();
  write("spec:\n  |");
  await user.keyboard("{Control>} {/Control}");
  expect(active()).toBe("size");
  expect(fireEvent.keyDown(field(), { key: "Escape" }), "the key does nothing else").toBe(false);
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
  expect(active()).toBeUndefined();
  await user.keyboard("{Enter}");
  expect(field().value).toBe("spec:\n  \n");
});

test("typing a name opens the list and narrows it, and a complete name closes it", async () => {
  const user = edit();
  write("spec:\n  |");
  await user.keyboard("de");
  expect(options()).toEqual(["debug", "mode"]);
  await user.keyboard("{Backspace}{Backspace}us");
  expect(options()).toEqual(["users"]);
  await user.keyboard("ers");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.keyboard("{Enter}");
  expect(field().value).toBe("spec:\n  users\n");
});

test("typing in values, texts and comments opens no list", async () => {
  const user = edit();
  for (const text of ["spec:\n  mode: |", "spec:\n  # |", "spec:\n  note: >\n    |"]) {
    write(text);
    await user.keyboard("s");
    expect(screen.queryByRole("listbox")).toBeNull();
  }
});

test("a click accepts a suggestion inside of an item", async () => {
  const user = edit();
  write("spec:\n  users:\n    - name: a\n      |");
  await user.keyboard("{Control>} {/Control}");
  expect(options()).toEqual(["role", "options"]);
  expect(screen.getByText("The rights of the user.")).toBeTruthy();
  await user.click(screen.getByRole("option", { name: /options/ }));
  expect(field().value).toBe("spec:\n  users:\n    - name: a\n      options:\n        ");
  expect(document.activeElement).toBe(field());
});

test("a place without suggestions says so", async () => {
  const user = edit();
  write("spec:\n  labels:\n    |");
  await user.keyboard("{Control>} {/Control}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.getByText("No suggestions here.")).toBeTruthy();
});

test("advice follows the text, is announced politely and leads to its line", async () => {
  const user = edit();
  expect(screen.queryByRole("list", { name: "Problems" })).toBeNull();
  write("apiVersion: a.io/v1\nkind: Cache\nspec:\n  size: 1Gi\n  mode: slow\n  seize: 1|");
  await screen.findByText("2 problems in the YAML");
  expect(problems()).toEqual([
    "Line 5spec.mode: Choose one of the values.advice of the schema",
    "Line 6spec.seize: The schema does not have this field.advice of the schema",
  ]);
  expect(screen.getByText("2 problems in the YAML").getAttribute("role")).toBe("status");
  expect([...document.querySelectorAll(".yaml-mark")].map((each) => each.textContent)).toEqual(["5", "6"]);
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByRole("button", { name: /spec.mode/ }));
  expect(document.activeElement).toBe(field());
  expect(field().value.slice(field().selectionStart)).toMatch(/^mode: slow/);
});

test("advice does not block the review", async () => {
  const user = edit();
  write("spec:\n  seize: 1|");
  await screen.findByText(/spec.seize/);
  await user.click(screen.getByText("Review"));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("the gutter has every line number once", async () => {
  edit();
  write("apiVersion: a.io/v1\nkind: Cache\nspec:\n  mode: slow\n  size: a\n\n|");
  await screen.findByText("1 problem in the YAML");
  expect(document.querySelector(".yaml-gutter")?.textContent).toBe("1\n2\n3\n4\n5\n6\n7\n");
});

test("the causes of the server are in the list, at the lines of their fields", async () => {
  edit({ causes: [{ field: "spec.size", message: "too large" }, { message: "denied" }], name: "taken" });
  expect(screen.getByRole("alert").textContent).toBe("The server would reject this");
  expect(problems()).toEqual([
    "Line 1deniedthe server",
    "Line 4metadata.name: takenthe server",
    "Line 7spec.size: too largethe server",
  ]);
  write("# a new line\napiVersion: a.io/v1\nkind: Cache\nspec:\n  size: 1Gi|");
  await screen.findByText("Line 5");
});

test("a syntax error is in the list, and the review leads to the field", async () => {
  const user = edit();
  write("kind: Cache\nspec: [1|");
  await waitFor(() => expect(problems()[0]).toMatch(/^Line 2This is not valid YAML: .*not valid YAML$/));
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByText("Review"));
  expect(document.activeElement).toBe(field());
});

test("without a schema the editor only knows YAML", async () => {
  const user = edit({ hasSchema: false });
  write("anything: 1\n|");
  await user.keyboard("{Control>} {/Control}ki");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.queryByText(/Ctrl\+Space/)).toBeNull();
  write("a: [1|");
  await waitFor(() => expect(problems()).toHaveLength(1));
});

test("an edit in YAML is in the form, and an edit in the form is in the YAML", async () => {
  const user = edit();
  write("apiVersion: a.io/v1\nkind: Cache\nspec:\n  size: 2Gi # mine\n  extra: 1\n|");
  await user.click(screen.getByLabelText("Form"));
  const size = screen.getByLabelText<HTMLInputElement>(/^Size/);
  expect(size.value).toBe("2Gi");
  await user.click(screen.getByLabelText("YAML"));
  expect(field().value, "an unchanged object keeps its text").toContain("size: 2Gi # mine");
  await user.click(screen.getByLabelText("Form"));
  await user.type(screen.getByLabelText(/^Size/), "B");
  await user.click(screen.getByLabelText("YAML"));
  expect(field().value).toBe("apiVersion: a.io/v1\nkind: Cache\nspec:\n  size: 2GiB\n  extra: 1\n");
});

test("a script in a name or a value stays text", async () => {
  edit({ causes: [{ field: "spec.<img src=x>", message: "<script>alert(1)</script>" }] });
  write("spec:\n  '<img src=x onerror=alert(1)>': 1|");
  await screen.findByText(/onerror/, { selector: ".yaml-problem .code" });
  expect(screen.getByText("<script>alert(1)</script>")).toBeTruthy();
  expect(document.querySelector("img, script")).toBeNull();
});
