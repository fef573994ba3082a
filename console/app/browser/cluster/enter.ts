/** Enters an object in the form of the console as a user does: opens parts, adds entries and types. It uses no YAML. */
import type { Locator, Page } from "playwright-core";
import { append, type Path, pointerOf } from "../../../packages/form/src/core/path";
import { idOf } from "../../../packages/form/src/react/context";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Opens all parts of a form. The content of a closed one is not in the document. */
export async function openAll(page: Page): Promise<void> {
  const closed = page.locator("button.cf-disclosure[aria-expanded=false]");
  while ((await closed.count()) > 0) {
    await closed.first().click();
  }
}

/** Enters a value at a path, such as `["spec", "users", "admin"]`. The parts around it must be open. */
export async function enter(page: Page, path: Path, value: Json): Promise<void> {
  const pointer = pointerOf(path);
  const control = byId(page, pointer);
  await control.waitFor();
  const field = control.locator("xpath=ancestor::*[@data-kind][1]");
  const kind = await field.getAttribute("data-kind");
  if (!(await control.evaluate((element) => element.matches("button.cf-disclosure")))) {
    await enterScalar(control, field, value);
    return;
  }
  if ((await control.getAttribute("aria-expanded")) === "false") {
    await control.click();
  }
  if (kind === "list" && Array.isArray(value)) {
    await enterItems(page, path, value);
  } else if (kind === "map") {
    await enterEntries(page, path, value as { readonly [name: string]: Json });
  } else if (kind === "object") {
    await enterMembers(page, path, value as { readonly [name: string]: Json });
  } else {
    throw new Error(`cannot enter ${JSON.stringify(value)} at ${pointer}, which is of the kind ${kind}`);
  }
}

async function enterMembers(page: Page, path: Path, value: { readonly [name: string]: Json }) {
  const setting = byId(page, pointerOf(path), "set");
  if ((await setting.count()) > 0) {
    await setting.click();
  }
  for (const [name, member] of Object.entries(value)) {
    await enter(page, [...path, name], member);
  }
}

async function enterEntries(page: Page, path: Path, value: { readonly [name: string]: Json }) {
  for (const [name, entry] of Object.entries(value)) {
    if ((await byId(page, append(pointerOf(path), name)).count()) === 0) {
      const key = byId(page, pointerOf(path), "key");
      await key.fill(name);
      await key.press("Enter");
    }
    await enter(page, [...path, name], entry);
  }
}

async function enterItems(page: Page, path: Path, value: readonly Json[]) {
  for (const [i, item] of value.entries()) {
    if ((await byId(page, append(pointerOf(path), i)).count()) === 0) {
      await byId(page, pointerOf(path), "add").click();
    }
    await enter(page, [...path, i], item);
  }
}

async function enterScalar(control: Locator, field: Locator, value: Json): Promise<void> {
  const type = await control.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.localName,
  );
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (type === "checkbox") {
    await control.setChecked(value === true);
  } else if (type === "select") {
    await choose(control, text);
  } else if (text === "" && (await control.inputValue()) !== "") {
    await field.getByRole("button", { name: /^Use empty text/ }).click();
  } else if ((await control.inputValue()) !== text) {
    await control.fill(text);
  }
}

/** Chooses a value of an enum, or one of those that the server offers. */
async function choose(control: Locator, text: string): Promise<void> {
  const options = await control.locator("option").allTextContents();
  const label = text === "" ? "(empty text)" : text;
  if (options.includes(label)) {
    await control.selectOption({ label });
    return;
  }
  await control.selectOption({ value: "another" });
  await control.page().keyboard.type(text);
}

/** Finds a control by its path. The rest of its id is the form's. */
function byId(page: Page, pointer: string, suffix = ""): Locator {
  return page.locator(`[id$=${JSON.stringify(idOf("", pointer, suffix))}]`).first();
}
