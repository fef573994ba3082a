/** What a tenant with few rights can do with the console of a program in a cluster. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api, type Site, violations } from "../site";
import { slowDown } from "../slow";
import { createRedis, editRedis } from "./create";
import { openTenantSite, restartProgram, TOKEN } from "./tenant";

const TABLE = "n/console-shop/apps.example.com/redises";
const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/console-shop/redises";

describe.skipIf(!TOKEN)("the console of a tenant", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openTenantSite();
  });
  afterEach(() => site.closePages());
  afterAll(() => site.close());

  async function redis(name: string) {
    const object = { apiVersion: "apps.example.com/v1alpha1", kind: "Redis", metadata: { name } };
    expect((await api(site, REDISES, "POST", object)).status).toBe(201);
  }

  test("shows the kinds that the tenant may list, and no others", async () => {
    const { page, faults } = await site.open("n/console-shop");
    await page.getByRole("link", { name: "Create Redis" }).waitFor();
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Redis"]);
    // The tenant may not read definitions. The server shows the icon of a kind that they may create.
    const icon = page.locator("main img.kind-icon");
    await icon.waitFor();
    expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("offers the kinds that the tenant may list in the palette, and no others", async () => {
    const { page, faults } = await site.open("n/console-shop");
    await page.getByRole("link", { name: "Create Redis" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Create Redis" }).waitFor();
    const labels = await page.getByRole("option").locator(".picker-label").allTextContents();
    expect(labels.filter((label) => /^(?:Go to|Create) /.test(label))).toEqual([
      "Go to Redis",
      "Create Redis",
    ]);
    expect(faults).toEqual([]);
  });

  test("creates and edits by the form, and says why the tenant may not delete", async () => {
    const { page, faults } = await site.open("n/console-shop");
    await page.getByRole("link", { name: "Create Redis" }).click();
    await createRedis(page, "kept", "3");
    await editRedis(page, "kept", "4");
    expect((await (await api(site, `${REDISES}/kept`)).json()).spec.replicas).toBe(4);

    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: 'Why is "Delete" unavailable?' }).focus();
    await page.getByText("You have no right to do this.").filter({ visible: true }).waitFor();
    expect(await page.getByRole("button", { name: "Delete", exact: true }).count()).toBe(0);
    expect((await api(site, `${REDISES}/kept`, "DELETE")).status).toBe(403);
    expect(faults).toEqual([]);
  });

  test("says what the tenant may not see", async () => {
    const { page, faults } = await site.open("n/other/apps.example.com/redises");
    await page.getByText("You have no right to see this").waitFor();
    const reason = page.locator(".blank-text").first();
    expect(await reason.textContent()).toContain(
      'User "system:serviceaccount:console-shop:tenant" cannot watch',
    );
    expect(faults).toEqual([]);
  });

  test("does not accept a token that the cluster does not accept", async () => {
    const page = await site.context.newPage();
    await page.goto(`${site.url}n/console-shop`);
    await page.getByLabel("Token", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("The server does not accept the token.").waitFor();
  });

  test("works over a slow network", async () => {
    const { page, faults } = await site.open(`${TABLE}/_create`, {
      prepare: async (slow) => {
        slow.setDefaultTimeout(60_000);
        await slowDown(slow, 400, 64_000);
      },
    });
    await createRedis(page, "slow", "2");
    await page.getByRole("tab", { name: "YAML" }).click();
    await page.getByText("kind: Redis").waitFor();
    await editRedis(page, "slow", "3");
    expect((await (await api(site, `${REDISES}/slow`)).json()).spec.replicas).toBe(3);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Redis" }).click();
    await page.getByRole("link", { name: "slow", exact: true }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test("goes on when the program starts again, and loses neither objects nor edits", async () => {
    await redis("before");
    const { page: table } = await site.open(TABLE);
    await table.getByRole("link", { name: "before" }).waitFor();
    const { page: editor } = await site.open(`${TABLE}/before/_edit`);
    await editor.getByLabel("Replicas").fill("5");

    await restartProgram();

    await redis("after");
    // The pauses between two attempts of the table grow to twenty seconds.
    await table.getByRole("link", { name: "after" }).waitFor({ timeout: 60_000 });
    await table.getByText("Live", { exact: true }).waitFor({ timeout: 60_000 });
    expect(await table.getByRole("link", { name: "before" }).count()).toBe(1);
    expect(await editor.getByLabel("Replicas").inputValue()).toBe("5");
    await editor.getByRole("button", { name: "Review" }).click();
    await takeAll(editor);
    await editor.getByRole("button", { name: "Apply", exact: true }).click();
    await editor.getByRole("heading", { level: 1, name: "before", exact: true }).waitFor();
    expect((await (await api(site, `${REDISES}/before`)).json()).spec.replicas).toBe(5);
  });
});

/** Another client created the object, so the console asks before it takes the field. */
async function takeAll(page: Page) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Use mine").first().check();
  await dialog.getByRole("button", { name: "Continue" }).click();
}
