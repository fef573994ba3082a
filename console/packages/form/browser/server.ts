/** Builds the page of the browser test, and serves it on loopback with a strict Content-Security-Policy. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "vite";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Form</title>
    <link rel="stylesheet" href="/page.css">
    <link rel="stylesheet" href="/form.css">
    <script type="module" src="/page.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`;

export interface Site {
  readonly url: string;
  readonly close: () => void;
}

export async function serve(): Promise<Site> {
  const folder = new URL(".", import.meta.url);
  const files: Readonly<Record<string, readonly [string, string]>> = {
    "/": ["text/html", HTML],
    "/page.js": ["text/javascript", await bundle(folder)],
    "/page.css": ["text/css", await readFile(new URL("page.css", folder), "utf8")],
    "/form.css": ["text/css", await readFile(new URL("../src/form.css", folder), "utf8")],
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [type, content] = files[pathname] ?? [];
    if (type === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": POLICY });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => server.close() };
}

async function bundle(folder: URL): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      lib: { entry: new URL("page.tsx", folder).pathname, formats: ["es"], fileName: "page" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : undefined;
  return chunk?.type === "chunk" ? chunk.code : "";
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
