/**
 * Signs in at an OIDC issuer with an authorization code and PKCE, as a public client without a secret (RFC 6749, RFC 7636,
 * OpenID Connect Core).
 */
import { type JsonObject, text } from "../api/json";
import type { OidcClient } from "../api/login";
import { BASE } from "../router/routes";
import type { Credential } from "../shell/session";
import { TEXTS } from "../texts";
import { randomText, toBase64Url } from "./base64url";
import { OidcError } from "./error";
import { checkIdToken, type Expected } from "./id-token";
import { discoverIssuer, errorOf, requestTokens } from "./issuer";
import { type Pending, storePending } from "./pending";

/** API servers name users and groups by these claims. */
const SCOPES = ["openid", "profile", "email"];
const OPTIONAL_SCOPE = "groups";
/** A token is renewed in the last fifth of its life, or in its last minute. */
const EARLY_MS = 60_000;
const EARLY_PART = 0.2;

export interface OidcParts {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Returns the address of the issuer at which the user signs in. */
export async function beginOidc(parts: OidcParts, client: OidcClient, returnTo: string): Promise<URL> {
  const { authorization, scopes } = await discoverIssuer(parts.fetch, client.issuer);
  const pending: Pending = {
    state: randomText(),
    nonce: randomText(),
    verifier: randomText(),
    returnTo,
  };
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pending.verifier));
  const parameters = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri(),
    scope: [...SCOPES, ...scopes.filter((scope) => scope === OPTIONAL_SCOPE)].join(" "),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: toBase64Url(new Uint8Array(hash)),
    code_challenge_method: "S256",
  };
  const url = new URL(authorization);
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  storePending(pending);
  return url;
}

/** Exchanges the answer of the issuer, which is the query of the address to which it sent the user back. */
export async function completeOidc(
  parts: OidcParts,
  client: OidcClient,
  answer: URLSearchParams,
  pending: Pending | undefined,
): Promise<Credential> {
  // Only an answer to a question of this tab counts, and even its error: anybody can write a link with one.
  if (!pending || answer.get("state") !== pending.state) {
    throw new OidcError(TEXTS.oidc.unknownState);
  }
  // RFC 9207: the answer may be of another issuer.
  if ((answer.get("iss") ?? client.issuer) !== client.issuer) {
    throw new OidcError(TEXTS.oidc.otherIssuer(client.issuer, answer.get("iss") ?? ""));
  }
  const code = answer.get("code");
  if (code === null) {
    const description = answer.get("error_description") ?? "";
    throw new OidcError(errorOf(client.issuer, answer.get("error") ?? "", description));
  }
  const { token: url } = await discoverIssuer(parts.fetch, client.issuer);
  const parameters = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri(),
    code_verifier: pending.verifier,
  };
  const tokens = await requestTokens(parts.fetch, { client, url, parameters });
  return credentialOf(parts, client, url, tokens, { ...client, nonce: pending.nonce });
}

function credentialOf(
  parts: OidcParts,
  client: OidcClient,
  url: URL,
  tokens: JsonObject,
  expected: Expected,
): Credential {
  const token = text(tokens, "id_token");
  const { subject, lifetimeMs } = checkIdToken(token, expected, parts.now());
  const refreshToken = text(tokens, "refresh_token");
  if (refreshToken === "") {
    return { token };
  }
  const renew = async () => {
    const parameters = { grant_type: "refresh_token", refresh_token: refreshToken };
    const renewed = await requestTokens(parts.fetch, { client, url, parameters });
    // An issuer that does not rotate refresh tokens sends no new one.
    const next = { refresh_token: refreshToken, ...renewed };
    return credentialOf(parts, client, url, next, { ...client, subject });
  };
  const early = Math.min(EARLY_MS, lifetimeMs * EARLY_PART);
  return { token, renewal: { at: parts.now() + lifetimeMs - early, renew } };
}

function redirectUri(): string {
  return location.origin + BASE;
}
