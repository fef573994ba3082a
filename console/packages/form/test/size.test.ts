/** The size of the package's own code, as a console would ship it. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const LIMIT = 25 * 1024;

it("is less than 25 KiB after minification and gzip, without React", async () => {
  const result = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      write: false,
      minify: "oxc",
      // A library keeps its white space in this format, but the page that uses it does not.
      rolldownOptions: {
        input: fileURLToPath(new URL("../src/index.ts", import.meta.url)),
        external: Object.keys(manifest.peerDependencies).flatMap((name) => [name, `${name}/jsx-runtime`]),
        preserveEntrySignatures: "strict",
        output: { format: "es" },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : undefined;
  const code = chunk?.type === "chunk" ? chunk.code : "";
  const size = gzipSync(code).length;
  process.stdout.write(`Size: ${size} bytes gzipped, ${code.length} bytes minified.\n`);
  expect(code).toContain("Other settings");
  expect(code).not.toContain("react.transitional.element");
  expect(size).toBeLessThan(LIMIT);
});

it("has no dependency at run time but React", () => {
  expect(Object.keys(manifest)).not.toContain("dependencies");
  expect(Object.keys(manifest.peerDependencies)).toEqual(["react", "react-dom"]);
});
