/** The console in a browser, before a running Chartroom that a kubeconfig names. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { readKubeconfig, serve } from "../dev-server.mjs";
import { layCable } from "./cable";

/** The kubeconfig of a running program. Its token is that of the tests. */
export const KUBECONFIG = process.env.CHARTROOM_KUBECONFIG;
/** The address of the console that the program serves. Without it, dev-server.mjs serves the console. */
export const CONSOLE = process.env.CHARTROOM_CONSOLE;
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Site {
  readonly url: string;
  readonly token: string;
  readonly context: BrowserContext;
  /** Opens a page of the console, and records what must not happen. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Tab>;
  /** Loads another page of the console in a tab. */
  readonly visit: (page: Page, path: string) => Promise<void>;
  /** Cuts the connections between the browser and the server. */
  readonly setCut: (isCut: boolean) => void;
  /** Closes the pages of a test that failed, because their streams would use up the connections. */
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  /** An origin beside that of the console to which requests are right. Requests of its own pages do not count. */
  readonly issuer?: string;
  /** Prepares the page, such as with routes, before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Tab {
  readonly page: Page;
  /** Errors of scripts, violations of the policy, and requests to other origins. */
  readonly faults: readonly string[];
}

export async function openSite(): Promise<Site> {
  const { token } = await readKubeconfig(KUBECONFIG ?? "");
  if (CONSOLE) {
    return openSiteOf({ url: CONSOLE, close: () => {} }, token, true);
  }
  return openSiteOf(await serve(KUBECONFIG), token);
}

interface Server {
  readonly url: string;
  readonly close: () => void;
}

/**
 * @param token the token of the requests that the tests send
 * @param pastes whether each page signs in with this token
 */
export async function openSiteOf(server: Server, token = "", pastes = false): Promise<Site> {
  const profile = await mkdtemp(join(tmpdir(), "console-"));
  const cable = await layCable(server.url);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER,
    args: [...FLAGS, cable.flag],
    // A test's own authority issues the certificates of a program in a cluster.
    ignoreHTTPSErrors: true,
  });
  const visit = async (page: Page, path: string) => {
    await page.goto(server.url + path);
    if (pastes) {
      await page.getByLabel("Token", { exact: true }).fill(token);
      await page.keyboard.press("Enter");
    }
  };
  return {
    url: server.url,
    token,
    context,
    visit,
    open: async (path, options = {}) => {
      const tab = await openTab(context, server.url, options);
      await options.prepare?.(tab.page);
      await visit(tab.page, path);
      return tab;
    },
    setCut: cable.setCut,
    closePages: async () => {
      const pages = context.pages().filter((page) => page.url() !== "about:blank");
      await Promise.all(pages.map((page) => page.close()));
    },
    close: async () => {
      await context.close();
      cable.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function openTab(context: BrowserContext, url: string, options: OpenOptions): Promise<Tab> {
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
    const { protocol, origin: target } = new URL(request.url());
    const isOther = /^https?:/.test(protocol) && target !== origin && target !== options.issuer;
    if (isOther && new URL(request.frame().url()).origin !== options.issuer) {
      faults.push(`request to ${request.url()}`);
    }
  });
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
    headers: { "content-type": type, ...(site.token && { authorization: `Bearer ${site.token}` }) },
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
