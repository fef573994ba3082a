import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Collection } from "../../src/api/collection";
import { ANSWER_MS, REREAD_MS, Reflector, SILENCE_MS } from "../../src/api/reflector";
import { ApiError } from "../../src/api/status";
import { FAULTS, FakeServer, fakeClock, settled } from "./fake-server";

function start(server: FakeServer, limit?: number) {
  const collection = new Collection<{ name: string; value: number }>(queueMicrotask, limit);
  const stop = new AbortController();
  const clock = fakeClock();
  const reflector = new Reflector(server, collection, clock);
  const done = reflector.run(stop.signal);
  const end = () => {
    stop.abort();
    return done;
  };
  return { collection, reflector, clock, stop: end };
}

const change = fc.oneof(
  fc.record({
    do: fc.constant("put" as const),
    name: fc.constantFrom("a", "b", "c", "d"),
    value: fc.nat(99),
  }),
  fc.record({ do: fc.constant("delete" as const), name: fc.constantFrom("a", "b", "c", "d") }),
  fc.record({ do: fc.constant("bookmark" as const) }),
  fc.record({ do: fc.constant("compact" as const) }),
  fc.record({ do: fc.constant("wait" as const), turns: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant("fault" as const), fault: fc.constantFrom(...FAULTS) }),
);

describe("a reflector", () => {
  test.each([true, false])(
    "ends in the state of the server, whatever happens on the way (WatchList: %s)",
    async (hasWatchList) => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
          const server = new FakeServer(hasWatchList);
          const { collection, stop } = start(server);
          for (const step of changes) {
            await server.take(step);
          }
          server.heal();
          await settled(() => collection.current().phase === "live" && server.isCaughtUp);
          const items = collection.current().items.map(({ name, value }) => [name, value]);
          expect(items.sort()).toEqual([...server.objects].map(([name, { value }]) => [name, value]).sort());
          await stop();
          expect(server.openStreams).toBe(0);
        }),
        { numRuns: 300 },
      );
    },
  );

  test("keeps the copy while it reads again after a 410", async () => {
    const server = new FakeServer(true);
    server.put("a", 1);
    const { collection, stop } = start(server);
    await settled(() => collection.current().phase === "live");
    const sizes: number[] = [];
    collection.subscribe(() => sizes.push(collection.current().items.length));
    await server.take({ do: "fault", fault: "expired" });
    server.put("b", 2);
    await settled(() => collection.current().items.length === 2);
    expect(sizes).not.toContain(0);
    await stop();
  });

  test("shows nothing to a user who lost the right to list", async () => {
    const server = new FakeServer(true);
    server.put("a", 1);
    const { collection, stop } = start(server);
    await settled(() => collection.current().phase === "live");
    server.failWith(new ApiError(403, "Forbidden", "forbidden"));
    await settled(() => collection.current().phase === "failed");
    expect(collection.current().items).toEqual([]);
    server.heal();
    await settled(() => collection.current().phase === "live");
    expect(collection.current().items).toHaveLength(1);
    await stop();
  });

  test("waits as long as the server asks", async () => {
    const server = new FakeServer(true);
    server.failWith(new ApiError(429, "TooManyRequests", "busy", [], 7));
    const { clock, stop } = start(server);
    await settled(() => clock.slept.length > 0);
    expect(clock.slept[0]).toBeGreaterThanOrEqual(7000);
    await stop();
  });

  test("resumes from the last version instead of reading everything again", async () => {
    const server = new FakeServer(true);
    server.put("a", 1);
    const { collection, stop } = start(server);
    await settled(() => collection.current().phase === "live");
    await server.take({ do: "fault", fault: "cut" });
    server.put("b", 2);
    await settled(() => collection.current().items.length === 2);
    expect(server.initialReads).toBe(1);
    await stop();
  });

  test("is not live while a reconnect hangs, and is live again when the server answers", async () => {
    const { server, collection, reflector, clock, stop } = await live();
    await server.take({ do: "fault", fault: "cut" });
    await settled(() => collection.current().phase === "live" && server.openStreams === 1);
    server.hang();
    await server.take({ do: "fault", fault: "cut" });
    await settled(() => server.watches.length === 3);
    await server.take({ do: "wait", turns: 5 });
    expect(collection.current().phase).toBe("stale");
    server.heal();
    await settled(() => collection.current().phase === "live");
    expect(server.openStreams).toBe(1);
    reflector.check();
    clock.advance(ANSWER_MS + 1);
    reflector.check();
    await server.take({ do: "wait", turns: 5 });
    expect(collection.current().phase).toBe("live");
    await stop();
  });

  test("is not live if no answer follows a stream that the server ended", async () => {
    const { server, collection, reflector, clock, stop } = await live();
    server.hang();
    clock.advance(60_000);
    await server.take({ do: "fault", fault: "end" });
    await settled(() => server.watches.length === 2);
    reflector.check();
    await server.take({ do: "wait", turns: 5 });
    expect(collection.current().phase).toBe("live");
    clock.advance(ANSWER_MS + 1);
    reflector.check();
    await settled(() => collection.current().phase === "stale");
    server.heal();
    await settled(() => collection.current().phase === "live");
    await stop();
  });

  test("cuts a silent stream and resumes from the last version", async () => {
    const { server, collection, reflector, clock, stop } = await live();
    await server.take({ do: "put", name: "b", value: 2 });
    await settled(() => collection.current().items.length === 2);
    clock.advance(SILENCE_MS - 1);
    await server.take({ do: "bookmark" });
    await server.take({ do: "wait", turns: 5 });
    clock.advance(SILENCE_MS - 1);
    reflector.check();
    await server.take({ do: "wait", turns: 5 });
    expect(server.watches).toEqual([undefined]);
    server.hang();
    clock.advance(2);
    reflector.check();
    await settled(() => collection.current().phase === "stale" && server.watches.length === 2);
    expect(server.watches).toEqual([undefined, "12"]);
    server.heal();
    server.put("c", 3);
    await settled(() => collection.current().phase === "live" && collection.current().items.length === 3);
    expect(server.initialReads).toBe(1);
    await stop();
  });

  test("resumes at once after the machine slept, but keeps a stream that is not silent", async () => {
    const { server, collection, reflector, clock, stop } = await live();
    clock.advance(SILENCE_MS - 1);
    reflector.wake();
    await server.take({ do: "wait", turns: 5 });
    expect(server.watches).toHaveLength(1);
    clock.advance(3_600_000);
    reflector.wake();
    await settled(() => server.watches.length === 2 && collection.current().phase === "live");
    expect(server.watches[1]).toBe("11");
    await stop();
  });

  test("gives up a request without an answer when it is woken", async () => {
    const { server, collection, reflector, clock, stop } = await live();
    server.hang();
    await server.take({ do: "fault", fault: "cut" });
    await settled(() => server.watches.length === 2);
    clock.advance(ANSWER_MS + 1);
    reflector.wake();
    await settled(() => server.watches.length === 3);
    expect(collection.current().phase).toBe("stale");
    server.heal();
    await settled(() => collection.current().phase === "live");
    await stop();
  });

  test.each([true, false])("keeps all objects up to the limit (WatchList: %s)", async (hasWatchList) => {
    const server = new FakeServer(hasWatchList);
    const { collection, stop } = start(server, 4);
    for (const name of ["a", "b", "c", "d"]) {
      server.put(name, 1);
    }
    await settled(() => collection.current().phase === "live" && collection.current().items.length === 4);
    expect(collection.current().isCut).toBe(false);
    await stop();
  });

  test.each([true, false])("reads no more objects than the limit (WatchList: %s)", async (hasWatchList) => {
    const server = new FakeServer(hasWatchList);
    for (let i = 0; i < 9; i++) {
      server.put(`object-${i}`, 1);
    }
    const { collection, stop } = start(server, 4);
    await settled(() => collection.current().phase === "live");
    expect(collection.current().isCut).toBe(true);
    expect(collection.current().items).toHaveLength(4);
    expect(server.pages).toBe(2);
    await stop();
  });

  test("does not grow beyond the limit, and follows the objects that it has", async () => {
    const server = new FakeServer(true);
    for (const name of ["a", "b", "c", "d"]) {
      server.put(name, 1);
    }
    const { collection, stop } = start(server, 4);
    const values = () => collection.current().items.map(({ name, value }) => `${name}${value}`);
    await settled(() => collection.current().phase === "live");
    for (const name of ["e", "f", "a"]) {
      server.put(name, 2);
    }
    await server.take({ do: "delete", name: "b" });
    await settled(() => collection.current().items.length === 3);
    expect(values()).toEqual(["a2", "c1", "d1"]);
    expect(collection.current().isCut).toBe(true);
    await stop();
  });

  test.each([true, false])("reads again when a cut copy has room (WatchList: %s)", async (hasWatchList) => {
    const { server, collection, reflector, clock, stop } = await full(hasWatchList);
    for (const name of ["0", "1", "2"]) {
      await server.take({ do: "delete", name });
    }
    await settled(() => collection.current().items.length === 7);
    clock.advance(REREAD_MS);
    reflector.check();
    await settled(() => !collection.current().isCut);
    expect(collection.current().items.map(({ name }) => name)).toEqual([..."3456789", "10", "11"]);
    server.put("later", 1);
    await settled(() => collection.current().items.length === 10);
    await stop();
  });

  test("does not read a cut copy again that is almost full", async () => {
    const { server, collection, reflector, clock, stop } = await full(true);
    await server.take({ do: "delete", name: "0" });
    await settled(() => collection.current().items.length === 9);
    const { initialReads } = server;
    clock.advance(REREAD_MS);
    reflector.check();
    await server.take({ do: "wait", turns: 20 });
    expect(server.initialReads).toBe(initialReads);
    await stop();
  });

  test("waits between two reads of a copy that lacks objects", async () => {
    const { server, collection, reflector, clock, stop } = await full(true);
    for (const name of ["0", "1", "2"]) {
      await server.take({ do: "delete", name });
    }
    await settled(() => collection.current().items.length === 7);
    const { initialReads } = server;
    clock.advance(REREAD_MS - 1);
    reflector.check();
    await server.take({ do: "fault", fault: "end" });
    await server.take({ do: "wait", turns: 20 });
    expect(server.initialReads).toBe(initialReads);
    await stop();
  });

  test("keeps the copy while it reads again to fill it", async () => {
    const { server, collection, reflector, clock, stop } = await full(false);
    for (const name of ["0", "1", "2"]) {
      await server.take({ do: "delete", name });
    }
    await settled(() => collection.current().items.length === 7);
    const sizes: number[] = [];
    collection.subscribe(() => sizes.push(collection.current().items.length));
    clock.advance(REREAD_MS);
    reflector.check();
    await settled(() => !collection.current().isCut);
    expect(Math.min(...sizes)).toBe(7);
    expect(collection.current().phase).toBe("live");
    await stop();
  });
});

/** A copy with room for 10 objects of a server that has 12. */
async function full(hasWatchList: boolean) {
  const server = new FakeServer(hasWatchList);
  for (let i = 0; i < 12; i++) {
    server.put(String(i), 1);
  }
  const started = start(server, 10);
  await settled(() => started.collection.current().isCut && server.isCaughtUp);
  return { server, ...started };
}

async function live() {
  const server = new FakeServer(true);
  server.put("a", 1);
  const started = start(server);
  await settled(() => started.collection.current().phase === "live");
  return { server, ...started };
}
