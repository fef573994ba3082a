/** A real OIDC issuer on loopback, and what an API server does with its tokens. */
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { Page, Route } from "playwright-core";

export interface Issuer {
  readonly url: string;
  readonly setRedirect: (uri: string) => void;
  /** Returns the claims of a token that this issuer signed. */
  readonly claimsOf: (token: string) => Promise<Record<string, unknown> | undefined>;
  readonly close: () => void;
}

export async function startIssuer(): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Another host than that of the console, so that the browser treats it as another site.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
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

/** Answers the requests of a page to the API, if they have an ID token that the issuer signed for the console. */
export async function authenticate(page: Page, issuer: Issuer, refused: ReadonlySet<string>) {
  // The pages of this issuer want a font of another server, and tests stay on loopback.
  await page.route("https://fonts.googleapis.com/**", (route) => route.abort());
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
