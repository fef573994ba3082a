/** The platform view, the records of Helm, the plots and the branding in a browser, with hostile content. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addBrand, addPlatform } from "./platform";
import { api, KUBECONFIG, openSite, type Site, violations } from "./site";

const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";
const OBJECT = "n/default/apps.example.com/redises/platform-look";
const DEFINITION = "platform/redises.apps.example.com";

describe.skipIf(!KUBECONFIG)("the platform", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await api(site, REDISES, "POST", {
      apiVersion: "apps.example.com/v1alpha1",
      kind: "Redis",
      metadata: { name: "platform-look" },
    });
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    await api(site, `${REDISES}/platform-look`, "DELETE");
    await site.close();
  });

  const PAGES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ["platform", (page) => page.getByText("18 of 40 releases are up to date").waitFor()],
    [DEFINITION, (page) => page.getByText("18 of 40 releases are up to date").waitFor()],
    [`${DEFINITION}?tab=form`, (page) => page.getByLabel("Replicas").waitFor()],
    [`${DEFINITION}?tab=explain`, (page) => page.getByText("replicas", { exact: true }).waitFor()],
    [OBJECT, (page) => page.getByRole("img", { name: /^CPU over time/ }).waitFor()],
    [`${OBJECT}?tab=notes`, (page) => page.getByText("Printed by the chart for revision 1").waitFor()],
    [`${OBJECT}?tab=manifest`, (page) => page.getByText("2 objects of revision 1").waitFor()],
  ];

  describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
    test.each(PAGES)("has no barrier on the page %s", async (path, isReady) => {
      const { page, faults } = await site.open(path, { theme, prepare: addPlatform });
      await isReady(page);
      expect(await violations(page)).toEqual([]);
      expect(faults).toEqual([]);
    });

    test("has no barrier with a brand, whatever its colours are", async () => {
      const { page, faults } = await site.open("n/default", { theme, prepare: addBrand });
      await page.getByRole("link", { name: "Create Redis" }).waitFor();
      expect(await page.title()).toBe("Catalogue · Acme Cloud");
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
      expect(faults).toEqual([]);
    });
  });

  test.each(PAGES)("fits into 360 pixels and runs no script on the page %s", async (path, isReady) => {
    const { page } = await site.open(path, { width: 360, prepare: addPlatform });
    await isReady(page);
    const width = await page.evaluate(() =>
      Math.max(document.documentElement.scrollWidth, document.getElementById("main")?.scrollWidth ?? 0),
    );
    expect(width).toBeLessThanOrEqual(360);
    expect(
      await page.evaluate(() => document.querySelectorAll("img[src='x'], script:not([src])").length),
    ).toBe(0);
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  });

  test("a part is opened and closed with the keyboard", async () => {
    const { page } = await site.open(`${OBJECT}?tab=manifest`, { prepare: addPlatform });
    await page.getByText("2 objects of revision 1").waitFor();
    await page.getByRole("tab", { name: "Manifest" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("Printed by the chart for revision 1").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator("summary", { hasText: "Secret" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("kind: Secret").waitFor();
  });
});
