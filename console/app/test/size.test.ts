/** The size of the scripts that a browser loads before it shows the first page. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test, vi } from "vitest";

/** About half as much again as today. With the form, the editor and YAML, the first page would exceed it. */
const LIMIT = 150 * 1024;

/** Builds the console as it is shipped, without the folder of a build. Returns its files by their addresses. */
async function filesOfBuild(): Promise<ReadonlyMap<string, string>> {
  // With "test" of the test runner, the build would have the React of development.
  vi.stubEnv("NODE_ENV", "production");
  const root = fileURLToPath(new URL("../", import.meta.url));
  const result = await build({ root, logLevel: "error", mode: "production", build: { write: false } });
  const outputs = Array.isArray(result) ? result : [result];
  const files = outputs.flatMap((each) => ("output" in each ? each.output : []));
  return new Map(
    files.map((file) => [
      `/console/${file.fileName}`,
      file.type === "chunk" ? file.code : String(file.source),
    ]),
  );
}

test("the first page loads less than 150 KiB of gzipped scripts", async () => {
  const files = await filesOfBuild();
  const page = files.get("/console/index.html") ?? "";
  const links = page.matchAll(/<script [^>]*src="([^"]+)"|<link rel="modulepreload" [^>]*href="([^"]+)"/g);
  const scripts = [...links].map(([, script, preload]) => script ?? preload ?? "");
  expect(scripts.filter((script) => !files.has(script))).toEqual([]);
  const sizes = scripts.map((script) => gzipSync(files.get(script) ?? "").length);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  process.stdout.write(`First load: ${size} bytes gzipped in ${scripts.length} scripts.\n`);
  // React is in them, so they are the scripts of the page.
  expect(scripts.some((script) => files.get(script)?.includes("react.transitional.element"))).toBe(true);
  expect(size).toBeLessThan(LIMIT);
});
