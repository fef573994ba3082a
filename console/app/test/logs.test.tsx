// @vitest-environment jsdom
/** The log of a release. Lines have the shape of ContainerLog in core/subresource, with `timestamps=true`. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { Http } from "../src/api/http";
import { KnownLines } from "../src/detail/known-lines";
import { Logs } from "../src/detail/Logs";
import { type LogPhase, LogReader } from "../src/detail/log-reader";
import { fakeClock, settled } from "./api/fake-server";
import { barriers } from "./axe";
import { fakeApi, type Handler, PATH, show, TARGET } from "./harness";

afterEach(cleanup);

const line = (second: number, text: string, source = "a/main") =>
  `[pod/${source}] 2030-01-01T00:00:${String(second).padStart(2, "0")}.5Z ${text}`;
const refusal = (code: number, message: string) =>
  Response.json({ kind: "Status", code, message }, { status: code });

/** A stream that a test writes to. */
function stream(...lines: readonly string[]) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const write = (...more: readonly string[]) =>
    controller?.enqueue(new TextEncoder().encode(more.map((each) => `${each}\n`).join("")));
  write(...lines);
  return {
    response: new Response(body),
    write,
    end: () => controller?.close(),
    cut: () => controller?.error(new TypeError("network error")),
  };
}

/** Answers each request with the next stream, and requests after the last one never. */
function inTurn(...answers: readonly Response[]): Handler {
  const left = [...answers];
  return () => left.shift() ?? new Promise<Response>(() => undefined);
}

const content = () => document.querySelector(".log pre")?.textContent ?? "";

describe("known lines", () => {
  const all = (known: KnownLines, lines: readonly string[]) =>
    lines.map((each) => known.take(each)).filter((each) => each !== undefined);

  test("lose their times, and are dropped once when a stream repeats them", () => {
    const known = new KnownLines();
    const first = [line(1, "one"), line(2, "two"), line(2, "two")];
    expect(all(known, first)).toEqual(["[pod/a/main] one", "[pod/a/main] two", "[pod/a/main] two"]);
    known.resume();
    expect(all(known, [...first, line(2, "two"), line(3, "three")])).toEqual([
      "[pod/a/main] two",
      "[pod/a/main] three",
    ]);
  });

  test("are those of one container", () => {
    const known = new KnownLines();
    all(known, [line(9, "late")]);
    known.resume();
    expect(all(known, [line(9, "late"), line(1, "early", "b/main")])).toEqual(["[pod/b/main] early"]);
  });

  test("are told apart by fractions of a second, with or without zeros at the end", () => {
    const known = new KnownLines();
    all(known, ["2030-01-01T00:00:00.12Z a"]);
    known.resume();
    expect(all(known, ["2030-01-01T00:00:00.120000000Z a", "2030-01-01T01:00:00.123+01:00 b"])).toEqual([
      "b",
    ]);
  });

  test("include the rest of a long line, and a message of the server that was told before", () => {
    const known = new KnownLines();
    const message = "[pod/a/main] chartroom: the connection to the log broke";
    const lines = [line(1, "long"), "[pod/a/main] rest", message];
    expect(all(known, lines)).toEqual(["[pod/a/main] long", "[pod/a/main] rest", message]);
    known.resume();
    expect(all(known, lines)).toEqual([]);
    expect(all(known, [line(2, "new"), "[pod/a/main] rest", message])).toHaveLength(3);
  });

  test("are not those of a live stream whose clock goes back", () => {
    const known = new KnownLines();
    all(known, [line(5, "x")]);
    known.resume();
    expect(all(known, [line(6, "y"), line(3, "z")])).toHaveLength(2);
  });

  test("are none that follow a cut after the clock went back", () => {
    const known = new KnownLines();
    all(known, [line(50, "before"), line(20, "after")]);
    known.resume();
    expect(all(known, [line(20, "after"), line(21, "new"), line(22, "newer")])).toEqual([
      "[pod/a/main] new",
      "[pod/a/main] newer",
    ]);
  });

  test("are rather shown twice than lost if a stream repeats lines from before the clock went back", () => {
    const known = new KnownLines();
    const lines = [line(50, "before"), line(20, "after")];
    all(known, lines);
    known.resume();
    expect(all(known, [...lines, line(21, "new")]).at(-1)).toBe("[pod/a/main] new");
  });
});

describe("a reader of a log", () => {
  function read(answer: Handler, isFollowing = true, onAbort = () => {}) {
    const { fetch: answered, sent } = fakeApi({ [`GET ${PATH}/log`]: answer });
    const fetch: typeof globalThis.fetch = (input, init) => {
      init?.signal?.addEventListener("abort", onAbort);
      return answered(String(input), init);
    };
    const lines: string[] = [];
    const phases: LogPhase[] = [];
    const clock = fakeClock();
    const reader = new LogReader({
      http: new Http({ fetch, token: () => undefined }),
      clock,
      path: `${PATH}/log`,
      tailLines: "100",
      isFollowing,
      isPrevious: false,
      onLine: (text) => lines.push(text),
      onPhase: (phase) => phases.push(phase),
    });
    const stop = new AbortController();
    const done = reader.run(stop.signal);
    const queries = () => sent.map(({ url }) => Object.fromEntries(url.searchParams));
    return { reader, lines, phases, clock, queries, done, stop };
  }
  const TAIL = { follow: "true", timestamps: "true", tailLines: "100" };

  test("asks for the lines since shortly before the cut", async () => {
    const first = stream(line(1, "one"));
    const { clock, lines, queries, stop } = read(inTurn(first.response));
    await settled(() => lines.length === 1);
    clock.advance(20_000);
    first.write(line(21, "two"));
    await settled(() => lines.length === 2);
    clock.advance(40_000);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()).toEqual([TAIL, { ...TAIL, tailLines: "5000", sinceSeconds: "101" }]);
    stop.abort();
  });

  test("asks for the last lines again if the stream was cut before it had sent them all", async () => {
    const first = stream(line(1, "one"));
    const second = stream(line(1, "one"), line(2, "two"));
    const { lines, queries, stop } = read(inTurn(first.response, second.response));
    await settled(() => lines.length === 1);
    first.cut();
    await settled(() => lines.length === 2);
    expect(queries()).toEqual([TAIL, { ...TAIL, tailLines: "5000" }]);
    stop.abort();
  });

  test("asks only for the last lines that the user wants if a stream was cut before its first line", async () => {
    const first = stream();
    const { phases, queries, stop } = read(inTurn(first.response));
    await settled(() => phases.length === 1);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()).toEqual([TAIL, TAIL]);
    stop.abort();
  });

  test("asks for all lines if the first stream had none", async () => {
    const first = stream();
    const { clock, phases, queries, stop } = read(inTurn(first.response));
    await settled(() => phases.length === 1);
    clock.advance(3_600_000);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()[1]).toEqual({ ...TAIL, tailLines: "5000" });
    stop.abort();
  });

  test("asks for the hours that it slept, although it reads older lines afterwards", async () => {
    const first = stream(line(1, "one"));
    const { clock, lines, queries, stop } = read(inTurn(first.response));
    await settled(() => lines.length === 1);
    clock.advance(18_000_000);
    first.write(line(11, "ten seconds later"));
    await settled(() => lines.length === 2);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()[1]).toEqual({ ...TAIL, tailLines: "5000", sinceSeconds: "18051" });
    stop.abort();
  });

  test("does not take the age of an old line for a difference of the clocks", async () => {
    const first = stream();
    const { clock, lines, queries, stop } = read(inTurn(first.response));
    clock.advance(Date.parse("2030-01-01T03:00:00Z") - clock.now());
    first.write(line(0, "three hours old"));
    await settled(() => lines.length === 1);
    clock.advance(18_000_000);
    first.write("[pod/a/main] 2030-01-01T03:01:00Z read late");
    await settled(() => lines.length === 2);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()[1]?.sinceSeconds).toBe("18001");
    stop.abort();
  });

  test("reads the same last lines again if it does not follow", async () => {
    const first = stream(line(1, "one"));
    const { clock, lines, queries, stop } = read(inTurn(first.response), false);
    await settled(() => lines.length === 1);
    clock.advance(20_000);
    first.cut();
    await settled(() => queries().length === 2);
    expect(queries()[1]).toEqual({ timestamps: "true", tailLines: "100" });
    stop.abort();
  });

  test("says nothing of a lost connection when the server ends a stream, until the next attempt fails", async () => {
    const first = stream(line(1, "one"));
    const { clock, phases, lines, stop } = read(inTurn(first.response, new Response("", { status: 503 })));
    await settled(() => lines.length === 1);
    clock.advance(3_600_000);
    first.end();
    await settled(() => clock.slept.length === 1);
    expect(phases).toEqual(["open"]);
    await settled(() => clock.slept.length === 2);
    expect(phases).toEqual(["open", "interrupted"]);
    stop.abort();
  });

  const UNSTARTED = "no container of the release has started yet";
  const UNRECORDED = "Helm has no revision of its release";

  test("ends if the release has no started containers after a stream", async () => {
    const first = stream(line(1, "one"));
    const { phases, queries, done, lines } = read(inTurn(first.response, refusal(400, UNSTARTED)));
    await settled(() => lines.length === 1);
    first.end();
    await done;
    expect(queries()).toHaveLength(2);
    expect(phases).toEqual(["open", "ended"]);
  });

  test("tries again while Helm has no record of a release whose log was open", async () => {
    const first = stream(line(1, "one"));
    const later = stream(line(2, "two"));
    const answers = [first.response, refusal(409, UNRECORDED), refusal(409, UNRECORDED), later.response];
    const { lines, phases, stop } = read(inTurn(...answers));
    await settled(() => lines.length === 1);
    first.end();
    await settled(() => lines.length === 2);
    expect(phases).toEqual(["open", "interrupted", "interrupted", "open"]);
    stop.abort();
  });

  test.each([
    [400, UNSTARTED],
    [409, UNRECORDED],
  ])("is refused by a first answer of %i", async (code, message) => {
    const { phases, queries, done } = read(inTurn(refusal(code, message)));
    await done;
    expect(queries()).toHaveLength(1);
    expect(phases).toEqual(["refused"]);
  });

  test("resumes after the hour that the server allows, even if nothing was written", async () => {
    const streams = [stream(line(1, "one")), stream(), stream(line(2, "two"))] as const;
    const { clock, lines, phases, queries, stop } = read(inTurn(...streams.map(({ response }) => response)));
    await settled(() => lines.length === 1);
    for (const [i, each] of streams.slice(0, 2).entries()) {
      clock.advance(3_600_000);
      each.end();
      await settled(() => queries().length === i + 2);
    }
    await settled(() => lines.length === 2);
    expect(phases).not.toContain("ended");
    stop.abort();
  });

  test("ends when the server ends the log of finished containers again", async () => {
    const { lines, phases, queries, done } = read(() => `${line(1, "one")}\n`);
    await done;
    expect(lines).toEqual(["[pod/a/main] one"]);
    expect(queries()).toHaveLength(2);
    expect(phases.at(-1)).toBe("ended");
  });

  test("does not read a log again that it does not follow", async () => {
    const { phases, queries, done } = read(() => `${line(1, "one")}\n`, false);
    await done;
    expect(queries()).toEqual([{ timestamps: "true", tailLines: "100" }]);
    expect(phases).toEqual(["open", "ended"]);
  });

  test("waits longer each time, and as long as the server asks", async () => {
    const busy = () =>
      Response.json({ kind: "Status", code: 429 }, { status: 429, headers: { "retry-after": "7" } });
    const answers = [new Response("", { status: 503 }), new Response("", { status: 503 }), busy()];
    const { clock, queries, stop } = read(inTurn(...answers));
    await settled(() => queries().length === 4);
    expect(clock.slept).toEqual([375, 750, 7000]);
    stop.abort();
  });

  test("reads a silent stream again after the machine slept", async () => {
    const { response, cut } = stream(line(1, "one"));
    const { clock, lines, phases, queries, reader, stop } = read(inTurn(response), true, cut);
    await settled(() => lines.length === 1);
    reader.wake();
    expect(phases).toEqual(["open"]);
    clock.advance(3_600_000);
    reader.wake();
    await settled(() => queries().length === 2);
    expect(queries()[1]).toEqual({ ...TAIL, tailLines: "5000", sinceSeconds: "3660" });
    reader.check();
    expect(phases).toEqual(["open"]);
    clock.advance(36_000);
    reader.check();
    expect(phases).toEqual(["open", "interrupted"]);
    stop.abort();
  });
});

test("a line that is written later is shown", async () => {
  const { write, response } = stream(line(1, "first"));
  const { sent } = show(<Logs {...TARGET} />, { [`GET ${PATH}/log`]: inTurn(response) });
  await waitFor(() => expect(content()).toBe("[pod/a/main] first"));
  write(line(2, "second"));
  await waitFor(() => expect(content()).toBe("[pod/a/main] first\n[pod/a/main] second"));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url.searchParams.get("follow")).toBe("true");
  expect(screen.queryByText(/lost|ended/)).toBeNull();
});

test("a cut log keeps its lines, says so, and goes on without repeating lines", async () => {
  const first = stream(line(1, "first"), line(2, "second"));
  let answer: (response: Response) => void = () => {};
  const later = new Promise<Response>((resolve) => (answer = resolve));
  const answers: Handler[] = [() => first.response, () => later];
  show(<Logs {...TARGET} />, { [`GET ${PATH}/log`]: (sent) => answers.shift()?.(sent) });
  await waitFor(() => expect(content()).toContain("second"));
  first.cut();
  expect(await screen.findByText("The connection to the log is lost")).toBeTruthy();
  expect(content()).toBe("[pod/a/main] first\n[pod/a/main] second");
  expect(await barriers()).toEqual([]);
  answer(stream(line(2, "second"), line(3, "third")).response);
  await waitFor(() => expect(content()).toBe("[pod/a/main] first\n[pod/a/main] second\n[pod/a/main] third"));
  expect(screen.queryByText("The connection to the log is lost")).toBeNull();
});

test.each([
  [403, "caches/log is forbidden"],
  [404, "caches cart not found"],
])("a retry that the server refuses with %i is told, and the lines stay", async (code, message) => {
  const user = userEvent.setup();
  const first = stream(line(1, "first"));
  const again = stream(line(1, "first"), line(2, "again"));
  const { sent } = show(<Logs {...TARGET} />, {
    [`GET ${PATH}/log`]: inTurn(first.response, refusal(code, message), again.response),
  });
  await waitFor(() => expect(content()).toContain("first"));
  first.cut();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(content()).toBe("[pod/a/main] first");
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(content()).toContain("again"));
  expect(screen.queryByText(message)).toBeNull();
});

test("a log of finished containers ends, and can be read again", async () => {
  const user = userEvent.setup();
  const { sent } = show(<Logs {...TARGET} />, { [`GET ${PATH}/log`]: () => `${line(1, "done")}\n` });
  expect(await screen.findByText("No container of the release runs.")).toBeTruthy();
  expect(content()).toBe("[pod/a/main] done");
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(2));
});

test("a log of a release that was scaled to zero ends without an error", async () => {
  const first = stream(line(1, "last words"));
  const message = "no container of the release has started yet";
  show(<Logs {...TARGET} />, { [`GET ${PATH}/log`]: inTurn(first.response, refusal(400, message)) });
  await waitFor(() => expect(content()).toContain("last words"));
  first.end();
  expect(await screen.findByText("No container of the release runs.")).toBeTruthy();
  expect(content()).toBe("[pod/a/main] last words");
  expect(screen.queryByText(message)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
