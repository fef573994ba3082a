/** The sign-in at an issuer whose ID tokens the cluster accepts. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Issuer, signIn, startIssuer, withoutFonts } from "../issuer";
import { openSiteOf, type Site } from "../site";
import { createRedis } from "./create";

const CONSOLE = process.env.CHARTROOM_CONSOLE ?? "";
/** The folder of the issuer's certificate. Without it, the tests in this file are skipped. */
const FOLDER = process.env.CHARTROOM_ISSUER ?? "";

describe.skipIf(FOLDER === "")("the sign-in at an issuer of the cluster", () => {
  let issuer: Issuer;
  let site: Site;
  beforeAll(async () => {
    const [cert, key] = await Promise.all(["tls.crt", "tls.key"].map((file) => readFile(join(FOLDER, file))));
    issuer = await startIssuer(Number(process.env.CHARTROOM_ISSUER_PORT), { cert, key } as {
      cert: Buffer;
      key: Buffer;
    });
    issuer.setRedirect(CONSOLE);
    site = await openSiteOf({ url: CONSOLE, close: () => {} });
    // The kube-apiserver asks every ten seconds until there is an answer.
    await issuer.isKnown;
  });
  afterEach(async () => {
    await site.closePages();
    await site.context.clearCookies();
  });
  afterAll(async () => {
    await site.close();
    issuer.close();
  });

  test("gives the user their own rights", async () => {
    const { page, faults } = await site.open("n/signed-in", { issuer: issuer.url, prepare: withoutFonts });
    await signIn(page, issuer, "alice");
    await page.getByRole("link", { name: "Create Redis" }).click();
    await createRedis(page, "signed", "3");
    expect(page.url()).toBe(`${site.url}n/signed-in/apps.example.com/redises/signed`);
    expect(faults).toEqual([]);
  });

  test("gives another user no rights", async () => {
    const { page, faults } = await site.open("n/signed-in/apps.example.com/redises", {
      issuer: issuer.url,
      prepare: withoutFonts,
    });
    await signIn(page, issuer, "bob");
    await page.getByText("You have no right to see this").waitFor();
    const reason = page.locator(".blank-text").first();
    expect(await reason.textContent()).toContain(`User "${issuer.url}#bob" cannot watch`);
    expect(faults).toEqual([]);
  });
});
