/** The copy of a collection, and how current it is. Subscribers see immutable snapshots. */

/**
 * - `loading`: there is no copy yet.
 * - `live`: the copy follows the server.
 * - `stale`: the copy is complete, but the connection is lost.
 * - `failed`: there is no copy, and `error` says why.
 */
export type Phase = "loading" | "live" | "stale" | "failed";

/** A copy has at most this many objects, so that the page stays fast and its memory bounded. */
export const MAX_OBJECTS = 10_000;
/** A cut copy that is less full than this is worth another read. */
const ROOM_BELOW = 0.9;

export interface Snapshot<T> {
  readonly phase: Phase;
  readonly items: readonly T[];
  /** True if the server has, or had, more objects than the copy may have. */
  readonly isCut: boolean;
  /** How many objects a load has received so far. */
  readonly received: number;
  readonly error: unknown;
}

/** Calls a function later. Many changes of a collection become one snapshot. */
export type Schedule = (task: () => void) => void;

export const NOTHING: Snapshot<never> = {
  phase: "loading",
  items: [],
  isCut: false,
  received: 0,
  error: undefined,
};

export class Collection<T> {
  private readonly items = new Map<string, T>();
  private readonly listeners = new Set<() => void>();
  private phase: Phase = "loading";
  private received = 0;
  private error: unknown;
  private isScheduled = false;
  private hasItems = false;
  private isChanged = false;
  private isCut = false;
  private snapshot: Snapshot<T> = NOTHING;

  constructor(
    private readonly schedule: Schedule = queueMicrotask,
    readonly limit = MAX_OBJECTS,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): Snapshot<T> => this.snapshot;

  /** True if the server may have objects that the copy now has room for. */
  get lacksObjects(): boolean {
    return this.isCut && this.items.size < this.limit * ROOM_BELOW;
  }

  progress(received: number): void {
    this.received = received;
    this.changed(false);
  }

  /** `hasMore` is true if the server has objects that are not among these. */
  replace(items: ReadonlyMap<string, T>, hasMore = false): void {
    this.items.clear();
    this.isCut = hasMore;
    this.hasItems = true;
    this.add(items);
    this.connected();
    this.changed(true);
  }

  put(entries: readonly (readonly [string, T])[]): void {
    this.add(entries);
    this.connected();
    this.changed(true);
  }

  private add(entries: Iterable<readonly [string, T]>): void {
    for (const [key, item] of entries) {
      if (this.items.size < this.limit || this.items.has(key)) {
        this.items.set(key, item);
      } else {
        this.isCut = true;
      }
    }
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) {
      this.items.delete(key);
    }
    this.connected();
    this.changed(true);
  }

  connected(): void {
    if (this.hasItems && this.phase !== "live") {
      this.phase = "live";
      this.error = undefined;
      this.changed(false);
    }
  }

  /** The copy may be out of date until the connection is back. */
  interrupted(error: unknown): void {
    this.phase = this.hasItems ? "stale" : "failed";
    this.error = error;
    this.changed(false);
  }

  /** The user must not see the objects any more. */
  refused(error: unknown): void {
    this.items.clear();
    this.isCut = false;
    this.hasItems = false;
    this.phase = "failed";
    this.error = error;
    this.changed(true);
  }

  private changed(isOfItems: boolean): void {
    this.isChanged ||= isOfItems;
    if (!this.isScheduled) {
      this.isScheduled = true;
      this.schedule(() => this.publish());
    }
  }

  private publish(): void {
    this.isScheduled = false;
    this.snapshot = {
      phase: this.phase,
      items: this.isChanged ? [...this.items.values()] : this.snapshot.items,
      isCut: this.isCut,
      received: this.received,
      error: this.error,
    };
    this.isChanged = false;
    for (const listener of this.listeners) {
      listener();
    }
  }
}
