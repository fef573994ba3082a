/** The ID token of a user, which is the bearer token for the Kubernetes API. */
import { array, number, object, text } from "../api/json";
import { TEXTS } from "../texts";
import { fromBase64Url } from "./base64url";
import { OidcError } from "./error";

/** The clocks of the issuer and of this computer may differ by this time. */
const CLOCK_SKEW_SECONDS = 60;

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a renewed token, which needs none. */
  readonly nonce?: string;
  /** The user of a token that is renewed. */
  readonly subject?: string;
}

export interface Claims {
  readonly subject: string;
  readonly lifetimeMs: number;
}

/**
 * Checks that the token is an answer to this sign-in (OpenID Connect Core, sections 3.1.3.7 and 12.2). The signature is the task
 * of the API server, which checks it on each request. The console trusts nothing because of the token.
 */
export function checkIdToken(token: string, expected: Expected, now: number): Claims {
  const claims = claimsOf(token);
  const audience = [text(claims, "aud"), ...array(claims, "aud")].filter(Boolean);
  const party = text(claims, "azp");
  const expires = number(claims, "exp") ?? 0;
  const subject = text(claims, "sub");
  require(text(claims, "iss") === expected.issuer, "iss");
  require(audience.includes(expected.clientId), "aud");
  require(party === expected.clientId || (party === "" && audience.length === 1), "azp");
  require(expected.nonce === undefined || text(claims, "nonce") === expected.nonce, "nonce");
  require(subject !== "" && (expected.subject ?? subject) === subject, "sub");
  if (expires + CLOCK_SKEW_SECONDS <= now / 1000) {
    throw new OidcError(TEXTS.oidc.expired);
  }
  // Both times are of the issuer's clock, so the difference is right even if this computer's clock is not.
  return { subject, lifetimeMs: (expires - (number(claims, "iat") ?? now / 1000)) * 1000 };
}

function claimsOf(token: string) {
  try {
    return object(JSON.parse(new TextDecoder().decode(fromBase64Url(token.split(".")[1] ?? ""))));
  } catch {
    throw new OidcError(TEXTS.oidc.noIdToken);
  }
}

function require(isRight: boolean, claim: string): void {
  if (!isRight) {
    throw new OidcError(TEXTS.oidc.wrongClaim(claim));
  }
}
