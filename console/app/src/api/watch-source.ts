/** What a reflector reads from: a collection that can be listed and watched. */

export interface Page<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The token of the next page; empty for the last one. */
  readonly next: string;
}

export type WatchEvent<T> =
  | { readonly type: "put"; readonly items: readonly T[]; readonly resourceVersion: string }
  | { readonly type: "delete"; readonly items: readonly T[]; readonly resourceVersion: string }
  | { readonly type: "bookmark"; readonly resourceVersion: string; readonly isInitialEnd: boolean };

export interface WatchSource<T> {
  list(page: string, signal: AbortSignal): Promise<Page<T>>;
  /**
   * Streams what changes after the version. Without a version, it first streams all objects (WatchList).
   *
   * @param opened called when the server has accepted the request, before the first event
   */
  watch(
    resourceVersion: string | undefined,
    signal: AbortSignal,
    opened: () => void,
  ): AsyncIterable<WatchEvent<T>>;
  keyOf(item: T): string;
}
