// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { navigate } from "../src/router/navigation";
import { API, LAZY, startApp } from "./application";
import { startAt } from "./harness";

const TABLE = "/console/n/shop/a.io/caches";
const CREATE = `${TABLE}/_create`;
const PLATFORM = "/console/platform";

startAt(TABLE);

const SCHEMA = {
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  type: "object",
};
const ROUTES = {
  ...API,
  "GET /openapi/v3": () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } }),
  "GET /openapi/v3/a": () => ({ components: { schemas: { Cache: SCHEMA } } }),
};

function start(answer: boolean) {
  const confirm = vi.fn(() => answer);
  vi.stubGlobal("confirm", confirm);
  startApp(ROUTES);
  return { confirm, user: userEvent.setup() };
}

const field = () => screen.getByLabelText("Name") as HTMLInputElement;

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("Name", {}, LAZY), "basket");
}

/** Counts the events, because the address also changes back. */
function traversals() {
  const listener = vi.fn();
  addEventListener("popstate", listener);
  return (count: number) => waitFor(() => expect(listener).toHaveBeenCalledTimes(count));
}

test("Back asks before edits are lost, and the page stays with its edits", async () => {
  const { confirm, user } = start(false);
  navigate(CREATE);
  await fillIn(user);
  const entries = history.length;
  for (const times of [1, 2]) {
    const done = traversals();
    history.back();
    await done(2);
    expect(location.pathname).toBe(CREATE);
    expect(confirm).toHaveBeenCalledTimes(times);
  }
  expect(field().value).toBe("basket");
  expect(history.length).toBe(entries);
});

test("Forward and steps over several entries ask, and the page returns to its own entry", async () => {
  const { confirm, user } = start(false);
  navigate(CREATE);
  navigate(`${CREATE}?tab=a`);
  navigate(PLATFORM);
  const back = traversals();
  history.go(-2);
  await back(1);
  await fillIn(user);
  const done = traversals();
  history.go(2);
  await done(2);
  expect(location.pathname + location.search).toBe(CREATE);
  history.go(-1);
  await done(4);
  expect(location.pathname + location.search).toBe(CREATE);
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(field().value).toBe("basket");
});

test("Back leaves the page if the user agrees", async () => {
  const { confirm, user } = start(true);
  navigate(CREATE);
  await fillIn(user);
  history.back();
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(location.pathname).toBe(TABLE);
  expect(confirm).toHaveBeenCalledTimes(1);
});

test("Back does not ask without edits, nor if only the query changes", async () => {
  const { confirm, user } = start(false);
  navigate(CREATE);
  navigate(`${CREATE}?tab=a`);
  await fillIn(user);
  const done = traversals();
  history.back();
  await done(1);
  expect(location.pathname + location.search).toBe(CREATE);
  expect(field().value).toBe("basket");
  await user.clear(field());
  history.back();
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(location.pathname).toBe(TABLE);
  expect(confirm).not.toHaveBeenCalled();
});

test("Back to an entry of an older console keeps the page too", async () => {
  history.replaceState(null, "", TABLE);
  history.pushState(null, "", CREATE);
  const { confirm, user } = start(false);
  await fillIn(user);
  const done = traversals();
  history.back();
  await done(1);
  expect(location.pathname).toBe(CREATE);
  history.back();
  await done(2);
  expect(location.pathname).toBe(CREATE);
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(field().value).toBe("basket");
});

test("Back after a link to a part of the page asks once, and the page stays", async () => {
  const { confirm, user } = start(false);
  navigate(CREATE);
  await fillIn(user);
  const linked = traversals();
  location.hash = "#main";
  await linked(1);
  const done = traversals();
  history.go(-2);
  await done(1);
  expect(location.pathname).toBe(CREATE);
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(field().value).toBe("basket");
});

test("a navigation while the page returns to its entry happens after the return", async () => {
  const { user } = start(false);
  navigate(CREATE);
  await fillIn(user);
  const entries = history.length;
  addEventListener("popstate", () => navigate(PLATFORM, { force: true }), { once: true });
  const done = traversals();
  history.back();
  await done(2);
  expect(location.pathname).toBe(PLATFORM);
  expect(history.length).toBe(entries + 1);
  const back = traversals();
  history.back();
  await back(1);
  expect(location.pathname).toBe(CREATE);
});

test("the state that an entry has from others stays", async () => {
  history.replaceState({ kept: 1 }, "", TABLE);
  start(true);
  expect(history.state).toMatchObject({ kept: 1, index: 0 });
});
