/** How users can sign in to this server, and the exchange of a code for a token. */
import type { Http } from "./http";
import { at, flag, isObject, text } from "./json";
import { ApiError } from "./status";

/** The client that the console is at an OIDC issuer. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
}

export interface LoginOptions {
  /** True in dev mode, in which the program prints an address with a code. */
  readonly code: boolean;
  readonly oidc: OidcClient | undefined;
}

export const NO_OPTIONS: LoginOptions = { code: false, oidc: undefined };

export async function loginOptions(http: Http, signal?: AbortSignal): Promise<LoginOptions> {
  const options = await http.json("/console/options", { signal });
  const client = at(options, "oidc");
  return {
    code: flag(options, "code"),
    oidc: isObject(client)
      ? { issuer: text(client, "issuer"), clientId: text(client, "clientId") }
      : undefined,
  };
}

/** Returns the token of the user. A code works once. */
export async function exchangeCode(http: Http, code: string): Promise<string> {
  const token = text(await http.json("/console/login", { method: "POST", body: { code } }), "token");
  if (token === "") {
    throw new ApiError(200, "", "The answer of the server has no token.");
  }
  return token;
}
