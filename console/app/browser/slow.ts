/** A slow network between the browser and the server. */
import type { Page } from "playwright-core";

/**
 * @param latency milliseconds for each request
 * @param bytesPerSecond from the server; a third of that goes to it
 */
export async function slowDown(page: Page, latency: number, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 3,
  });
}
