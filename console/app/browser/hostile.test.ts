/** Definitions and schemas of others, whose texts and images have scripts. No script runs. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openAll } from "./cluster/enter";
import { addPlatform, hostileIcon } from "./platform";
import { hostileText } from "./rows";
import { api, KUBECONFIG, openSite, type Site } from "./site";

const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";
const TABLE = "n/default/apps.example.com/redises";

const text = { type: "string", title: hostileText, description: hostileText, default: hostileText };
const PROPERTIES = {
  hostile: text,
  choice: { ...text, enum: [hostileText, "x"] },
  pattern: { ...text, default: "x", pattern: hostileText },
  list: { type: "array", description: hostileText, items: text, default: [hostileText] },
  map: { type: "object", additionalProperties: text, default: { [hostileText]: hostileText } },
  [hostileText]: { type: "object", description: hostileText, properties: { [hostileText]: text } },
};
const FORM = {
  fields: [{ path: "spec.replicas", title: `Servers ${hostileText}` }],
  groups: [{ title: hostileText, description: hostileText, fields: ["spec.hostile", "spec.choice"] }],
};

/** Adds fields to the schema of Redis, which the server does not have. */
async function addSchema(page: Page): Promise<void> {
  await page.route("**/openapi/v3/apis/apps.example.com/**", async (route) => {
    const document = await (await route.fetch()).json();
    const redis = document.components.schemas["com.example.apps.v1alpha1.Redis"];
    redis["x-chartroom-form"] = FORM;
    Object.assign(redis.properties.spec.properties, PROPERTIES);
    await route.fulfill({ json: document });
  });
}

/** Gives the object values in these fields. */
async function addValues(page: Page): Promise<void> {
  await page.route("**/redises/hostile", async (route) => {
    const object = await (await route.fetch()).json();
    Object.assign(object.spec, {
      hostile: hostileText,
      list: [hostileText],
      map: { [hostileText]: hostileText },
    });
    await route.fulfill({ json: object });
  });
}

async function expectHarmless(page: Page) {
  const made = "img[src='x'], script:not([src]), iframe, object, embed, [onload], [onerror]";
  expect(await page.evaluate((selector) => document.querySelectorAll(selector).length, made)).toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
}

describe.skipIf(!KUBECONFIG)("content with scripts", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await api(site, REDISES, "POST", {
      apiVersion: "apps.example.com/v1alpha1",
      kind: "Redis",
      metadata: { name: "hostile" },
    });
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    await api(site, `${REDISES}/hostile`, "DELETE");
    await site.close();
  });

  test("in the icon of a kind does not run, and the icon is shown", async () => {
    const { page, faults } = await site.open("n/default", { prepare: addPlatform });
    const icons = page.locator("img.kind-icon[src*=pwned]");
    const widths = () =>
      icons.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
    // In the catalogue, in the navigation and in the palette.
    await expect.poll(widths).toEqual([36, 36]);
    await page.keyboard.press("Control+k");
    await expect.poll(widths).toEqual([36, 36, 36, 36]);
    expect(await icons.first().getAttribute("src")).toBe(hostileIcon);
    await expectHarmless(page);
    expect(faults).toEqual([]);
  });

  test("in a schema does not run in the form for a new object", async () => {
    const { page, faults } = await site.open(`${TABLE}/_create`, { prepare: addSchema });
    await page.getByLabel("Name", { exact: true }).fill("hostile-new");
    await page.getByLabel(/^Servers <img/).waitFor();
    await openAll(page);
    await page.getByText(hostileText).first().waitFor();
    await expectHarmless(page);
    await page.getByText("YAML", { exact: true }).click();
    const yaml = page.getByLabel("The object as YAML");
    // The server names the field in its answer.
    await yaml.fill(`${await yaml.inputValue()}\n${JSON.stringify(hostileText)}: 1\n`);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("The server would reject this").waitFor();
    await expectHarmless(page);
    expect(faults).toEqual([]);
  });

  test("in a schema and in values does not run in the form of an object", async () => {
    const prepare = async (page: Page) => {
      await addSchema(page);
      await addValues(page);
    };
    const { page, faults } = await site.open(`${TABLE}/hostile/_edit`, { prepare });
    const servers = page.getByLabel(/^Servers <img/);
    await servers.fill("5");
    await openAll(page);
    await page.getByText(hostileText).first().waitFor();
    await expectHarmless(page);
    await page.getByText("YAML", { exact: true }).click();
    expect(await page.getByLabel("The object as YAML").inputValue()).toContain("pwned");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("dialog").getByText("Another tool manages these fields").waitFor();
    await expectHarmless(page);
    expect(faults).toEqual([]);
  });
});
