/** The built console in a browser, before a running Chartroom that a kubeconfig names. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { serve } from "../dev-server.mjs";

export const KUBECONFIG = process.env.CHARTROOM_KUBECONFIG;
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

if (!KUBECONFIG) {
  process.stdout.write(
    "The browser tests of the console are skipped: CHARTROOM_KUBECONFIG names no kubeconfig.\n",
  );
}

export interface Site {
  readonly url: string;
  readonly context: BrowserContext;
  /** Opens a page of the console, and records what must not happen. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Tab>;
  readonly setDown: (isDown: boolean) => void;
  /** Closes the pages of a test that failed, because their streams would use up the connections. */
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  /** Prepares the page, such as with routes, before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Tab {
  readonly page: Page;
  /** Errors of scripts, violations of the policy, and requests to other origins. */
  readonly faults: readonly string[];
}

export async function openSite(): Promise<Site> {
  // The test runner sets "test", with which the build would have the slow React of development.
  process.env.NODE_ENV = "production";
  await build({ logLevel: "error", mode: "production" });
  const server = await serve(KUBECONFIG ?? "");
  const profile = await mkdtemp(join(tmpdir(), "console-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: BROWSER, args: FLAGS });
  return {
    url: server.url,
    context,
    open: (path, options = {}) => openTab(context, server.url, path, options),
    setDown: server.setDown,
    closePages: async () => {
      const pages = context.pages().filter((page) => page.url() !== "about:blank");
      await Promise.all(pages.map((page) => page.close()));
    },
    close: async () => {
      await context.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function openTab(
  context: BrowserContext,
  url: string,
  path: string,
  options: OpenOptions,
): Promise<Tab> {
  const page = await context.newPage();
  const faults: string[] = [];
  const origin = new URL(url).origin;
  page.setDefaultTimeout(15_000);
  await page.setViewportSize({ width: options.width ?? 1280, height: 800 });
  await page.emulateMedia({ colorScheme: options.theme ?? "light", reducedMotion: "reduce" });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) {
      faults.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
      faults.push(`request to ${request.url()}`);
    }
  });
  await options.prepare?.(page);
  await page.goto(url + path);
  return { page, faults };
}

/** Sends a request to the API, as another client would. */
export async function api(
  site: Site,
  path: string,
  method = "GET",
  body?: unknown,
  type = "application/json",
) {
  return fetch(new URL(path, site.url), {
    method,
    headers: { "content-type": type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns the rules of axe that the page breaks, with the elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // The policy of the page forbids added scripts, but not those of the debugger.
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResult> } };
    const result = await axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return result.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
    );
  });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}
