/** A real OIDC issuer on loopback, and what an API server does with its tokens. */
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { Page, Route } from "playwright-core";

export interface Issuer {
  readonly url: string;
  readonly setRedirect: (uri: string) => void;
  /** Returns the claims of a token that this issuer signed. */
  readonly claimsOf: (token: string) => Promise<Record<string, unknown> | undefined>;
  /** Completes when an API server has asked for the discovery document. */
  readonly isKnown: Promise<void>;
  readonly close: () => void;
}

/** @param tls a certificate and its key; without them, the issuer is served over plain HTTP */
export async function startIssuer(
  port = 0,
  tls?: { readonly cert: Buffer; readonly key: Buffer },
): Promise<Issuer> {
  const server = tls ? createTlsServer(tls) : createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // Another host than that of the console, so that the browser treats it as another site.
  const url = `http${tls ? "s" : ""}://localhost:${(server.address() as AddressInfo).port}`;
  const isKnown = new Promise<void>((resolve) => {
    server.on("request", ({ url: path, headers }, response) => {
      if (path?.endsWith("/openid-configuration") && /^Go-http-client/.test(headers["user-agent"] ?? "")) {
        response.on("finish", resolve);
      }
    });
  });
  return {
    url,
    isKnown,
    setRedirect: (uri) => {
      const provider = new Provider(url, {
        clients: [
          {
            client_id: "console",
            token_endpoint_auth_method: "none",
            redirect_uris: [uri],
            grant_types: ["authorization_code", "refresh_token"],
          },
        ],
        clientBasedCORS: (_, origin) => uri.startsWith(`${origin}/`),
        issueRefreshToken: () => true,
        ttl: {
          IdToken: 600,
          AccessToken: 600,
          RefreshToken: 600,
          Session: 600,
          Interaction: 600,
          Grant: 600,
        },
        cookies: { keys: ["of a test"] },
      });
      server.on("request", provider.callback());
    },
    claimsOf: async (token) => {
      const [head = "", body = "", signature = ""] = token.split(".");
      const { keys } = await (await fetch(`${url}/jwks`)).json();
      const isSigned = keys
        .filter(({ kty }: { kty: string }) => kty === "RSA")
        .some((key: object) =>
          verify(
            "RSA-SHA256",
            new TextEncoder().encode(`${head}.${body}`),
            createPublicKey({ key: { ...key }, format: "jwk" }),
            Uint8Array.from(Buffer.from(signature, "base64url")),
          ),
        );
      return isSigned ? JSON.parse(Buffer.from(body, "base64url").toString()) : undefined;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Signs a user in at the issuer, and consents. */
export async function signIn(page: Page, issuer: Issuer, user: string) {
  await page.getByRole("button", { name: `Sign in with ${new URL(issuer.url).host}` }).click();
  await page.locator("input[name=login]").fill(user);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  // The consent.
  await page.locator("button[type=submit]").click();
}

/** Keeps the pages of the issuer from loading a font of another server, because tests stay on loopback. */
export async function withoutFonts(page: Page) {
  await page.route("https://fonts.googleapis.com/**", (route) => route.abort());
}

/** Answers the requests of a page to the API, if they have an ID token that the issuer signed for the console. */
export async function authenticate(page: Page, issuer: Issuer, refused: ReadonlySet<string>) {
  await withoutFonts(page);
  const users: string[] = [];
  const tokens: string[] = [];
  await page.route(/\/(?:api|apis|openapi)(?:\/|\?|$)/, async (route: Route) => {
    const token = (route.request().headers().authorization ?? "").replace(/^Bearer /, "");
    const claims = token === "" || refused.has(token) ? undefined : await issuer.claimsOf(token);
    if (claims?.iss !== issuer.url || claims.aud !== "console") {
      await route.fulfill({ status: 401, json: { kind: "Status", code: 401, message: "Unauthorized" } });
      return;
    }
    users.push(String(claims.sub));
    tokens.push(token);
    await route.fulfill({ json: { items: [] } });
  });
  return { users, tokens };
}
