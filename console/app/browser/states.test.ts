/** The parts, dialogs and menus that only a user opens: accessible in both themes, and on a phone. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addRelease } from "./release";
import { api, KUBECONFIG, openSite, type Site, violations } from "./site";

const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";
const TABLE = "n/default/apps.example.com/redises";
/** As long as the name of a release can be. */
const NAME = `states-${"x".repeat(40)}`;
const OBJECT = `${TABLE}/${NAME}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const isOpen = (page: Page, title: string | RegExp) =>
  page.getByRole("dialog").getByRole("heading", { name: title }).waitFor();

async function startAction(page: Page, name: string) {
  await button(page, "Actions").click();
  await button(page, name).click();
}

/** Asks for another number of replicas, which the client that made the object owns. */
async function review(page: Page) {
  await page.getByLabel("Replicas").fill("4");
  await button(page, "Review").click();
  await isOpen(page, "Another tool manages these fields");
}

/** The names of the states, the pages on which they begin, and the way to them. */
const STATES: readonly (readonly [string, string, (page: Page) => Promise<unknown>])[] = [
  ["resources", `${OBJECT}?tab=resources`, (page) => page.getByText("1 of 4 are current").waitFor()],
  [
    "access",
    `${OBJECT}?tab=access`,
    async (page) => {
      await button(page, "Load the credentials").click();
      await page.getByRole("button", { name: /^Reveal/ }).click();
      await page.getByRole("button", { name: /^Hide/ }).waitFor();
    },
  ],
  ["logs", `${OBJECT}?tab=logs`, (page) => page.getByText("The log has ended.").waitFor()],
  ["values", `${OBJECT}?tab=values`, (page) => page.getByText("your settings").waitFor()],
  ["history", `${OBJECT}?tab=history`, (page) => button(page, "Roll back to revision 1").waitFor()],
  [
    "rollback",
    `${OBJECT}?tab=history`,
    async (page) => {
      await button(page, "Roll back to revision 1").click();
      await isOpen(page, "Roll back to revision 1");
    },
  ],
  [
    "scale",
    OBJECT,
    async (page) => {
      await startAction(page, "Scale");
      await isOpen(page, /^Scale/);
    },
  ],
  [
    "confirm",
    OBJECT,
    async (page) => {
      await startAction(page, "Suspend");
      await isOpen(page, /^Suspend/);
    },
  ],
  [
    "delete",
    OBJECT,
    async (page) => {
      await startAction(page, "Delete");
      await page.getByText("It takes along").waitFor();
    },
  ],
  [
    "palette",
    OBJECT,
    async (page) => {
      await button(page, "Actions").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("option", { name: "Restart pods" }).waitFor();
    },
  ],
  ["conflict", `${OBJECT}/_edit`, review],
  [
    "review",
    `${OBJECT}/_edit`,
    async (page) => {
      await review(page);
      await page.getByRole("dialog").getByLabel("Use mine").check();
      await button(page, "Continue").click();
      await isOpen(page, "Review the changes");
      await page.getByText("Show as YAML").click();
    },
  ],
  [
    "YAML",
    `${OBJECT}/_edit`,
    async (page) => {
      await page.getByText("YAML", { exact: true }).click();
      await page.getByLabel("The object as YAML").fill("kind: [");
      await page.getByText("This is not valid YAML").first().waitFor();
    },
  ],
  [
    "namespaces",
    TABLE,
    async (page) => {
      await page.getByRole("button", { name: /^Namespace:/ }).click();
      await page.getByRole("option", { name: "All namespaces" }).waitFor();
    },
  ],
  [
    "filters",
    TABLE,
    async (page) => {
      await button(page, "More filters").click();
      await page.getByLabel("Label selector").waitFor();
    },
  ],
  [
    "columns",
    TABLE,
    async (page) => {
      await page.getByRole("link", { name: NAME }).waitFor();
      await button(page, "Columns").click();
      await page.getByLabel("Message").waitFor();
    },
  ],
  [
    "all namespaces",
    "n/_all/apps.example.com/redises",
    (page) => page.getByRole("columnheader", { name: "Namespace" }).waitFor(),
  ],
];

describe.skipIf(!KUBECONFIG)("the console", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    await api(site, `${REDISES}?fieldManager=other`, "POST", {
      apiVersion: "apps.example.com/v1alpha1",
      kind: "Redis",
      metadata: { name: NAME },
      spec: { replicas: 2 },
    });
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    await api(site, `${REDISES}/${NAME}`, "DELETE");
    await site.close();
  });

  test.each(STATES)("has no barrier in the state %s, in both themes", async (_, path, reach) => {
    const { page, faults } = await site.open(path, { prepare: addRelease });
    await reach(page);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("html[data-theme=dark]").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    expect(faults).toEqual([]);
  });

  test.each(STATES)("fits into 360 pixels in the state %s", async (_, path, reach) => {
    const { page } = await site.open(path, { width: 360, prepare: addRelease });
    await reach(page);
    expect(await page.evaluate(overflows)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test("has a menu on a phone, which closes when the user has chosen", async () => {
    const { page } = await site.open("n/default", { width: 360 });
    const kind = page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Redis" });
    await page.getByRole("link", { name: "Create Redis" }).waitFor();
    expect(await kind.isVisible()).toBe(false);
    await button(page, "Menu").click();
    await kind.waitFor();
    expect(await page.evaluate(overflows)).toEqual([]);
    // The menu takes the place of the page, with its heading.
    const others = /^(?:landmark-one-main|page-has-heading-one):/;
    expect((await violations(page)).filter((each) => !others.test(each))).toEqual([]);
    await kind.click();
    await page.getByRole("link", { name: NAME }).waitFor();
    await kind.waitFor({ state: "hidden" });
    expect(page.url()).toBe(site.url + TABLE);
  });
});

/** Runs in the page. Returns the parts that are wider than the window, or beside it. */
function overflows(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = [...document.querySelectorAll("html, #main, dialog[open], .dialog-body, .popover")];
  const floats = [...document.querySelectorAll("dialog[open], .popover")];
  return [
    ...scrolls.filter((element) => element.scrollWidth > element.clientWidth),
    ...floats.filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < 0 || right > width;
    }),
  ].map(({ tagName, className }) => `${tagName} ${className}`);
}
