/** The YAML editor in a browser, over a fake API. */
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../dev-server.mjs";
import { BROWSER, openSiteOf, type Site, violations } from "./site";

const PAGE = "n/shop/a.io/caches/_create";
const CACHE = { resource: "caches", responseKind: { kind: "Cache" }, scope: "Namespaced", verbs: ["create"] };
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/api": { items: [] },
  "/apis": { items: [{ metadata: { name: "a.io" }, versions: [{ version: "v1", resources: [CACHE] }] }] },
  "/openapi/v3": { paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } },
  "/openapi/v3/a": {
    components: {
      schemas: {
        Cache: {
          "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
          type: "object",
          properties: {
            spec: {
              type: "object",
              required: ["size"],
              properties: {
                size: { type: "string", description: `The size of the volume. ${"long ".repeat(40)}` },
                mode: { type: "string", enum: ["fast", "safe"], default: "safe" },
                users: {
                  type: "array",
                  items: {
                    type: "object",
                    properties: { name: { type: "string" }, role: { enum: ["admin", "reader"] } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
const REFUSED = {
  kind: "Status",
  code: 422,
  reason: "Invalid",
  message: "Cache is invalid",
  details: { causes: [{ field: "spec.size", reason: "FieldValueInvalid", message: "too small" }] },
};

async function answer(page: Page) {
  await page.route(/^[^?]*\/(?:api|apis|openapi)(?:\/|$)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("/caches") && route.request().method() === "POST") {
      await route.fulfill({ status: 422, json: REFUSED });
    } else {
      const known = ANSWERS[pathname];
      await route.fulfill(known ? { json: known } : { status: 404, json: { kind: "Status", code: 404 } });
    }
  });
}

describe.skipIf(!existsSync(BROWSER))("the YAML editor", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSiteOf(await serve(undefined));
  });
  afterEach(() => site.closePages());
  afterAll(() => site.close());

  async function open(options: { theme?: "light" | "dark"; width?: number } = {}) {
    const tab = await site.open(PAGE, { ...options, prepare: answer });
    await tab.page.getByText("YAML", { exact: true }).click();
    const field = tab.page.getByLabel("The object as YAML");
    return { ...tab, field };
  }

  test("writes an object with suggestions only, and undoes one", async () => {
    const { page, field, faults } = await open();
    await field.fill("apiVersion: a.io/v1\nkind: Cache\nmetadata:\n  name: cart\nspec:\n  ");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("us");
    await page.getByRole("option", { name: "users" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: "role" }).click();
    await page.getByRole("option", { name: "admin" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toMatch(/spec:\n {2}users:\n {4}- role: admin$/);
    await page.keyboard.press("Control+Z");
    expect(await field.inputValue()).toMatch(/- role: $/);
    expect(faults).toEqual([]);
  });

  test("opens the list at the cursor, below its line", async () => {
    const { page, field } = await open();
    await field.fill(`${"# comment\n".repeat(60)}spec:\n  `);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Space");
    const list = await page.getByRole("listbox").boundingBox();
    const box = await field.boundingBox();
    expect(list && box && list.y > box.y && list.y <= box.y + box.height).toBe(true);
    expect(list && box && list.x > box.x && list.x < box.x + 60).toBe(true);
  });

  test("leads from a refusal of the server to the line", async () => {
    const { page, field, faults } = await open();
    const text = `${"# comment\n".repeat(100)}metadata:\n  name: cart\nspec:\n  size: 1\n`;
    await field.fill(text);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: /^Line 104 spec.size: too small/ }).click();
    const start = await field.evaluate((element: HTMLTextAreaElement) => element.selectionStart);
    expect(text.slice(start)).toBe("size: 1\n");
    const scrolled = () =>
      field.evaluate((element) => [element.scrollTop, element.previousElementSibling?.scrollTop]);
    // The gutter follows the text in the next frame.
    await expect.poll(async () => new Set(await scrolled()).size).toBe(1);
    expect((await scrolled())[0]).toBeGreaterThan(1_000);
    expect(faults).toEqual([]);
  });

  test.each(["light", "dark"] as const)("has no barrier in the %s theme", async (theme) => {
    const { page, field, faults } = await open({ theme });
    await field.fill("kind: Cache\nmetadata:\n  name: cart\nspec:\n  mode: slow\n  ");
    await page.getByText("3 problems in the YAML").waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option").first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("fits into 360 pixels", async () => {
    const { page, field } = await open({ width: 360 });
    await field.fill(`spec:\n  ${"x".repeat(200)}: 1\n  `);
    await page.getByRole("button", { name: /xxx/ }).waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option").first().waitFor();
    const width = await page.evaluate(() =>
      Math.max(document.documentElement.scrollWidth, document.getElementById("main")?.scrollWidth ?? 0),
    );
    expect(width).toBeLessThanOrEqual(360);
  });
});
