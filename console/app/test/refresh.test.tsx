// @vitest-environment jsdom
/** Views of an object load again, because pods change without a change of the object. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AccessInfo } from "../src/detail/AccessInfo";
import { History } from "../src/detail/History";
import { Resources } from "../src/detail/Resources";
import { Values } from "../src/detail/Values";
import { REFRESH_MS } from "../src/shell/refresh";
import { ServicesContext } from "../src/shell/services";
import { standingClock } from "./api/fake-server";
import { ALLOWED, type Handler, PATH, show, TARGET } from "./harness";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const pod = (status: string) => ({ resources: [{ kind: "Pod", name: "cart-0", status }] });

function resources(...answers: readonly (() => unknown)[]) {
  const clock = standingClock();
  const left = [...answers];
  const handler: Handler = () => (left.length > 1 ? left.shift() : left[0])?.();
  const shown = show(<Resources {...TARGET} version="1" />, { [`GET ${PATH}/resources`]: handler }, clock);
  /** Lets the time pass, once the page waits for it. */
  const pass = async (milliseconds: number, waits: number) => {
    await waitFor(() => expect(clock.slept).toHaveLength(waits));
    await act(async () => clock.advance(milliseconds));
  };
  return { ...shown, pass, clock };
}

test("a pod that becomes ready is shown without a change of the object", async () => {
  const { sent, pass } = resources(
    () => pod("InProgress"),
    () => pod("Current"),
  );
  expect(await screen.findByText("0 of 1 are current")).toBeTruthy();
  await pass(REFRESH_MS - 1, 1);
  expect(sent).toHaveLength(1);
  await pass(1, 1);
  expect(await screen.findByText("1 of 1 are current")).toBeTruthy();
  await pass(REFRESH_MS, 2);
  expect(sent).toHaveLength(3);
});

test("a slow answer is awaited before the next request", async () => {
  let answer: (content: unknown) => void = () => {};
  const { sent, pass, clock } = resources(
    () => pod("InProgress"),
    () => new Promise((resolve) => (answer = resolve)),
    () => pod("Failed"),
  );
  await screen.findByText("0 of 1 are current");
  await pass(REFRESH_MS, 1);
  await act(async () => clock.advance(10 * REFRESH_MS));
  expect(sent).toHaveLength(2);
  answer(pod("Current"));
  expect(await screen.findByText("1 of 1 are current")).toBeTruthy();
  await pass(REFRESH_MS, 2);
  expect(sent).toHaveLength(3);
});

test("a hidden page does not load, and loads when it is visible again", async () => {
  const { sent, pass } = resources(() => pod("Current"));
  await screen.findByText("1 of 1 are current");
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await pass(10 * REFRESH_MS, 1);
  expect(sent).toHaveLength(1);
  visibility.mockReturnValue("visible");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a page does not load while the user is signed out", async () => {
  const { sent, pass, services } = resources(() => pod("Current"));
  await screen.findByText("1 of 1 are current");
  act(() => services.session.signOut());
  await pass(REFRESH_MS, 1);
  await pass(REFRESH_MS, 2);
  expect(sent).toHaveLength(1);
  act(() => services.session.signIn({ token: "t" }));
  await pass(REFRESH_MS, 3);
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a closed page does not load", async () => {
  const { sent, clock, unmount } = resources(() => pod("Current"));
  await screen.findByText("1 of 1 are current");
  await waitFor(() => expect(clock.slept).toHaveLength(1));
  unmount();
  expect(clock.sleepers()).toBe(0);
  await act(async () => clock.advance(REFRESH_MS));
  expect(sent).toHaveLength(1);
});

test("what is shown stays after a failure, is called old, and becomes new again", async () => {
  const down = () => new Response("", { status: 503 });
  const { pass } = resources(
    () => pod("InProgress"),
    down,
    down,
    () => pod("Current"),
  );
  await screen.findByText("0 of 1 are current");
  await pass(REFRESH_MS, 1);
  expect(await screen.findByText("This may be out of date")).toBeTruthy();
  await pass(REFRESH_MS, 2);
  await waitFor(() => expect(screen.getByText("0 of 1 are current")).toBeTruthy());
  expect(screen.getByText("This may be out of date")).toBeTruthy();
  await pass(REFRESH_MS, 3);
  expect(await screen.findByText("1 of 1 are current")).toBeTruthy();
  expect(screen.queryByText("This may be out of date")).toBeNull();
});

test("a user who lost the right does not see it any longer", async () => {
  const message = "caches/resources is forbidden";
  const { pass } = resources(
    () => pod("Current"),
    () => Response.json({ kind: "Status", code: 403, message }, { status: 403 }),
  );
  await screen.findByText("1 of 1 are current");
  await pass(REFRESH_MS, 1);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText("cart-0")).toBeNull();
});

test("another object does not show what the one before had", async () => {
  const { rerender, services } = resources(() => pod("Current"));
  expect(await screen.findByText("cart-0")).toBeTruthy();
  rerender(
    <ServicesContext value={services}>
      <Resources {...TARGET} name="other" version="1" />
    </ServicesContext>,
  );
  expect(screen.queryByText("cart-0")).toBeNull();
  expect(await screen.findByText("This does not exist")).toBeTruthy();
  expect(screen.queryByText("cart-0")).toBeNull();
});

test.each([
  [
    "values",
    <Values key="" {...TARGET} version="1" schema={undefined} />,
    { values: [{ path: "size", value: 7 }] },
    "size",
  ],
  ["history", <History key="" {...TARGET} version="1" />, { revisions: [{ revision: 4 }] }, "4"],
  [
    "access",
    <AccessInfo key="" {...TARGET} version="1" />,
    { endpoints: [{ address: "cart:6379", scope: "cluster" }] },
    "cart:6379",
  ],
] as const)(
  "the tab of %s loads again, and keeps what it has after a failure",
  async (part, tab, content, text) => {
    const clock = standingClock();
    const answers: unknown[] = [content, new Response("", { status: 503 })];
    const { sent } = show(tab, { ...ALLOWED, [`GET ${PATH}/${part}`]: () => answers.shift() }, clock);
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(clock.slept).toHaveLength(1));
    await act(async () => clock.advance(REFRESH_MS));
    expect(await screen.findByText("This may be out of date")).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(sent.filter(({ url }) => url.pathname.endsWith(part))).toHaveLength(2);
  },
);
