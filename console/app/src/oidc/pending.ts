/**
 * What the console has to know when the issuer sends the user back. The redirect ends the page, so this is in the storage of the
 * tab. It has no token, and the next page of the tab removes it.
 */
import { isObject, text } from "../api/json";
import { BASE } from "../router/routes";

const KEY = "chartroom.oidc";

export interface Pending {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string;
  /** The address of the page that asked for the sign-in. */
  readonly returnTo: string;
}

export function storePending(pending: Pending): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

export function takePending(): Pending | undefined {
  try {
    const value = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (!isObject(value)) {
      return undefined;
    }
    const returnTo = text(value, "returnTo");
    return {
      state: text(value, "state"),
      nonce: text(value, "nonce"),
      verifier: text(value, "verifier"),
      returnTo: returnTo.startsWith(BASE) ? returnTo : BASE,
    };
  } catch {
    return undefined;
  }
}
