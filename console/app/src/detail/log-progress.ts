/** How much of a log a reader has, so that it knows what to ask for after a cut. */
import { MAX_LINES } from "./log-lines";

/** A stream of this age has sent the lines that were there when it began. */
export const SETTLED_MS = 10_000;
/** The server follows a new container within 30 seconds, so lines that are as old can be unknown. */
const OVERLAP_SECONDS = 60;

export class LogProgress {
  private newest = Number.NEGATIVE_INFINITY;
  /**
   * How far the clock here is ahead of the clock of the lines, at most 0. The smallest difference that was seen is the best
   * guess: lines can be read long after they were written. A guess that is too small asks only for known lines.
   */
  private ahead = 0;
  private isSettled = false;
  /** Every line that was written before is known, by the clock here; undefined if older ones may be missing. */
  private completeUntil: number | undefined;

  /** A line was read that was written at a time of the other clock. */
  received(time: number, now: number): void {
    if (!Number.isNaN(time)) {
      this.newest = Math.max(this.newest, time);
      this.ahead = Math.min(this.ahead, now - time);
    }
  }

  /** A stream has ended that was open for a time. */
  ended(milliseconds: number): void {
    if (milliseconds <= SETTLED_MS) {
      return;
    }
    this.isSettled = true;
    if (this.hasLines()) {
      // The time of reading says nothing: after a sleep, the machine reads lines that are hours old.
      this.completeUntil = this.newest + this.ahead;
    }
  }

  /** Returns the parameters for the lines that are missing; undefined if the reader has nothing yet. */
  missing(now: number) {
    if (!this.isSettled && !this.hasLines()) {
      return undefined;
    }
    const since = this.completeUntil;
    return {
      tailLines: String(MAX_LINES),
      sinceSeconds:
        since === undefined ? undefined : String(Math.ceil((now - since) / 1000) + OVERLAP_SECONDS),
    };
  }

  private hasLines(): boolean {
    return this.newest > Number.NEGATIVE_INFINITY;
  }
}
