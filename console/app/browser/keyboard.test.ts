/** A tenant's way through the console without a pointer. */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api, KUBECONFIG, openSite, type Site } from "./site";

const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";
/** More stops than a page of the console has. */
const MAX_STOPS = 60;

describe.skipIf(!KUBECONFIG)("the console without a pointer", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await api(site, `${REDISES}/typed`, "DELETE");
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    await api(site, `${REDISES}/typed`, "DELETE");
    await site.close();
  });

  test("creates, edits and deletes an object", async () => {
    const { page, faults } = await site.open("n/default");
    const replicas = async () => (await (await api(site, `${REDISES}/typed`)).json()).spec.replicas;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const isOpen = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

    await tabTo(page, page.getByRole("link", { name: "Create Redis" }));
    await page.keyboard.press("Enter");
    await isOpen("Create Redis");
    await tabTo(page, page.getByLabel("Name", { exact: true }));
    await page.keyboard.type("typed");
    await enterReplicas(page, "3");
    await tabTo(page, button("Review"));
    await page.keyboard.press("Enter");
    await page.getByText("The server would accept this.").waitFor();
    await tabTo(page, button("Create"));
    await page.keyboard.press("Enter");
    await isOpen("typed");
    expect(await replicas()).toBe(3);

    await tabTo(page, page.getByRole("link", { name: "Edit" }));
    await page.keyboard.press("Enter");
    await isOpen("Edit typed");
    await enterReplicas(page, "4");
    await tabTo(page, button("Review"));
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "4", exact: true }).waitFor();
    expect(await replicas()).toBe(3);
    await tabTo(page, button("Apply"));
    await page.keyboard.press("Enter");
    await isOpen("typed");
    expect(await replicas()).toBe(4);

    await tabTo(page, button("Actions"));
    await page.keyboard.press("Enter");
    await tabTo(page, button("Delete"));
    await page.keyboard.press("Enter");
    await page.getByText("are removed, also their data").waitFor();
    await tabTo(page, page.getByLabel("Type typed to confirm"));
    await page.keyboard.type("typed");
    await page.keyboard.press("Enter");
    await isOpen("Redis");
    await expect.poll(async () => (await api(site, `${REDISES}/typed`)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  test("runs a command of the palette, and gives the focus back", async () => {
    const metadata = { name: "typed" };
    await api(site, REDISES, "POST", { apiVersion: "apps.example.com/v1alpha1", kind: "Redis", metadata });
    const { page, faults } = await site.open("n/default/apps.example.com/redises/typed");
    const tab = page.getByRole("tab", { name: "Overview" });
    await tabTo(page, tab);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Delete" }).waitFor();
    await page.keyboard.type("delete");
    await page.keyboard.press("Enter");
    await page.getByLabel("Type typed to confirm").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await tab.and(page.locator(":focus")).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

async function enterReplicas(page: Page, count: string) {
  await tabTo(page, page.getByLabel("Replicas"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type(count);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let i = 0; i < MAX_STOPS && !(await hasFocus()); i++) {
    await page.keyboard.press("Tab");
  }
  expect(await hasFocus(), `Tab reaches ${target}`).toBe(true);
}
