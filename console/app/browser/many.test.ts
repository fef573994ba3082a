/** A table of 10,000 objects that the program itself serves, while their releases become ready. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, KUBECONFIG, openSite, type Site } from "./site";
import { measureTasks } from "./tasks";

const COUNT = 10_000;
const AT_A_TIME = 16;
const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/many/redises";

describe.skipIf(!KUBECONFIG)("a table of 10,000 objects", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "many" } };
    expect((await api(site, "/api/v1/namespaces", "POST", namespace)).status).toBe(201);
    let next = 0;
    const fill = async () => {
      while (next < COUNT) {
        const metadata = { name: `row-${next++}` };
        const object = { apiVersion: "apps.example.com/v1alpha1", kind: "Redis", metadata };
        expect((await api(site, REDISES, "POST", object)).status).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, fill));
  });
  afterAll(async () => {
    await api(site, REDISES, "DELETE");
    await site.close();
  });

  test("follows the server with few elements and without long tasks", async () => {
    let tasksOf: Awaited<ReturnType<typeof measureTasks>> | undefined;
    const prepare = async (page: Page) => {
      tasksOf = await measureTasks(page);
    };
    const { page, faults } = await site.open("n/many/apps.example.com/redises", { prepare });
    // Locators run scripts in the page that would count as its tasks.
    const shows = (text: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector(".toolbar-count")?.textContent === wanted,
        text,
        { timeout: 60_000 },
      );
    await shows("10000 objects");
    await page.locator("input[type=search]").fill("row-99");
    await shows("111 of 10000 objects");
    expect((await api(site, `${REDISES}/row-99`, "DELETE")).status).toBe(200);
    await shows("110 of 9999 objects");
    await page.locator("input[type=search]").fill("");
    await shows("9999 objects");
    expect(await page.evaluate(() => document.querySelectorAll("tbody tr").length)).toBeLessThanOrEqual(200);
    const tasks = (await tasksOf?.()) ?? [];
    expect(tasks.length).toBeGreaterThan(100);
    expect(Math.max(...tasks)).toBeLessThan(100);
    expect(faults).toEqual([]);
  });
});
