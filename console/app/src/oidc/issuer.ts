/** Requests to the issuer: its discovery document, and tokens. */

import { isObject, type JsonObject, strings, text } from "../api/json";
import type { OidcClient } from "../api/login";
import { UnreachableError } from "../api/status";
import { TEXTS } from "../texts";
import { OidcError } from "./error";

export interface Endpoints {
  readonly authorization: URL;
  readonly token: URL;
  readonly scopes: readonly string[];
}

/** Reads the discovery document (OpenID Connect Discovery, section 4). */
export async function discoverIssuer(fetch: typeof globalThis.fetch, issuer: string): Promise<Endpoints> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { isOk, body } = await send(fetch, url, { method: "GET" });
  if (!isOk) {
    throw new OidcError(TEXTS.oidc.noDiscovery(url));
  }
  if (text(body, "issuer") !== issuer) {
    throw new OidcError(TEXTS.oidc.otherIssuer(issuer, text(body, "issuer")));
  }
  const token = endpoint(body, "token_endpoint");
  // The policy of the page allows requests to the origin of the issuer only.
  if (token.origin !== new URL(issuer).origin) {
    throw new OidcError(TEXTS.oidc.otherOrigin(token.origin));
  }
  return {
    authorization: endpoint(body, "authorization_endpoint"),
    token,
    scopes: strings(body, "scopes_supported"),
  };
}

/** Asks for tokens. An answer with an error of OAuth is final; the network may be back later. */
export async function requestTokens(
  fetch: typeof globalThis.fetch,
  { client, url, parameters }: TokenRequest,
): Promise<JsonObject> {
  const { isOk, body } = await send(fetch, url, {
    method: "POST",
    body: new URLSearchParams({ ...parameters, client_id: client.clientId }),
  });
  if (!isOk) {
    throw new OidcError(errorOf(client.issuer, text(body, "error"), text(body, "error_description")));
  }
  return body;
}

export interface TokenRequest {
  readonly client: OidcClient;
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
}

export function errorOf(issuer: string, error: string, description: string): string {
  return TEXTS.oidc.says(hostOf(issuer), description || error || TEXTS.oidc.noReason);
}

export function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

async function send(fetch: typeof globalThis.fetch, url: URL | string, init: RequestInit) {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      ...init,
      headers: { accept: "application/json" },
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
    });
    body = await response.json().catch(() => undefined);
  } catch (cause) {
    throw new UnreachableError(TEXTS.oidc.unreachable(hostOf(String(url))), { cause });
  }
  return { isOk: response.ok && isObject(body), body: isObject(body) ? body : {} };
}

function endpoint(document: JsonObject, name: string): URL {
  const value = text(document, name);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new OidcError(TEXTS.oidc.noEndpoint(name));
  }
  return url;
}
