/** The ways through the form. */
import type { Page } from "playwright-core";

/** Creates an object on the page that has the form for it. Returns when its own page is shown. */
export async function createRedis(page: Page, name: string, replicas: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Replicas").fill(replicas);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("The server would accept this.").waitFor();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** Edits an object that the console created, from its page. Returns when the page is shown again. */
export async function editRedis(page: Page, name: string, replicas: string): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Replicas").fill(replicas);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("The server would accept this.").waitFor();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}
