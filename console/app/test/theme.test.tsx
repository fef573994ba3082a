// @vitest-environment jsdom
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { API, startApp } from "./application";
import { startAt } from "./harness";

startAt("/console/n/shop");

const shown = () => document.documentElement.dataset.theme;
const next = (name: string) => screen.findByRole("button", { name });

/** The setting of a system that can change. */
function setSystem() {
  const listeners = new Set<() => void>();
  const query = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  vi.stubGlobal("matchMedia", () => query);
  return (isDark: boolean) =>
    act(() => {
      query.matches = isDark;
      for (const listener of listeners) {
        listener();
      }
    });
}

test("the theme follows the system, also when that changes", async () => {
  const setDark = setSystem();
  startApp(API);
  await next("Theme of the system");
  expect(shown()).toBe("light");
  setDark(true);
  expect(shown()).toBe("dark");
});

test("a theme that the user chooses is kept over a reload, whatever the system has", async () => {
  const user = userEvent.setup();
  const setDark = setSystem();
  startApp(API);
  await user.click(await next("Theme of the system"));
  await next("Light theme");
  setDark(true);
  expect(shown()).toBe("light");
  await user.click(await next("Light theme"));
  expect(shown()).toBe("dark");
  cleanup();
  startApp(API);
  await next("Dark theme");
  setDark(false);
  expect(shown()).toBe("dark");
  await user.click(await next("Dark theme"));
  await next("Theme of the system");
  expect(shown()).toBe("light");
});
