/** What an operator does with a release that Flux installs: every part of its page, and every action. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, openSiteOf, type Site, violations } from "../site";

/** The token of a user with all rights. Without it, these tests are skipped. */
const TOKEN = process.env.CHARTROOM_OPERATOR_TOKEN ?? "";
const GROUP = process.env.CHARTROOM_OPERATOR_GROUP ?? "";
const NAMESPACE = process.env.CHARTROOM_OPERATOR_NAMESPACE ?? "";
const TABLE = `n/${NAMESPACE}/${GROUP}/mills`;
const OAK = `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/mills/oak`;
/** Flux looks again after a second, and installs in a few. */
const INSTALLED = { timeout: 60_000 };

describe.skipIf(!TOKEN)("the console of a real release", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSiteOf({ url: process.env.CHARTROOM_CONSOLE ?? "", close: () => {} }, TOKEN, true);
  });
  let failed = "";
  // Each test needs the release as the one before it left it, so a failure would explain none of the later ones.
  beforeEach(({ skip }) => skip(failed !== "", `This test needs the release of "${failed}", which failed.`));
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") {
      failed ||= task.name;
    }
    await site.closePages();
  });
  afterAll(() => site.close());

  const spec = async () => (await (await api(site, OAK)).json()).spec;

  async function openTab(name: string) {
    const tab = await site.open(`${TABLE}/oak`);
    await tab.page.getByRole("tab", { name, exact: true }).click();
    return tab;
  }

  async function act(page: Page, name: string, confirm = false) {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    if (confirm) {
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
    }
    await page.getByText(`${name}: done.`).waitFor();
  }

  test("follows a new object until it is ready, and an edit until it is rolled out", async () => {
    const { page, faults } = await site.open(`${TABLE}/_create`);
    await page.getByLabel("Name", { exact: true }).fill("oak");
    await page.getByLabel("Size").fill("2");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("The server would accept this.").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("It is ready.").waitFor(INSTALLED);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Size").fill("3");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("rowheader", { name: "2", exact: true }).waitFor(INSTALLED);
    expect(await page.getByRole("row").nth(1).textContent()).toContain("spec.size");
    expect(faults).toEqual([]);
  });

  test("shows the values, the objects, the addresses and the credentials of the release", async () => {
    const { page, faults } = await openTab("Values");
    const size = page.getByRole("row").filter({ has: page.getByText("size", { exact: true }) });
    await size.waitFor();
    expect(await size.textContent()).toMatch(/size.*3.*your settings/);

    await page.getByRole("tab", { name: "Resources" }).click();
    await page.getByText("of 5 are current").waitFor();
    expect(await violations(page)).toEqual([]);
    for (const name of ["mill-oak", "mill-oak-web", "mill-oak-auth"]) {
      expect(await page.locator(".tree-name", { hasText: new RegExp(`^${name}$`) }).count()).toBeGreaterThan(
        0,
      );
    }

    await page.getByRole("tab", { name: "Access" }).click();
    await page.getByText(`mill-oak.${NAMESPACE}.svc`).first().waitFor();
    await page.getByRole("button", { name: "Load the credentials" }).click();
    await page.getByRole("button", { name: "Reveal password" }).waitFor();
    expect(await page.getByText("of mill-oak", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Reveal password" }).click();
    await page.getByText("of mill-oak", { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByRole("tab", { name: "Manifest" }).click();
    await page.getByText("mill-oak-web").click();
    await page.getByText("kind: Deployment").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.getByText("The size is 3.").waitFor();
    expect(faults).toEqual([]);
  });

  test("shows what the pods say, and the events of the release", async () => {
    const { page, faults } = await openTab("Logs");
    await page.getByText("ready to serve").waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "Events" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("suspends, resumes, reconciles, restarts and scales", async () => {
    const { page, faults } = await site.open(`${TABLE}/oak`);
    await act(page, "Suspend", true);
    await page.getByText("It is suspended: changes wait until it is resumed.").waitFor();
    await act(page, "Resume");
    await page.getByText("It is suspended: changes wait until it is resumed.").waitFor({ state: "detached" });
    await act(page, "Reconcile now");
    await act(page, "Restart pods", true);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Scale", exact: true }).click();
    await expect.poll(() => page.getByLabel("Replicas").inputValue()).toBe("3");
    await page.getByLabel("Replicas").fill("5");
    await page.getByRole("dialog").getByRole("button", { name: "Scale", exact: true }).click();
    await page.getByText("Scale: done.").waitFor();
    expect((await spec()).size).toBe(5);
    expect(faults).toEqual([]);
  });

  test("says what a rollback changes, and rolls back", async () => {
    const { page, faults } = await openTab("History");
    await page.getByRole("button", { name: "Roll back to revision 1" }).click();
    await page.getByText("spec.size would change from 5 to 2").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back", exact: true }).click();
    await page.getByText("Roll back: done.").waitFor();
    expect((await spec()).size).toBe(2);
    expect(faults).toEqual([]);
  });

  test("shows the definitions of the cluster, and why one is refused", async () => {
    const { page, faults } = await site.open("platform");
    await page.getByText("must be a CamelCase name").first().waitFor();
    await page.getByRole("main").getByRole("link", { name: "Mill", exact: true }).click();
    await page.getByText("The kind is served.").waitFor();
    expect(faults).toEqual([]);
  });

  test("deletes the release with all its objects", async () => {
    const { page, faults } = await site.open(`${TABLE}/oak`);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("mill-oak-web").first().waitFor();
    await page.getByLabel("Type oak to confirm").fill("oak");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("There is no Mill here yet").waitFor(INSTALLED);
    expect((await api(site, OAK)).status).toBe(404);
    expect(faults).toEqual([]);
  });
});
