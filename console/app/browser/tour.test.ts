/** The tour of the documents, in docs/tutorials/tour-of-the-console.md. If CHARTROOM_PICTURES is a folder, it gets the pictures. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, KUBECONFIG, openSite, type Site } from "./site";

const FOLDER = process.env.CHARTROOM_PICTURES;
const PAGE = new URL("../../../docs/tutorials/tour-of-the-console.md", import.meta.url);
const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";

describe.skipIf(!KUBECONFIG)("the tour", () => {
  let site: Site;
  const pictures: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    await api(site, REDISES, "DELETE");
  });
  afterAll(async () => {
    await api(site, REDISES, "DELETE");
    await site.close();
  });

  async function picture(page: Page, name: string) {
    pictures.push(name);
    if (FOLDER) {
      // Messages about the last step would cover the page.
      await page.locator(".toast").first().waitFor({ state: "detached" });
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    }
  }

  test("leads from the catalogue to an object, and to its deletion", async () => {
    const { page, faults } = await site.open("n/default");
    await page.getByRole("link", { name: "Create Redis" }).waitFor();
    await picture(page, "catalogue");

    await page.getByRole("link", { name: "Create Redis" }).click();
    await page.getByLabel("Name", { exact: true }).fill("cart");
    await page.getByLabel("Replicas").fill("30");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("should be less than or equal to 9").first().waitFor();
    await picture(page, "refused");

    await page.getByLabel("Replicas").fill("3");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("The server would accept this.").waitFor();
    await picture(page, "review");

    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("It is ready.").waitFor();
    await picture(page, "object");

    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Replicas").fill("5");
    await page.getByText("YAML", { exact: true }).click();
    await page.getByLabel("The object as YAML").waitFor();
    await picture(page, "yaml");

    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "cart", exact: true }).waitFor();
    expect((await (await api(site, `${REDISES}/cart`)).json()).spec.replicas).toBe(5);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("are removed, also their data").waitFor();
    await picture(page, "delete");
    await page.getByLabel("Type cart to confirm").fill("cart");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("There is no Redis here yet").waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("platform");
    await page.keyboard.press("Enter");
    await page.getByText("redises.apps.example.com").waitFor();
    await picture(page, "platform");
    expect(faults).toEqual([]);
  });

  test("has the pictures that the page shows", async () => {
    const shown = [...(await readFile(PAGE, "utf8")).matchAll(/images\/console\/([a-z]+)\.png/g)];
    expect(shown.map(([, name]) => name)).toEqual(pictures);
  });
});
