/** The form in Chromium: accessibility, narrow screens, the keyboard, a strict policy and large forms. */
import axe, { type AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM, start } from "./chromium";
import { FIELDS, ITEMS } from "./scenarios";
import { type Site, serve } from "./server";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Budgets for a loaded machine. The line that the test prints has what was measured. */
const MOST_FOR_PAINT = 8000;
const MOST_FOR_KEY = 1000;

const measured: string[] = [];
const complaintsOf = new WeakMap<Page, string[]>();
let checked = 0;
let found = 0;
let site: Site;
let browser: Browser;

interface Options {
  readonly width?: number;
  readonly dark?: boolean;
}

async function open(scenario: string, { width = 1000, dark = false }: Options = {}): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  complaintsOf.set(page, complaints);
  await page.goto(`${site.url}/?scenario=${scenario}`);
  await page.locator("form").waitFor();
  return page;
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const closed = () => document.querySelector<HTMLElement>('button[aria-expanded="false"]');
    for (let button = closed(); button; button = closed()) {
      button.click();
      await new Promise(requestAnimationFrame);
    }
  });
}

/** The browser complains about whatever the policy blocks. */
async function close(page: Page): Promise<void> {
  expect(complaintsOf.get(page)).toEqual([]);
  await page.close();
}

async function violations(page: Page): Promise<readonly string[]> {
  // The page's policy allows no other scripts, and evaluate is not subject to it.
  await page.evaluate(axe.source);
  const results = (await page.evaluate(
    (tags) => (window as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
    RULES,
  )) as AxeResults;
  checked++;
  found += results.violations.length;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}

async function spec(page: Page): Promise<{ readonly hosts: readonly string[] }> {
  return JSON.parse((await page.locator("output").textContent()) ?? "").spec;
}

async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    await page.keyboard.press("Tab");
    if ((await focusedName(page)) === name) {
      return;
    }
  }
  throw new Error(`Tab does not reach ${name}.`);
}

describe.skipIf(CHROMIUM === undefined)("in Chromium", () => {
  beforeAll(async () => {
    site = await serve();
    browser = await start(CHROMIUM ?? "");
  });

  afterAll(async () => {
    await browser?.close();
    site?.close();
    process.stdout.write(
      `Browser: axe found ${found} violations on ${checked} pages; ${measured.join("; ")}.\n`,
    );
  });

  it.each([
    ["rich", false],
    ["rich", true],
    ["edit", true],
  ])("%s (dark: %s) has no violations with everything open", async (scenario, dark) => {
    const page = await open(scenario, { dark });
    await openAll(page);
    expect(await violations(page)).toEqual([]);
    await close(page);
  });

  it.each([false, true])(
    "errors (dark: %s) have no violations, and the summary has the focus",
    async (dark) => {
      const page = await open("errors", { dark });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "There are 3 problems" }).waitFor();
      expect(await focusedName(page)).toContain("There are 3 problems");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: /the name is taken/ }).click();
      expect(await page.evaluate(() => document.activeElement?.id)).toContain("/#1/name");
      expect(await violations(page)).toEqual([]);
      await close(page);
    },
  );

  it.each(["edit", "errors"])("%s fits a screen of 360 pixels", async (scenario) => {
    const page = await open(scenario, { width: 360 });
    await openAll(page);
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const small = await page.locator("button, input, select, textarea, a").evaluateAll((elements) =>
      elements
        .map((element) => ({ text: element.outerHTML, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ text }) => text),
    );
    expect(small).toEqual([]);
    await close(page);
  });

  it("the keyboard alone adds, fills, moves and removes an item", async () => {
    const page = await open("rich");
    await tabTo(page, "Add item Hosts");
    await page.keyboard.press("Enter");
    await page.keyboard.type("172.16.0.1");
    expect((await spec(page)).hosts).toEqual(["10.0.0.0/8", "192.168.1.1", "172.16.0.1"]);
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toBe("↑Move up: Hosts, Item 3");
    await page.keyboard.press("Space");
    expect((await spec(page)).hosts).toEqual(["10.0.0.0/8", "172.16.0.1", "192.168.1.1"]);
    expect(await focusedName(page)).toBe("↑Move up: Hosts, Item 2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect((await spec(page)).hosts).toEqual(["10.0.0.0/8", "192.168.1.1"]);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("192.168.1.1");
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement as Element).outlineStyle,
    );
    expect(outline).toBe("solid");
    await close(page);
  });

  it(`${FIELDS} fields are painted soon, and a key is handled soon`, async () => {
    const page = await open("large");
    expect(await page.locator(".cf-field").count()).toBe(FIELDS);
    const paint = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0));
          observer.observe({ type: "paint", buffered: true });
        }),
    );
    const key = await timeOfKey(page, "Field 0");
    measured.push(
      `${FIELDS} fields: first paint after ${Math.round(paint)} ms, a key takes ${Math.round(key)} ms`,
    );
    expect(paint).toBeGreaterThan(0);
    expect(paint).toBeLessThan(MOST_FOR_PAINT);
    expect(key).toBeLessThan(MOST_FOR_KEY);
    await close(page);
  });

  it(`a list of ${ITEMS} items stays usable`, async () => {
    const page = await open("list");
    await page.getByRole("button", { name: "Hosts" }).first().click();
    expect(await page.locator("li").count()).toBe(50);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /is not a host/ }).click();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("host-700");
    const key = await timeOfKey(page, "Item 701");
    measured.push(`${ITEMS} items: a key takes ${Math.round(key)} ms with 701 shown`);
    expect(key).toBeLessThan(MOST_FOR_KEY);
    await close(page);
  });
});

/** Returns the time from a key to the end of the frame after it, in milliseconds. */
async function timeOfKey(page: Page, label: string): Promise<number> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.evaluate(() => {
    document.addEventListener(
      "keydown",
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            document.body.dataset.time = String(performance.now() - timeStamp);
          }),
        ),
      { once: true },
    );
  });
  await page.keyboard.press("a");
  await page.locator("body[data-time]").waitFor();
  return page.evaluate(() => Number(document.body.dataset.time));
}

it.skipIf(CHROMIUM !== undefined)("skips the tests in a browser, because there is no Chromium", () => {
  process.stdout.write("Skipped: there is no Chromium, so the form is not tested in a browser.\n");
});
