/** A tenant's way through the console, in a browser and against a running Chartroom. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, KUBECONFIG, openSite, type Site, violations } from "./site";

const REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";
const TABLE = "n/default/apps.example.com/redises";

describe.skipIf(!KUBECONFIG)("the console", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  beforeEach(async () => {
    await api(site, REDISES, "DELETE");
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    await api(site, REDISES, "DELETE");
    await site.close();
  });

  async function redis(name: string, spec: object = {}) {
    const response = await api(site, `${REDISES}?fieldManager=other`, "POST", {
      apiVersion: "apps.example.com/v1alpha1",
      kind: "Redis",
      metadata: { name },
      spec,
    });
    expect(response.status).toBe(201);
  }

  test("leads from the catalogue to a new object, and to its deletion", async () => {
    const { page, faults } = await site.open("n/default");
    await page.getByRole("link", { name: "Create Redis" }).click();
    await page.getByLabel("Name", { exact: true }).fill("basket");
    await page.getByLabel("Replicas").fill("30");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("should be less than or equal to 9").first().waitFor();
    await page.getByLabel("Replicas").fill("3");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("The server would accept this.").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "basket", exact: true }).waitFor();
    await page.getByText("It is ready.").waitFor();
    const created = await (await api(site, `${REDISES}/basket`)).json();
    expect(created.spec.replicas).toBe(3);
    expect(created.metadata.managedFields[0].manager).toBe("chartroom-console");

    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByLabel("Type basket to confirm").waitFor();
    expect((await api(site, `${REDISES}/basket`)).status).toBe(200);
    await page.getByLabel("Type basket to confirm").fill("basket");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("There is no Redis here yet").waitFor();
    expect((await api(site, `${REDISES}/basket`)).status).toBe(404);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("shows objects of others as they come, change and go", async () => {
    const { page, faults } = await site.open(TABLE);
    await page.getByText("There is no Redis here yet").waitFor();
    await redis("live-a");
    await page.getByRole("link", { name: "live-a" }).waitFor();
    await page.getByRole("cell", { name: "Ready", exact: true }).waitFor();
    await redis("live-b");
    await page.getByRole("link", { name: "live-b" }).waitFor();
    await api(site, `${REDISES}/live-a`, "DELETE");
    await page.getByRole("link", { name: "live-a" }).waitFor({ state: "detached" });
    await page.getByText("1 object", { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test("edits in the form and in YAML, with a diff before the server changes anything", async () => {
    await redis("shop");
    const { page, faults } = await site.open(`${TABLE}/shop/_edit`);
    await page.getByLabel("Replicas").fill("4");
    await page.getByText("YAML", { exact: true }).click();
    const yaml = page.getByLabel("The object as YAML");
    expect(await yaml.inputValue()).toContain("replicas: 4");
    await yaml.fill((await yaml.inputValue()).replace("size: 1Gi", "size: 2Gi # more"));
    await page.getByRole("button", { name: "Review" }).click();
    // The other client sent no values, but owns the defaults of its write.
    await takeMine(page, "Another tool manages these fields");
    await page.getByRole("cell", { name: "2Gi" }).waitFor();
    expect((await (await api(site, `${REDISES}/shop`)).json()).spec.replicas).toBe(2);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "shop", exact: true }).waitFor();
    expect((await (await api(site, `${REDISES}/shop`)).json()).spec).toMatchObject({
      replicas: 4,
      size: "2Gi",
    });
    expect(faults).toEqual([]);
    await page.close();
  });

  test("asks if somebody else has changed the same field meanwhile", async () => {
    await redis("race", { replicas: 2, size: "1Gi" });
    const { page, faults } = await site.open(`${TABLE}/race/_edit`);
    await page.getByLabel("Replicas").fill("5");
    await api(
      site,
      `${REDISES}/race`,
      "PATCH",
      { spec: { replicas: 7, size: "3Gi" } },
      "application/merge-patch+json",
    );
    await page.getByRole("button", { name: "Review" }).click();
    const title = "Somebody else changed the same fields";
    await page.getByRole("heading", { name: title }).waitFor();
    const choice = page.getByRole("group", { name: "spec.replicas" });
    expect(await choice.textContent()).toMatch(/Before2Keep theirs7Use mine5/);
    await takeMine(page, title);
    await takeMine(page, "Another tool manages these fields");
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "race", exact: true }).waitFor();
    expect((await (await api(site, `${REDISES}/race`)).json()).spec).toMatchObject({
      replicas: 5,
      size: "3Gi",
    });
    expect(faults).toEqual([]);
    await page.close();
  });

  test("removes a value of a list item that the console created", async () => {
    const nats = "/apis/apps.example.com/v1alpha1/namespaces/default/natses/post";
    await api(site, nats, "DELETE");
    const stream = { name: "orders", subjects: ["kept", "removed"] };
    await api(site, `${nats.replace("/post", "")}?fieldManager=chartroom-console`, "POST", {
      apiVersion: "apps.example.com/v1alpha1",
      kind: "NATS",
      metadata: { name: "post" },
      spec: { jetstream: { streams: [stream] } },
    });
    const { page, faults } = await site.open("n/default/apps.example.com/natses/post/_edit");
    await page.getByText("YAML", { exact: true }).click();
    const yaml = page.getByLabel("The object as YAML");
    await yaml.fill((await yaml.inputValue()).replace(/ *- removed\n/, ""));
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "post", exact: true }).waitFor();
    const { streams } = (await (await api(site, nats)).json()).spec.jetstream;
    expect(streams).toMatchObject([{ name: "orders", subjects: ["kept"] }]);
    await api(site, nats, "DELETE");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("asks before Back discards an edit", async () => {
    await redis("kept");
    const { page, faults } = await site.open(`${TABLE}/kept`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Replicas").fill("4");
    page.once("dialog", (dialog) => void dialog.dismiss());
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/_edit$/);
    expect(await page.getByLabel("Replicas").inputValue()).toBe("4");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "kept", exact: true }).waitFor();
    expect(page.url()).toMatch(/\/kept$/);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("filters by labels on the server, and sorts", async () => {
    for (const name of ["f-1", "f-2", "f-10"]) {
      const metadata = { name, labels: { half: name === "f-2" ? "b" : "a" } };
      await api(site, REDISES, "POST", { apiVersion: "apps.example.com/v1alpha1", kind: "Redis", metadata });
    }
    const { page } = await site.open(TABLE);
    await page.getByText("3 objects").waitFor();
    const names = () => page.locator(".row-link").allTextContents();
    await expect.poll(names).toEqual(["f-1", "f-2", "f-10"]);
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await page
      .getByRole("columnheader", { name: "Name" })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    await expect.poll(names).toEqual(["f-10", "f-2", "f-1"]);
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Label selector").fill("half=a");
    await page.keyboard.press("Enter");
    await page.getByText("2 objects").waitFor();
    await expect.poll(names).toEqual(["f-10", "f-1"]);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByLabel("Message").check();
    await page.getByRole("columnheader", { name: "Message" }).waitFor();
    await page.close();
  });

  test("works by keyboard alone", async () => {
    await redis("keys-a");
    await redis("keys-b");
    const { page } = await site.open("n/default");
    await page.getByRole("link", { name: "Redis", exact: true }).first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("go to redis");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "keys-b" }).waitFor();
    await page.getByRole("region", { name: "Table of Redis objects" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "keys-b" }).waitFor();
    await page.getByRole("tab", { name: "Overview" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("kind: Redis").waitFor();
    await page.close();
  });

  test("keeps edits over the end of the session", async () => {
    const { page, faults } = await site.open(`${TABLE}/_create`);
    await page.getByLabel("Name", { exact: true }).fill("basket");
    await page.getByLabel("Replicas").fill("3");
    const status = { kind: "Status", code: 401, message: "Unauthorized" };
    await page.route("**/redises?**", (route) => route.fulfill({ status: 401, json: status }), { times: 1 });
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Your edits are not lost").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    // The browser has closed the dialog at the second Escape, and it opens again a moment later.
    await page.locator("dialog[open]").first().waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Token", { exact: true }).fill(site.token);
    await page.keyboard.press("Enter");
    await page.getByText("Your edits are not lost").waitFor({ state: "detached" });
    expect(await page.getByLabel("Replicas").inputValue()).toBe("3");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("The server would accept this.").waitFor();
    expect(faults).toEqual([]);
  });

  test("keeps what it shows while the server is away, and catches up", async () => {
    await redis("stays");
    const { page } = await site.open(TABLE);
    await page.getByRole("link", { name: "stays" }).waitFor();
    site.setCut(true);
    await page.getByText("Out of date").waitFor();
    expect(await page.getByRole("link", { name: "stays" }).count()).toBe(1);
    site.setCut(false);
    await redis("later");
    await page.getByRole("link", { name: "later" }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.close();
  });
});

/** Takes the user's own values in the dialog with this title. Returns when it is gone. */
async function takeMine(page: Page, title: string) {
  const heading = page.getByRole("heading", { name: title });
  await heading.waitFor();
  const next = page.getByRole("button", { name: "Continue" });
  expect(await next.isDisabled(), "nothing is chosen for the user").toBe(true);
  for (const choice of await page.getByRole("dialog").getByLabel("Use mine").all()) {
    await choice.check();
  }
  await next.click();
  await heading.waitFor({ state: "detached" });
}
