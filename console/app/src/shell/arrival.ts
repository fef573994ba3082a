/** What the address has for the sign-in. It is secret, so it leaves the address and the history at once. */
import { type Pending, takePending } from "../oidc/pending";
import { BASE } from "../router/routes";

export type Arrival =
  | { readonly type: "code"; readonly code: string }
  | { readonly type: "oidc"; readonly answer: URLSearchParams; readonly pending: Pending | undefined };

/** Reads an address such as `/console#code=...`, or the one to which the issuer sends the user back. */
export function takeArrival(): Arrival | undefined {
  const pending = takePending();
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) {
    history.replaceState(history.state, "", location.pathname + location.search);
    return { type: "code", code };
  }
  const answer = new URLSearchParams(location.search);
  if (location.pathname === BASE && answer.has("state") && (answer.has("code") || answer.has("error"))) {
    history.replaceState(history.state, "", pending?.returnTo ?? BASE);
    return { type: "oidc", answer, pending };
  }
  return undefined;
}
