// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { API, allow, startApp } from "./application";
import { startAt } from "./harness";

startAt("/console/n/shop");

/** The names of the commands in the palette about kinds. */
const commands = () =>
  screen
    .queryAllByRole("option", { hidden: true })
    .map((option) => option.querySelector(".picker-label")?.textContent ?? "")
    .filter((label) => /^(?:Go to|Create) /.test(label));

test("the palette has only the kinds that the user may list", async () => {
  const user = userEvent.setup();
  startApp({ ...API, ...allow(({ resource }) => resource !== "queues") });
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(commands()).toEqual(["Go to Cache", "Create Cache"]));
});

test("the palette offers to create only what the user may create", async () => {
  const user = userEvent.setup();
  startApp({ ...API, ...allow(({ verb, resource }) => verb !== "create" || resource !== "queues") });
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(commands()).toEqual(["Go to Cache", "Create Cache", "Go to Queue"]));
});

test("the palette offers nothing to create in all namespaces", async () => {
  history.replaceState(null, "", "/console/n/_all");
  const user = userEvent.setup();
  const sent = startApp(API);
  await screen.findByRole("heading", { level: 3, name: "Queue" });
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(commands()).toEqual(["Go to Cache", "Go to Queue"]));
  expect(sent.filter(({ body }) => body.includes('"verb":"create"'))).toEqual([]);
});

test("a card of the catalogue says why the user may not create its kind", async () => {
  const user = userEvent.setup();
  startApp({ ...API, ...allow(({ verb, resource }) => verb !== "create" || resource !== "queues") });
  const card = (await screen.findByRole("heading", { level: 3, name: "Queue" })).closest("li");
  await user.hover(await screen.findByRole("button", { name: 'Why is "Create Queue" unavailable?' }));
  expect(screen.getByRole("tooltip").textContent).toBe("RBAC: no role allows this");
  expect(card?.textContent).not.toContain("Create Queue");
  expect(screen.getByRole("link", { name: "Create Cache" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Create Queue" })).toBeNull();
});
