/** The sign-in at a real issuer, with the policy of the program. */
import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { headersFor, serve } from "../dev-server.mjs";
import { authenticate, type Issuer, signIn, startIssuer } from "./issuer";
import { BROWSER, openSiteOf, type Site } from "./site";

describe.skipIf(!existsSync(BROWSER))("the sign-in at an issuer", () => {
  let issuer: Issuer;
  let site: Site;
  const refused = new Set<string>();
  beforeAll(async () => {
    issuer = await startIssuer();
    const server = await serve(undefined, 0, {
      code: false,
      oidc: { issuer: issuer.url, clientId: "console" },
    });
    issuer.setRedirect(server.url);
    site = await openSiteOf(server);
  });
  afterEach(async () => {
    await site.closePages();
    await site.context.clearCookies();
  });
  afterAll(async () => {
    await site.close();
    issuer.close();
  });

  async function open(path: string) {
    let api: Awaited<ReturnType<typeof authenticate>> | undefined;
    const logs: string[] = [];
    const tab = await site.open(path, {
      issuer: issuer.url,
      prepare: async (page) => {
        page.on("console", (message) => logs.push(message.text()));
        api = await authenticate(page, issuer, refused);
      },
    });
    return { ...tab, logs, users: api?.users ?? [], tokens: api?.tokens ?? [] };
  }

  test("returns to the page, and leaves no secret in an address, a storage or a log", async () => {
    const { page, faults, logs, users } = await open("n/shop?filter=a");
    await signIn(page, issuer, "alice");
    await page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
    expect(page.url()).toBe(`${site.url}n/shop?filter=a`);
    // The page shows its heading before its first request has come.
    await expect.poll(() => [...new Set(users)]).toEqual(["alice"]);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/oidc|nonce|verifier|eyJ/);
    expect(logs.join()).not.toContain("eyJ");
    // The answer of the issuer is in no entry of the history.
    await page.goBack();
    await page.goForward();
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(faults).toEqual([]);
  });

  test("renews the token without the user when the server refuses it", async () => {
    const { page, faults, tokens } = await open("n/shop");
    await signIn(page, issuer, "bob");
    await page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
    await expect.poll(() => tokens.length).toBeGreaterThan(0);
    const first = tokens.at(-1) ?? "";
    // A token of the same second is the same token.
    await expect.poll(() => Date.now() / 1_000 - issuedAt(first)).toBeGreaterThan(1);
    refused.add(first);
    await page.getByRole("button", { name: /^Namespace:/ }).click();
    await expect.poll(() => tokens.at(-1) !== first, { timeout: 15_000 }).toBe(true);
    expect(await page.getByLabel("Token").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("shows why the issuer refuses", async () => {
    const { page, faults } = await open("n/shop");
    await page.getByRole("button", { name: /^Sign in with localhost/ }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByText(/^localhost:\d+ says: /).waitFor();
    expect(page.url()).toBe(`${site.url}n/shop`);
    expect(faults).toEqual([]);
  });

  test("does not sign in with an answer that this tab has not asked for", async () => {
    const { page, users } = await open("?code=forged&state=forged");
    await page.getByText("does not belong to a sign-in").waitFor();
    expect(page.url()).toBe(site.url);
    expect(users).toEqual([]);
  });

  test("needs the origin of the issuer in connect-src, and nothing else in the policy", async () => {
    const { page, faults } = await site.open("n/shop", {
      issuer: issuer.url,
      prepare: async (tab) => {
        await authenticate(tab, issuer, refused);
        await tab.route(`${site.url}n/shop`, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), ...headersFor() } });
        });
      },
    });
    await page.getByRole("button", { name: /^Sign in with localhost/ }).click();
    await page.getByText(/did not answer, or it does not allow/).waitFor();
    expect(faults.join()).toMatch(/connect-src 'self'/);
    const policy = (origin?: string) => headersFor(origin)["content-security-policy"]?.split("; ") ?? [];
    expect(policy(issuer.url).filter((each) => !policy().includes(each))).toEqual([
      `connect-src 'self' ${issuer.url}`,
    ]);
  });
});

/** Returns when a token was issued, in seconds since 1970. */
function issuedAt(token: string): number {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).iat;
}
