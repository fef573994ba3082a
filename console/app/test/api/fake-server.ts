/** A server with a history of events, which can fail in all ways that a client must survive. */
import type { Clock } from "../../src/api/clock";
import { ApiError, UnreachableError } from "../../src/api/status";
import type { Page, WatchEvent, WatchSource } from "../../src/api/watch-source";

export interface Item {
  readonly name: string;
  readonly value: number;
}

export const FAULTS = ["cut", "end", "expired", "unreachable", "busy", "error"] as const;
export type Fault = (typeof FAULTS)[number];
export type Step =
  | { do: "put"; name: string; value: number }
  | { do: "delete"; name: string }
  | { do: "bookmark" | "compact" }
  | { do: "wait"; turns: number }
  | { do: "fault"; fault: Fault };

interface Stream {
  sent: number;
  wake: () => void;
  error: Error | undefined;
  isOver: boolean;
  bookmarks: number;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class FakeServer implements WatchSource<Item> {
  readonly objects = new Map<string, Item>();
  /** The resourceVersion of each watch. */
  readonly watches: (string | undefined)[] = [];
  initialReads = 0;
  pages = 0;
  private version = 10;
  private oldest = 10;
  private log: { version: number; type: "put" | "delete"; item: Item }[] = [];
  private streams = new Set<Stream>();
  private failure: Error | undefined;
  private nextFailure: Error | undefined;
  /** The server accepts no watch until this resolves. */
  private gate: Promise<void> | undefined;
  private openGate: () => void = () => undefined;

  constructor(private readonly hasWatchList: boolean) {}

  keyOf(item: Item): string {
    return item.name;
  }

  get openStreams(): number {
    return this.streams.size;
  }

  get isCaughtUp(): boolean {
    return [...this.streams].some((stream) => stream.sent === this.version);
  }

  put(name: string, value: number): void {
    const item = { name, value };
    this.objects.set(name, item);
    this.append("put", item);
  }

  failWith(error: Error): void {
    this.failure = error;
    this.end(error);
  }

  /** Lets requests hang until `heal`. */
  hang(): void {
    this.gate = new Promise((resolve) => {
      this.openGate = resolve;
    });
  }

  heal(): void {
    this.gate = undefined;
    this.openGate();
    this.failure = undefined;
    this.nextFailure = undefined;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "put":
        this.put(step.name, step.value);
        break;
      case "delete": {
        const item = this.objects.get(step.name);
        if (item) {
          this.objects.delete(step.name);
          this.append("delete", item);
        }
        break;
      }
      case "bookmark":
        for (const stream of this.streams) {
          stream.bookmarks++;
          stream.wake();
        }
        break;
      case "compact":
        this.oldest = this.version;
        break;
      case "wait":
        for (let i = 0; i < step.turns; i++) {
          await turn();
        }
        break;
      case "fault":
        this.fault(step.fault);
        await turn();
    }
  }

  async list(page: string): Promise<Page<Item>> {
    await turn();
    this.check();
    this.initialReads += page === "" ? 1 : 0;
    this.pages++;
    // All pages are of the version of the first one, as in Kubernetes.
    const [start, version, names] =
      page === "" ? [0, this.version, [...this.objects.values()]] : JSON.parse(page);
    if (version < this.oldest) {
      throw new ApiError(410, "Expired", "the continue token is too old");
    }
    const next = start + 2 < names.length ? JSON.stringify([start + 2, version, names]) : "";
    return { items: names.slice(start, start + 2), resourceVersion: String(version), next };
  }

  async *watch(
    resourceVersion: string | undefined,
    signal: AbortSignal,
    opened: () => void,
  ): AsyncGenerator<WatchEvent<Item>> {
    await turn();
    this.watches.push(resourceVersion);
    await this.passGate(signal);
    signal.throwIfAborted();
    this.check();
    if (resourceVersion === undefined && !this.hasWatchList) {
      throw new ApiError(422, "Invalid", "sendInitialEvents is forbidden");
    }
    const from = resourceVersion === undefined ? this.version : Number(resourceVersion);
    if (from < this.oldest) {
      throw new ApiError(410, "Expired", "too old resource version");
    }
    const stream: Stream = {
      sent: from,
      wake: () => undefined,
      error: undefined,
      isOver: false,
      bookmarks: 0,
    };
    this.streams.add(stream);
    opened();
    const stop = () => {
      stream.isOver = true;
      stream.wake();
    };
    signal.addEventListener("abort", stop);
    try {
      if (resourceVersion === undefined) {
        yield* this.initial(stream, from);
      }
      yield* this.follow(stream);
    } finally {
      this.streams.delete(stream);
    }
  }

  private async *initial(stream: Stream, version: number): AsyncGenerator<WatchEvent<Item>> {
    this.initialReads++;
    for (const item of [...this.objects.values()]) {
      yield { type: "put", items: [item], resourceVersion: String(version) };
      await turn();
      this.stopIfEnded(stream);
    }
    yield { type: "bookmark", resourceVersion: String(version), isInitialEnd: true };
  }

  private async *follow(stream: Stream): AsyncGenerator<WatchEvent<Item>> {
    for (;;) {
      if (stream.error) {
        throw stream.error;
      }
      if (stream.isOver) {
        return;
      }
      const next = this.log.find(({ version }) => version > stream.sent);
      if (next) {
        yield { type: next.type, items: [next.item], resourceVersion: String(next.version) };
        // The client asks for the next event when it has handled this one.
        stream.sent = next.version;
      } else if (stream.bookmarks > 0) {
        stream.bookmarks--;
        yield { type: "bookmark", resourceVersion: String(stream.sent), isInitialEnd: false };
      } else {
        await new Promise<void>((resolve) => {
          stream.wake = resolve;
        });
      }
    }
  }

  private stopIfEnded(stream: Stream): void {
    if (stream.error) {
      throw stream.error;
    }
  }

  private async passGate(signal: AbortSignal): Promise<void> {
    if (this.gate) {
      await Promise.race([this.gate, aborted(signal)]);
    }
  }

  private check(): void {
    const failure = this.nextFailure ?? this.failure;
    this.nextFailure = undefined;
    if (failure) {
      throw failure;
    }
  }

  private fault(fault: Fault): void {
    switch (fault) {
      case "cut":
        this.end(new UnreachableError("cut"));
        break;
      case "end":
        this.end(undefined);
        break;
      case "expired":
        this.oldest = this.version;
        this.end(new ApiError(410, "Expired", "expired"));
        break;
      case "unreachable":
        this.nextFailure = new UnreachableError("down");
        this.end(this.nextFailure);
        break;
      case "busy":
        this.nextFailure = new ApiError(429, "TooManyRequests", "busy", [], 1);
        this.end(undefined);
        break;
      case "error":
        this.end(new ApiError(500, "InternalError", "broken"));
        break;
    }
  }

  private end(error: Error | undefined): void {
    for (const stream of this.streams) {
      stream.error = error;
      stream.isOver = true;
      stream.wake();
    }
  }

  private append(type: "put" | "delete", item: Item): void {
    this.version++;
    this.log.push({ version: this.version, type, item });
    for (const stream of this.streams) {
      stream.wake();
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

export interface FakeClock extends Clock {
  readonly slept: number[];
  advance(milliseconds: number): void;
}

/** A clock whose waits are over at once. */
export function fakeClock(): FakeClock {
  let now = 1_000;
  const slept: number[] = [];
  return {
    slept,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
    random: () => 0.5,
    breathe: turn,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      await turn();
    },
  };
}

/** A clock that stands still until a test advances it. */
export function standingClock(): FakeClock & { readonly sleepers: () => number } {
  let now = 1_000;
  const slept: number[] = [];
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    slept,
    sleepers: () => sleepers.length,
    now: () => now,
    random: () => 0.5,
    breathe: turn,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        slept.push(milliseconds);
        const sleeper = { until: now + milliseconds, wake: resolve };
        sleepers.push(sleeper);
        signal.addEventListener("abort", () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          reject(signal.reason);
        });
      }),
    advance: (milliseconds) => {
      now += milliseconds;
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) {
        wake();
      }
    },
  };
}

export async function settled(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000; i++) {
    if (condition()) {
      return;
    }
    await turn();
  }
  throw new Error("The condition did not become true.");
}
