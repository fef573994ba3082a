/**
 * Reads the log of an object, and resumes a stream that was cut.
 *
 * The API has no position in a log to resume from. So the reader asks for the lines since shortly before the cut, and drops
 * those that it knows by their times.
 */
import { Backoff } from "../api/backoff";
import type { Clock } from "../api/clock";
import type { Http } from "../api/http";
import { linesOf } from "../api/lines";
import { ApiError, isCode, UnreachableError } from "../api/status";
import { Waiting } from "../api/waiting";
import { KnownLines } from "./known-lines";
import { LogProgress, SETTLED_MS } from "./log-progress";

/**
 * - `open`: lines arrive, or the log is about to open, also again after the server ended a stream.
 * - `interrupted`: the stream was cut, and the reader tries again.
 * - `ended`: there are no more lines.
 * - `refused`: the server refuses the log, so the reader does not try again.
 */
export type LogPhase = "open" | "interrupted" | "ended" | "refused";

/** The server ends a stream after an hour. If it ends sooner, twice in a row and without lines, no container runs. */
const EARLY_END_MS = 300_000;
/** A stream that was silent for longer is read again when the machine or the network is back. */
const SILENCE_MS = 20_000;
/** The server opens a log within 30 seconds. */
const ANSWER_MS = 35_000;

/** The reader has cut its stream. */
class CutError extends Error {}

interface LogReaderOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly path: string;
  readonly tailLines: string;
  readonly isFollowing: boolean;
  readonly isPrevious: boolean;
  readonly onLine: (line: string) => void;
  readonly onPhase: (phase: LogPhase, error?: unknown) => void;
}

export class LogReader {
  private readonly backoff: Backoff;
  private readonly waiting: Waiting;
  private readonly progress = new LogProgress();
  private readonly known: KnownLines;
  private cut: (() => void) | undefined;
  private isOpen = false;
  private wasOpen = false;
  private lastReceived = 0;

  constructor(private readonly options: LogReaderOptions) {
    this.backoff = new Backoff(options.clock);
    this.waiting = new Waiting(options.clock);
    this.known = new KnownLines((time) => this.progress.received(time, options.clock.now()));
  }

  /** Runs until the log ends, the server refuses it, or the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, isFollowing, onPhase } = this.options;
    let ends = 0;
    while (!signal.aborted) {
      const start = clock.now();
      let asked = 0;
      try {
        const lines = await this.attempt(signal);
        ends = lines === 0 && clock.now() - start < EARLY_END_MS ? ends + 1 : 1;
        if (!isFollowing || ends > 1) {
          onPhase("ended");
          return;
        }
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        if (error instanceof CutError) {
          continue;
        }
        const phase = this.phaseAfter(error);
        if (phase !== "interrupted") {
          onPhase(phase, phase === "refused" ? error : undefined);
          return;
        }
        onPhase("interrupted", error);
        asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
      }
      if (clock.now() - start > SETTLED_MS) {
        this.backoff.reset();
      }
      await this.waiting.pause(this.backoff.next(asked), signal);
    }
  }

  /** Tries again at once if the reader waits. A log has no bookmarks, so a silent stream can be dead: it is read again. */
  wake(): void {
    this.backoff.reset();
    this.waiting.wake();
    if (this.silence() > SILENCE_MS) {
      this.cut?.();
    }
  }

  /** To be called every few seconds. */
  check(): void {
    if (this.cut && !this.isOpen && this.silence() > ANSWER_MS) {
      this.options.onPhase("interrupted");
    }
  }

  private phaseAfter(error: unknown): LogPhase {
    // There was a log, so the release has no started containers now, or its record is being replaced.
    if (this.wasOpen && isCode(error, 400, 409)) {
      return error.code === 400 ? "ended" : "interrupted";
    }
    const isTemporary = error instanceof UnreachableError || isCode(error, 429, 502, 503, 504);
    return isTemporary ? "interrupted" : "refused";
  }

  private silence(): number {
    return this.options.clock.now() - this.lastReceived;
  }

  /** Reads one stream. Returns the number of its lines that were not known. */
  private async attempt(signal: AbortSignal): Promise<number> {
    const { http, clock, path, onPhase } = this.options;
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    this.cut = stop;
    const start = clock.now();
    this.isOpen = false;
    try {
      const call = { accept: "text/plain, */*", query: this.query(start), signal: own.signal };
      this.lastReceived = start;
      const response = await http.response(path, call);
      this.isOpen = true;
      this.wasOpen = true;
      this.lastReceived = clock.now();
      onPhase("open");
      return response.body ? await this.read(response.body) : 0;
    } catch (error) {
      throw own.signal.aborted ? new CutError() : error;
    } finally {
      if (this.isOpen) {
        this.progress.ended(clock.now() - start);
      }
      this.cut = undefined;
      signal.removeEventListener("abort", stop);
      own.abort();
    }
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<number> {
    this.known.resume();
    let count = 0;
    for await (const line of linesOf(body)) {
      this.lastReceived = this.options.clock.now();
      const text = this.known.take(line);
      if (text !== undefined) {
        count++;
        this.options.onLine(text);
      }
    }
    return count;
  }

  private query(now: number) {
    const { tailLines, isFollowing, isPrevious } = this.options;
    return {
      timestamps: "true",
      follow: isFollowing ? "true" : undefined,
      previous: isPrevious ? "true" : undefined,
      tailLines,
      ...(isFollowing && this.progress.missing(now)),
    };
  }
}
