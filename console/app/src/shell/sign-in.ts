/** The ways to sign in. Each of them ends with a token in the session, or with the sign-in page and a reason. */
import type { Access } from "../api/access";
import type { Http } from "../api/http";
import { exchangeCode, type LoginOptions, loginOptions, NO_OPTIONS, type OidcClient } from "../api/login";
import type { Schemas } from "../api/openapi";
import { ApiError } from "../api/status";
import { beginOidc, completeOidc, type OidcParts } from "../oidc/oidc";
import { TEXTS } from "../texts";
import type { Arrival } from "./arrival";
import type { Credential, Session, SignInProblem } from "./session";

interface Parts {
  readonly session: Session;
  /** Sends requests without a token. */
  readonly anonymous: Http;
  readonly access: Access;
  readonly schemas: Schemas;
  readonly oidc: OidcParts;
  /** Leaves the console for another address. */
  readonly leave: (url: string) => void;
}

export class SignInFlow {
  constructor(private readonly parts: Parts) {}

  /** A server without options is one on which users can only paste a token. */
  options(signal?: AbortSignal): Promise<LoginOptions> {
    return loginOptions(this.parts.anonymous, signal).catch(() => NO_OPTIONS);
  }

  withToken(token: string): void {
    this.open({ token: token.trim().replace(/^Bearer\s+/i, "") });
  }

  /** Goes to the issuer. It sends the user back to another page of the console, which calls `withArrival`. */
  async withIssuer(client: OidcClient): Promise<void> {
    const { session, oidc, leave } = this.parts;
    const returnTo = location.pathname + location.search;
    if (session.current().keepsPage) {
      // The browser asks before edits are lost, and does not tell that the user stays.
      session.failSignIn(undefined);
    } else {
      this.waitForIssuer();
    }
    // The user can sign in with a token while the issuer does not answer.
    const isOpen = () => session.current().phase === "open";
    try {
      const url = await beginOidc(oidc, client, returnTo);
      if (!isOpen()) {
        leave(String(url));
      }
    } catch (error) {
      if (!isOpen()) {
        session.failSignIn(issuerProblem(error));
      }
    }
  }

  private waitForIssuer(): void {
    const { session } = this.parts;
    session.startSignIn();
    // The browser can show this page as it was if the user goes back.
    const onShow = ({ persisted }: PageTransitionEvent) =>
      persisted && session.current().phase === "signingIn" && session.failSignIn(undefined);
    addEventListener("pageshow", onShow, { once: true });
  }

  async withArrival(arrival: Arrival): Promise<void> {
    this.parts.session.startSignIn();
    try {
      this.open(await this.credentialOf(arrival));
    } catch (error) {
      this.parts.session.failSignIn(problemOf(arrival, error));
    }
  }

  private async credentialOf(arrival: Arrival): Promise<Credential> {
    if (arrival.type === "code") {
      return { token: await exchangeCode(this.parts.anonymous, arrival.code) };
    }
    const { oidc: client } = await loginOptions(this.parts.anonymous);
    if (!client) {
      throw new Error(TEXTS.oidc.unknownState);
    }
    return completeOidc(this.parts.oidc, client, arrival.answer, arrival.pending);
  }

  private open(credential: Credential): void {
    // Another user may have other rights and see other schemas.
    this.parts.access.clear();
    this.parts.schemas.clear();
    this.parts.session.signIn(credential);
  }
}

function problemOf(arrival: Arrival, error: unknown): SignInProblem {
  if (arrival.type === "oidc") {
    return issuerProblem(error);
  }
  const detail = error instanceof ApiError ? TEXTS.session.serverSays(error.message) : TEXTS.session.noAnswer;
  return { title: TEXTS.session.codeFailed, detail };
}

function issuerProblem(error: unknown): SignInProblem {
  return { title: TEXTS.oidc.failed, detail: error instanceof Error ? error.message : String(error) };
}
