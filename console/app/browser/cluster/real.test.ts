/** Real kinds: each is created with its sample, edited and deleted by the form alone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { api, type Site } from "../site";
import { enter, type Json, openAll } from "./enter";
import { openTenantSite, TOKEN } from "./tenant";

const GROUP = "apps.cozystack.io";
/** The folder of real definitions; empty if there is none. */
const DATA = process.env.CHARTROOM_REAL_DEFINITIONS ?? "";

interface RealKind {
  readonly kind: string;
  readonly plural: string;
  readonly name: string;
  readonly spec: { readonly [name: string]: Json };
}

function documents(folder: string) {
  return readdirSync(join(DATA, folder)).map((file) => parse(readFileSync(join(DATA, folder, file), "utf8")));
}

function realKinds(): readonly RealKind[] {
  if (!existsSync(DATA)) {
    return [];
  }
  const samples = documents("samples");
  return documents("definitions").map(({ spec: { application } }) => {
    const sample = samples.find(({ kind }) => kind === application.kind);
    return {
      kind: application.kind,
      plural: application.plural,
      name: sample?.metadata.name ?? "test",
      spec: sample?.spec ?? {},
    };
  });
}

const KINDS = realKinds();

describe.skipIf(!TOKEN || KINDS.length === 0)("real kinds", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openTenantSite();
  });
  afterEach(async () => {
    await site.closePages();
    // Several kinds make releases of the same name, and one failure must not become several.
    await Promise.all(
      KINDS.map(({ plural, name }) =>
        api(site, `/apis/${GROUP}/v1alpha1/namespaces/console-real/${plural}/${name}`, "DELETE"),
      ),
    );
  });
  afterAll(() => site.close());

  test.each(KINDS)("$kind is created, edited and deleted by form", async ({ kind, plural, name, spec }) => {
    const objects = `/apis/${GROUP}/v1alpha1/namespaces/console-real/${plural}`;
    const table = `n/console-real/${GROUP}/${plural}`;
    const expected = await accepted(site, objects, { kind, name, spec });
    const { page, faults } = await site.open(`${table}/_create`);
    // Some kinds have a field with the same label.
    await page.getByLabel("Name", { exact: true }).first().fill(name);
    for (const [member, value] of Object.entries(spec)) {
      await enter(page, ["spec", member], value);
    }
    await save(page, "Create");
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    const created = await (await api(site, `${objects}/${name}`)).json();
    expect(withoutEmpty(created.spec)).toEqual(withoutEmpty(expected));

    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("heading", { level: 1, name: `Edit ${name}`, exact: true }).waitFor();
    const isChanged = await changeSomething(page);
    expect(isChanged, "only Info has no settings").toBe(kind !== "Info");
    if (isChanged) {
      await save(page, "Apply");
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      const edited = await (await api(site, `${objects}/${name}`)).json();
      expect(edited.metadata.generation).toBe(2);
    } else {
      await page.getByRole("link", { name: "Cancel" }).click();
    }

    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText(`There is no ${kind} here yet`).waitFor();
    expect((await api(site, `${objects}/${name}`)).status).toBe(404);
    expect(faults).toEqual([]);
  });
});

/** Returns the spec that an object with this one has, as of a dry run. */
async function accepted(site: Site, objects: string, { kind, name, spec }: Omit<RealKind, "plural">) {
  const object = { apiVersion: `${GROUP}/v1alpha1`, kind, metadata: { name }, spec };
  const response = await api(site, `${objects}?dryRun=All`, "POST", object);
  expect(response.status).toBe(201);
  return (await response.json()).spec as Json;
}

async function save(page: Page, button: string) {
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("The server would accept this.").waitFor();
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Changes a number, or else a yes or no. Returns false if the form has neither. */
async function changeSomething(page: Page): Promise<boolean> {
  await openAll(page);
  const number = page.locator('.cf-field[data-kind="integer"] input:not([readonly])').first();
  if ((await number.count()) > 0) {
    await number.fill(String(Number(await number.inputValue()) + 1));
    return true;
  }
  const flag = page.locator('.cf-field[data-kind="boolean"] input[type=checkbox]').first();
  if ((await flag.count()) > 0) {
    await flag.setChecked(!(await flag.isChecked()));
    return true;
  }
  return false;
}

/** A form has no control for a map without entries, so that and no map count as the same. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value) || value === null || typeof value !== "object") {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  return Object.fromEntries(
    members.filter(([, member]) => JSON.stringify(member) !== "{}" && JSON.stringify(member) !== "[]"),
  );
}
