/**
 * Keeps a copy of a collection up to date.
 *
 * It streams the whole collection (WatchList), or lists it page by page if the server does not serve that. Then it watches.
 * A cut or expired watch resumes from the last resourceVersion. After a 410, the reflector reads the collection again; until
 * it has all of it, the copy stays as it is.
 */
import { Backoff } from "./backoff";
import type { Clock } from "./clock";
import type { Collection } from "./collection";
import { ApiError, isCode } from "./status";
import type { WatchEvent, WatchSource } from "./watch-source";

/** A stream that ends sooner than this counts as a failure, so that the reflector never loops without a pause. */
const SHORT_STREAM_MS = 1_000;
/** The server sends bookmarks about once a minute, so a stream that is silent for longer is probably dead. */
export const SILENCE_MS = 150_000;
/** The reflector works at most this long before the browser can paint. */
const SLICE_MS = 12;
/** After these errors, the next attempt is not soon. */
const SLOW_RETRY_SECONDS = 20;

export class Reflector<T> {
  private readonly backoff: Backoff;
  private resourceVersion: string | undefined;
  private useWatchList = true;
  private wakeUp: (() => void) | undefined;
  private cut: (() => void) | undefined;
  private sliceStart = 0;
  private lastEvent = 0;

  constructor(
    private readonly source: WatchSource<T>,
    private readonly collection: Collection<T>,
    private readonly clock: Clock,
  ) {
    this.backoff = new Backoff(clock);
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const start = this.clock.now();
      try {
        await this.attempt(signal);
        const isShort = this.clock.now() - start < SHORT_STREAM_MS;
        if (!isShort) {
          this.backoff.reset();
        }
        await this.pause(isShort ? this.backoff.next() : 0, signal);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        await this.recover(error, signal);
      }
    }
  }

  /** Tries again at once if the reflector waits. A stream that has been silent for long is cut. */
  wake(): void {
    this.backoff.reset();
    this.wakeUp?.();
    if (this.clock.now() - this.lastEvent > SILENCE_MS) {
      this.cut?.();
    }
  }

  private async attempt(signal: AbortSignal): Promise<void> {
    if (this.resourceVersion !== undefined) {
      await this.stream(this.resourceVersion, signal);
    } else if (this.useWatchList) {
      await this.stream(undefined, signal);
    } else {
      await this.list(signal);
      await this.stream(this.resourceVersion, signal);
    }
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    if (isCode(error, 410)) {
      this.resourceVersion = undefined;
      this.collection.interrupted(error);
      await this.pause(this.backoff.next(), signal);
      return;
    }
    if (this.useWatchList && this.resourceVersion === undefined && isCode(error, 400, 422)) {
      this.useWatchList = false;
      return;
    }
    if (isCode(error, 403, 404)) {
      // The objects may be others when the user may see them again.
      this.resourceVersion = undefined;
      this.collection.refused(error);
    } else {
      this.collection.interrupted(error);
    }
    const isSlow = isCode(error, 401, 403, 404);
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
    await this.pause(this.backoff.next(isSlow ? SLOW_RETRY_SECONDS : asked), signal);
  }

  private async list(signal: AbortSignal): Promise<void> {
    const found = new Map<string, T>();
    let page = "";
    for (;;) {
      const answer = await this.source.list(page, signal);
      for (const item of answer.items) {
        found.set(this.source.keyOf(item), item);
      }
      this.collection.progress(found.size);
      await this.clock.breathe();
      if (answer.next === "") {
        this.collection.replace(found);
        this.resourceVersion = answer.resourceVersion;
        return;
      }
      page = answer.next;
    }
  }

  private async stream(from: string | undefined, signal: AbortSignal): Promise<void> {
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    this.cut = stop;
    let initial = from === undefined ? new Map<string, T>() : undefined;
    try {
      this.lastEvent = this.clock.now();
      this.sliceStart = this.lastEvent;
      if (!initial) {
        this.collection.connected();
      }
      for await (const event of this.source.watch(from, own.signal)) {
        initial = initial ? this.collect(initial, event) : this.apply(event);
        await this.yieldOften();
      }
    } catch (error) {
      // A cut by wake() is no failure: the next attempt resumes.
      if (!own.signal.aborted || signal.aborted) {
        throw error;
      }
    } finally {
      this.cut = undefined;
      signal.removeEventListener("abort", stop);
      own.abort();
    }
  }

  /** Collects the initial events. Returns undefined after the last one. */
  private collect(initial: Map<string, T>, event: WatchEvent<T>): Map<string, T> | undefined {
    if (event.type === "bookmark") {
      if (!event.isInitialEnd) {
        return initial;
      }
      this.collection.replace(initial);
      this.resourceVersion = event.resourceVersion;
      this.backoff.reset();
      return undefined;
    }
    for (const item of event.items) {
      const key = this.source.keyOf(item);
      if (event.type === "put") {
        initial.set(key, item);
      } else {
        initial.delete(key);
      }
    }
    this.collection.progress(initial.size);
    return initial;
  }

  private apply(event: WatchEvent<T>): undefined {
    if (event.type === "put") {
      this.collection.put(event.items.map((item) => [this.source.keyOf(item), item]));
    } else if (event.type === "delete") {
      this.collection.remove(event.items.map((item) => this.source.keyOf(item)));
    }
    if (event.resourceVersion !== "") {
      this.resourceVersion = event.resourceVersion;
    }
    this.backoff.reset();
    return undefined;
  }

  private async yieldOften(): Promise<void> {
    this.lastEvent = this.clock.now();
    if (this.lastEvent - this.sliceStart > SLICE_MS) {
      await this.clock.breathe();
      this.sliceStart = this.clock.now();
    }
  }

  private async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const early = new AbortController();
    const stop = () => early.abort();
    signal.addEventListener("abort", stop, { once: true });
    this.wakeUp = stop;
    try {
      await this.clock.sleep(milliseconds, early.signal);
    } catch {
      // Woken up, or stopped; the caller looks at the signal.
    } finally {
      this.wakeUp = undefined;
      signal.removeEventListener("abort", stop);
    }
  }
}
