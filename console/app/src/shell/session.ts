/** Who the user is. The token is in memory only: a reload asks for it again. */
export type SessionState = "open" | "signedOut";

export class Session {
  private secret: string | undefined;
  private state: SessionState = "open";
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SessionState => this.state;

  get token(): string | undefined {
    return this.secret;
  }

  /** True if the server refused the last token. */
  wasRejected = false;

  get hasToken(): boolean {
    return this.secret !== undefined;
  }

  signIn(token: string): void {
    this.secret = token.trim().replace(/^Bearer\s+/i, "");
    this.change("open");
  }

  signOut(): void {
    this.wasRejected = false;
    this.end();
  }

  /** The server does not know the user (any more). */
  reject(): void {
    this.wasRejected = this.hasToken;
    this.end();
  }

  private end(): void {
    this.secret = undefined;
    this.change("signedOut");
  }

  private change(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) {
      listener();
    }
  }
}
