/**
 * Keeps a copy of a collection up to date.
 *
 * It streams the whole collection (WatchList), or lists it page by page if the server does not serve that. Then it watches.
 * Of more objects than the copy may have, it reads and keeps the first ones. It reads again when many of them are deleted.
 * A cut or expired watch resumes from the last resourceVersion. After a 410, the reflector reads the collection again; until
 * it has all of it, the copy stays as it is.
 */
import { Backoff } from "./backoff";
import type { Clock } from "./clock";
import type { Collection } from "./collection";
import { ApiError, isCode, UnreachableError } from "./status";
import { Waiting } from "./waiting";
import type { WatchEvent, WatchSource } from "./watch-source";

/** A stream that ends sooner than this counts as a failure, so that the reflector never loops without a pause. */
const SHORT_STREAM_MS = 1_000;
/** The server sends bookmarks about once a minute, so a stream that is silent for longer is probably dead. */
export const SILENCE_MS = 150_000;
/** A copy is out of date if the server does not answer the next watch within this time. */
export const ANSWER_MS = 10_000;
/** A copy that lacks objects is read again at most this often. */
export const REREAD_MS = 30_000;
/** The reflector works at most this long before the browser can paint. */
const SLICE_MS = 12;
/** After these errors, the next attempt is not soon. */
const SLOW_RETRY_SECONDS = 20;

/** The stream of all objects has more than the copy may have. A list can end before its last page. */
class TooManyError extends Error {}

export class Reflector<T> {
  private readonly backoff: Backoff;
  private resourceVersion: string | undefined;
  private useWatchList = true;
  private readonly waiting: Waiting;
  private cut: (() => void) | undefined;
  private isOpen = false;
  private sliceStart = 0;
  private lastEvent = 0;
  private lastRead = 0;

  constructor(
    private readonly source: WatchSource<T>,
    private readonly collection: Collection<T>,
    private readonly clock: Clock,
  ) {
    this.backoff = new Backoff(clock);
    this.waiting = new Waiting(clock);
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
        await this.waiting.pause(isShort ? this.backoff.next() : 0, signal);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        await this.recover(error, signal);
      }
    }
  }

  /** Tries again at once if the reflector waits. A request without an answer, or a silent stream, is cut. */
  wake(): void {
    this.backoff.reset();
    this.waiting.wake();
    this.cutAfter(this.isOpen ? SILENCE_MS : ANSWER_MS);
  }

  /** To be called every few seconds. Nothing else ends a stream whose connection is dead. */
  check(): void {
    if (this.cut && !this.isOpen && this.silence() > ANSWER_MS) {
      this.lost();
    }
    this.cutAfter(SILENCE_MS);
    if (this.mustReadAgain()) {
      this.cut?.();
    }
  }

  private mustReadAgain(): boolean {
    const isFollowing = this.resourceVersion !== undefined;
    return isFollowing && this.collection.lacksObjects && this.clock.now() - this.lastRead >= REREAD_MS;
  }

  private cutAfter(milliseconds: number): void {
    if (this.cut && this.silence() > milliseconds) {
      this.lost();
      this.cut();
    }
  }

  private silence(): number {
    return this.clock.now() - this.lastEvent;
  }

  private lost(): void {
    // A slow first read is no loss yet.
    if (this.resourceVersion !== undefined || this.silence() > SILENCE_MS) {
      this.collection.interrupted(new UnreachableError("The server did not answer."));
    }
  }

  private async attempt(signal: AbortSignal): Promise<void> {
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    this.cut = stop;
    if (this.mustReadAgain()) {
      this.resourceVersion = undefined;
    }
    try {
      if (this.resourceVersion === undefined && !this.useWatchList) {
        await this.list(own.signal);
      }
      await this.stream(this.resourceVersion, own.signal);
    } catch (error) {
      // A cut of its own is no failure: the next attempt resumes.
      if (!own.signal.aborted || signal.aborted) {
        throw error;
      }
    } finally {
      this.cut = undefined;
      signal.removeEventListener("abort", stop);
      own.abort();
    }
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    if (isCode(error, 410)) {
      this.resourceVersion = undefined;
      this.collection.interrupted(error);
      await this.waiting.pause(this.backoff.next(), signal);
      return;
    }
    const needsList = error instanceof TooManyError || isCode(error, 400, 422);
    if (this.useWatchList && this.resourceVersion === undefined && needsList) {
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
    await this.waiting.pause(this.backoff.next(isSlow ? SLOW_RETRY_SECONDS : asked), signal);
  }

  private async list(signal: AbortSignal): Promise<void> {
    const found = new Map<string, T>();
    let page = "";
    this.isOpen = true;
    for (;;) {
      this.lastEvent = this.clock.now();
      const answer = await this.source.list(page, signal);
      for (const item of answer.items) {
        found.set(this.source.keyOf(item), item);
      }
      this.collection.progress(found.size);
      await this.clock.breathe();
      if (answer.next === "" || found.size >= this.collection.limit) {
        this.replace(found, answer.resourceVersion, answer.next !== "");
        return;
      }
      page = answer.next;
    }
  }

  private replace(items: ReadonlyMap<string, T>, resourceVersion: string, hasMore: boolean): void {
    this.collection.replace(items, hasMore);
    this.resourceVersion = resourceVersion;
    this.lastRead = this.clock.now();
  }

  private async stream(from: string | undefined, signal: AbortSignal): Promise<void> {
    let initial = from === undefined ? new Map<string, T>() : undefined;
    this.isOpen = false;
    this.lastEvent = this.clock.now();
    this.sliceStart = this.lastEvent;
    const opened = () => this.opened(from !== undefined);
    for await (const event of this.source.watch(from, signal, opened)) {
      initial = initial ? this.collect(initial, event) : this.apply(event);
      await this.yieldOften();
    }
  }

  private opened(isResumed: boolean): void {
    this.isOpen = true;
    this.lastEvent = this.clock.now();
    if (isResumed) {
      this.collection.connected();
    }
  }

  /** Collects the initial events. Returns undefined after the last one. */
  private collect(initial: Map<string, T>, event: WatchEvent<T>): Map<string, T> | undefined {
    if (event.type === "bookmark") {
      if (!event.isInitialEnd) {
        return initial;
      }
      this.replace(initial, event.resourceVersion, false);
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
    if (initial.size > this.collection.limit) {
      throw new TooManyError();
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
}
