import { expect, test, vi } from "vitest";
import { UnreachableError } from "../src/api/status";
import { createServices } from "../src/shell/services";
import type { Credential } from "../src/shell/session";
import { fakeApi } from "./harness";

const REFUSED = { kind: "Status", code: 401, message: "Unauthorized" };

/** A server that accepts one token, which can change. */
function start() {
  let valid = "first";
  let now = 0;
  const api = fakeApi({
    "GET /x": ({ authorization }) =>
      authorization === `Bearer ${valid}` ? { ok: true } : Response.json(REFUSED, { status: 401 }),
  });
  const clock = { now: () => now, random: Math.random, sleep: async () => {}, breathe: async () => {} };
  const services = createServices(api.fetch, clock);
  return {
    ...services,
    tokens: () => api.sent.map(({ authorization }) => authorization?.replace("Bearer ", "")),
    accept: (token: string) => {
      valid = token;
    },
    setTime: (time: number) => {
      now = time;
    },
  };
}

const renewable = (token: string, renew: () => Promise<Credential>): Credential => ({
  token,
  renewal: { at: 1000, renew },
});

test("a request renews a token that expires soon, and requests at the same time share the renewal", async () => {
  const { session, http, tokens, accept, setTime } = start();
  const renew = vi.fn(async () => ({ token: "second" }));
  session.signIn(renewable("first", renew));
  await http.json("/x");
  expect(renew).not.toHaveBeenCalled();
  setTime(1000);
  accept("second");
  await Promise.all([http.json("/x"), http.json("/x")]);
  expect(renew).toHaveBeenCalledTimes(1);
  expect(tokens()).toEqual(["first", "second", "second"]);
});

test("a request that the server refuses is sent again with a renewed token", async () => {
  const { session, http, tokens, accept } = start();
  session.signIn(renewable("first", async () => ({ token: "second" })));
  accept("second");
  expect(await http.json("/x")).toEqual({ ok: true });
  expect(tokens()).toEqual(["first", "second"]);
  expect(session.current().phase).toBe("open");
});

test("the session ends if the server refuses the renewed token too", async () => {
  const { session, http, tokens, accept } = start();
  session.signIn(renewable("first", async () => renewable("second", async () => ({ token: "third" }))));
  accept("none");
  await expect(http.json("/x")).rejects.toThrow("Unauthorized");
  expect(tokens()).toEqual(["first", "second"]);
  expect(session.current()).toMatchObject({ phase: "signedOut", problem: { title: expect.any(String) } });
  expect(await session.token()).toBeUndefined();
});

test("an issuer that is away does not end the session while the token is valid", async () => {
  const { session, http, accept, setTime } = start();
  let isAway = true;
  const renew = vi.fn(async () => {
    if (isAway) {
      throw new UnreachableError("away");
    }
    return { token: "second" };
  });
  session.signIn(renewable("first", renew));
  setTime(1000);
  await http.json("/x");
  await http.json("/x");
  expect(renew).toHaveBeenCalledTimes(1);
  isAway = false;
  accept("second");
  setTime(20_000);
  expect(await http.json("/x")).toEqual({ ok: true });
});

test("an issuer that refuses the refresh token is not asked again", async () => {
  const { session, http, setTime } = start();
  const renew = vi.fn(() => Promise.reject(new Error("invalid_grant")));
  session.signIn(renewable("first", renew));
  setTime(1000);
  await http.json("/x");
  await http.json("/x");
  expect(renew).toHaveBeenCalledTimes(1);
});

test("a renewal that ends after the sign-out does not sign in", async () => {
  const { session, setTime } = start();
  let finish: (credential: Credential) => void = () => {};
  session.signIn(renewable("first", () => new Promise((resolve) => (finish = resolve))));
  setTime(1000);
  const token = session.token();
  session.signOut();
  finish({ token: "second" });
  expect(await token).toBeUndefined();
  expect(session.hasToken).toBe(false);
});

test("an answer to an older token does not end the session", async () => {
  const { session } = start();
  session.signIn({ token: "old" });
  session.signIn({ token: "new" });
  expect(await session.refuse("old", false, { title: "refused" })).toBe(true);
  expect(session.current().phase).toBe("open");
  expect(await session.refuse("old", true, { title: "refused" })).toBe(false);
  expect(await session.token()).toBe("new");
});
