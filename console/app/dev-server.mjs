/**
 * Serves the built console on loopback as the program does: static files below /console/ with a strict policy, and the API on
 * the same origin. Requests without a token are sent with the credentials of the kubeconfig.
 *
 * Usage: node dev-server.mjs <kubeconfig> [port]
 */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { Agent, request as forward } from "node:https";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("dist/", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const PATH_OPTIONS = "/console/options";
const API = /^\/(?:api|apis|openapi|version|readyz)(?:\/|\?|$)/;

/** The headers of the program. The console may send requests to one other origin, that of the OIDC issuer. */
export function headersFor(issuerOrigin) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${issuerOrigin ? ` ${issuerOrigin}` : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  };
}

/** Reads the few lines of a kubeconfig that the program writes. */
export async function readKubeconfig(path) {
  const text = await readFile(path, "utf8");
  const value = (name) => new RegExp(`${name}: *(\\S+)`).exec(text)?.[1];
  const data = (name) => (value(name) ? Buffer.from(value(name), "base64") : undefined);
  return {
    server: new URL(value("server")),
    token: value("token"),
    ca: data("certificate-authority-data"),
    cert: data("client-certificate-data"),
    key: data("client-key-data"),
  };
}

/**
 * @param kubeconfig the API; undefined for none
 * @param login the answer to GET /console/options
 */
export async function serve(kubeconfig, port = 0, login = { code: false }) {
  const cluster = kubeconfig ? await readKubeconfig(kubeconfig) : {};
  const headers = headersFor(login.oidc && new URL(login.oidc.issuer).origin);
  const agent = new Agent({ keepAlive: true, ca: cluster.ca, cert: cluster.cert, key: cluster.key });
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (API.test(url) && !cluster.server) {
      response.writeHead(502).end();
    } else if (API.test(url)) {
      proxy(cluster, agent, request, response);
    } else if (url === "/" || url === "/console") {
      response.writeHead(302, { location: "/console/" }).end();
    } else if (url === PATH_OPTIONS) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(login));
    } else {
      file(new URL(url, "http://localhost").pathname, headers, response).catch(() =>
        response.writeHead(500).end(),
      );
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/console/`,
    close: () => server.close(),
  };
}

function proxy(cluster, agent, request, response) {
  const { host: _, connection: __, ...headers } = request.headers;
  const authorization = headers.authorization ?? (cluster.token && `Bearer ${cluster.token}`);
  const upstream = forward(
    new URL(request.url, cluster.server),
    { agent, method: request.method, headers: { ...headers, ...(authorization && { authorization }) } },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  upstream.on("error", () => {
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(502).end();
    }
  });
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}

async function file(pathname, headers, response) {
  const relative = normalize(pathname.replace(/^\/console\//, ""));
  // Names of objects can have dots, too.
  const isFile = /^(?:assets\/)?[^/]+\.[a-z]+$/.test(relative);
  const path = join(DIST, isFile ? relative : "index.html");
  // Pages have addresses of their own, and all of them are index.html.
  if (!(await stat(path).catch(() => undefined))) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": TYPES[extname(path)] ?? "application/octet-stream",
    ...headers,
    "cache-control": relative.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  createReadStream(path).pipe(response);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kubeconfig, port] = process.argv.slice(2);
  if (!kubeconfig) {
    process.stderr.write("Usage: node dev-server.mjs <kubeconfig> [port]\n");
    process.exit(2);
  }
  const { url } = await serve(kubeconfig, Number(port ?? 8080));
  process.stdout.write(`The console is at ${url}\n`);
}
