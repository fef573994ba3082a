/** Who the user is. The token is in memory only: a reload asks for it again. */
import { UnreachableError } from "../api/status";

export interface Credential {
  readonly token: string;
  readonly renewal?: Renewal;
}

export interface Renewal {
  /** When the token is old enough, in milliseconds since the epoch. */
  readonly at: number;
  /** Throws an `UnreachableError` if a later attempt may succeed. */
  readonly renew: () => Promise<Credential>;
}

/** Why the user has to sign in (again). */
export interface SignInProblem {
  readonly title: string;
  readonly detail?: string;
}

export interface SessionState {
  readonly phase: "open" | "signingIn" | "signedOut";
  readonly problem: SignInProblem | undefined;
  /** True if the page waits behind the sign-in, because it has unsaved edits. */
  readonly keepsPage: boolean;
}

const OPEN: SessionState = { phase: "open", problem: undefined, keepsPage: false };
const RETRY_MS = 10_000;

export class Session {
  private credential: Credential | undefined;
  private renewing: Promise<boolean> | undefined;
  private state: SessionState = OPEN;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly now: () => number,
    private readonly hasUnsavedEdits: () => boolean = () => false,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SessionState => this.state;

  get hasToken(): boolean {
    return this.credential !== undefined;
  }

  /** Returns the token for a request, and renews it first if it expires soon. */
  async token(): Promise<string | undefined> {
    const { renewal } = this.credential ?? {};
    if (renewal && this.now() >= renewal.at) {
      await this.renew();
    }
    return this.credential?.token;
  }

  signIn(credential: Credential): void {
    this.credential = credential;
    this.change(OPEN);
  }

  /** The pages wait for an answer that signs the user in. */
  startSignIn(): void {
    this.credential = undefined;
    this.change({ ...this.state, phase: "signingIn", problem: undefined });
  }

  failSignIn(problem: SignInProblem | undefined): void {
    this.change({ ...this.state, phase: "signedOut", problem });
  }

  /** The user left the page that waits behind the sign-in. */
  leavePage(): void {
    if (this.state.keepsPage) {
      this.change({ ...this.state, keepsPage: false });
    }
  }

  /** Drops everything, also unsaved edits. */
  signOut(): void {
    this.credential = undefined;
    this.change({ phase: "signedOut", problem: undefined, keepsPage: false });
  }

  /**
   * The server refused a request with this token. Returns true if there is a newer token, with which the request may succeed.
   * Otherwise the session ends.
   */
  async refuse(token: string | undefined, isRetry: boolean, problem: SignInProblem): Promise<boolean> {
    if (this.state.phase !== "open") {
      return false;
    }
    if (!isRetry && (token !== this.credential?.token || (await this.renew()))) {
      return true;
    }
    if (token === this.credential?.token) {
      const isKnown = this.hasToken;
      this.credential = undefined;
      this.change({
        phase: "signedOut",
        problem: isKnown ? problem : undefined,
        keepsPage: this.hasUnsavedEdits(),
      });
    }
    return false;
  }

  /** Requests that wait for a new token share one renewal, because a refresh token may work once. */
  private renew(): Promise<boolean> {
    this.renewing ??= this.renewed().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renewed(): Promise<boolean> {
    const old = this.credential;
    if (!old?.renewal) {
      return false;
    }
    const next = await old.renewal.renew().catch((error: unknown) =>
      error instanceof UnreachableError
        ? { ...old, renewal: { ...old.renewal, at: this.now() + RETRY_MS } as Renewal }
        : // The old token may be valid for a while.
          { token: old.token },
    );
    if (this.credential === old) {
      this.credential = next;
    }
    return next.token !== old.token;
  }

  private change(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) {
      listener();
    }
  }
}
