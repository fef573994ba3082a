/** A pause that can end early, because the caller stops or because something suggests to try again at once. */
import type { Clock } from "./clock";

export class Waiting {
  private end: (() => void) | undefined;

  constructor(private readonly clock: Pick<Clock, "sleep">) {}

  /** Ends the pause, if there is one. */
  wake(): void {
    this.end?.();
  }

  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const early = new AbortController();
    const stop = () => early.abort();
    signal.addEventListener("abort", stop, { once: true });
    this.end = stop;
    try {
      await this.clock.sleep(milliseconds, early.signal);
    } catch {
      // Woken up, or stopped; the caller looks at the signal.
    } finally {
      this.end = undefined;
      signal.removeEventListener("abort", stop);
    }
  }
}
