/** The address with a code and the headers of the program itself. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { headersFor } from "../dev-server.mjs";
import { CONSOLE, openSite, type Site } from "./site";

/** An address that `chartroom dev` printed within the last minute, and that nobody has opened. */
const LOGIN = process.env.CHARTROOM_CONSOLE_LOGIN;

describe.skipIf(!CONSOLE)("the program", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterEach(() => site.closePages());
  afterAll(() => site.close());

  test.skipIf(!LOGIN)("signs in with the code of an address once", async () => {
    const page = await site.context.newPage();
    const code = LOGIN?.split("#code=")[1] ?? "";
    const sent: string[] = [];
    page.on("request", (request) => {
      if (`${request.url()} ${request.postData() ?? ""}`.includes(code)) {
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      }
    });
    await page.goto(LOGIN ?? "");
    await page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
    await page.getByRole("link", { name: "Create Redis" }).waitFor();
    expect(sent).toEqual(["POST /console/login"]);
    expect(page.url()).toBe(`${site.url}n/default`);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(site.token);

    await page.goto(LOGIN ?? "");
    await page.getByText("the code was used already, is too old, or is wrong").waitFor();
    await page.getByText("start chartroom dev again").waitFor();
    expect(page.url()).not.toContain("code");
    // A reload does not send the code again.
    await page.reload();
    await page.getByLabel("Token", { exact: true }).waitFor();
    expect(await page.getByText("the code was used already").count()).toBe(0);
  });

  test.each(["n/default/apps.example.com/redises", "n/default/apps.example.com/redises/a.b"])(
    "serves the console at the address of the page %s",
    async (path) => {
      const response = await fetch(new URL(path, site.url));
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
    },
  );

  test("sends the headers of the development server", async () => {
    const response = await fetch(site.url);
    const sent = Object.keys(headersFor()).map((name) => [name, response.headers.get(name)]);
    expect(Object.fromEntries(sent)).toEqual(headersFor());
  });
});
