/** Delays between attempts: exponential up to a limit, with full jitter so that clients do not return together. */
import type { Clock } from "./clock";

const FIRST_MS = 500;
const LIMIT_MS = 30_000;

export class Backoff {
  private failures = 0;

  constructor(private readonly clock: Pick<Clock, "random">) {}

  /** Returns the next delay, which is at least what the server asked for. */
  next(retryAfterSeconds = 0): number {
    const ceiling = Math.min(LIMIT_MS, FIRST_MS * 2 ** this.failures);
    this.failures = Math.min(this.failures + 1, 10);
    return Math.max(retryAfterSeconds * 1000, ceiling / 2 + this.clock.random() * (ceiling / 2));
  }

  reset(): void {
    this.failures = 0;
  }
}
