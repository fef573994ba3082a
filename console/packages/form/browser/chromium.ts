/** Finds and starts the system's Chromium. It is never downloaded. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const CHROMIUM = [process.env.CHROMIUM ?? "", ...PLACES].find(
  (place) => place !== "" && existsSync(place),
);

export function start(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
