/** The console of a program in a cluster, for a tenant who may do some things in two namespaces. */
import { openSiteOf, type Site } from "../site";

/** The token of the tenant. Without it, the tests in this folder are skipped. */
export const TOKEN = process.env.CHARTROOM_TENANT_TOKEN ?? "";
/** A POST to this address starts the program again. */
const RESTART = process.env.CHARTROOM_RESTART ?? "";

export async function openTenantSite(): Promise<Site> {
  return openSiteOf({ url: process.env.CHARTROOM_CONSOLE ?? "", close: () => {} }, TOKEN, true);
}

/** Returns when the program has ended, and another one is ready at the same address. */
export async function restartProgram(): Promise<void> {
  const response = await fetch(RESTART, { method: "POST" });
  if (!response.ok) {
    throw new Error(`the program did not start again: ${await response.text()}`);
  }
}
