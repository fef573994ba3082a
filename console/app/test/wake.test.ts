// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHECK_MS, wakeWhenBack } from "../src/shell/wake";

const connection = { wake: vi.fn(), check: vi.fn() };
let forget = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  forget = wakeWhenBack(connection);
});
afterEach(() => {
  forget();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a connection is checked regularly, and not woken while nothing happens", () => {
  vi.advanceTimersByTime(10 * CHECK_MS);
  expect(connection.check).toHaveBeenCalledTimes(10);
  expect(connection.wake).not.toHaveBeenCalled();
});

test("a connection is woken after the machine slept", () => {
  vi.advanceTimersByTime(CHECK_MS);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(CHECK_MS);
  expect(connection.wake).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(CHECK_MS);
  expect(connection.wake).toHaveBeenCalledTimes(1);
});

test("a connection is woken when the network is back", () => {
  dispatchEvent(new Event("online"));
  expect(connection.wake).toHaveBeenCalledTimes(1);
});

test("a connection is woken when the page is visible again, and not when it is hidden", () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(connection.wake).not.toHaveBeenCalled();
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(connection.wake).toHaveBeenCalledTimes(1);
});

test("a late timer of a hidden page wakes nothing", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(CHECK_MS);
  expect(connection.check).toHaveBeenCalledTimes(1);
  expect(connection.wake).not.toHaveBeenCalled();
});

test("a connection of a closed page is left alone", () => {
  forget();
  vi.advanceTimersByTime(2 * CHECK_MS);
  dispatchEvent(new Event("online"));
  expect(connection.check).not.toHaveBeenCalled();
  expect(connection.wake).not.toHaveBeenCalled();
});
