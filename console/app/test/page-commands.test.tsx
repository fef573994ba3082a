// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { API, allow, CACHES, CART, LAZY, startApp } from "./application";
import { type Handler, type Sent, startAt } from "./harness";

const PAGE = "/console/n/shop/a.io/caches";

startAt(PAGE);

const labels = () =>
  screen
    .queryAllByRole("option", { hidden: true })
    .map((option) => option.querySelector(".picker-label")?.textContent ?? "");

async function openPalette() {
  const user = userEvent.setup();
  await user.keyboard("{Control>}k{/Control}");
  return user;
}

/** jsdom does not move the focus into a dialog. */
const enter = (user: UserEvent, keys: string) =>
  user.type(screen.getByRole("combobox", { hidden: true }), keys);

/** Shows the page of the object, and opens the palette. */
async function onDetail(routes: Readonly<Record<string, Handler>> = {}) {
  history.replaceState(null, "", `${PAGE}/cart`);
  const sent = startApp({ ...API, ...CART, ...routes });
  await screen.findByRole("link", { name: "Edit" }, LAZY);
  return { sent, user: await openPalette() };
}

test("the palette has the actions of the open object", async () => {
  await onDetail();
  const actions = ["Edit", "Scale", "Reconcile now", "Suspend", "Restart pods", "Delete"];
  await waitFor(() => expect(labels().slice(0, 6)).toEqual(actions));
});

/** The rights of which the page has asked the server. */
const asked = (sent: readonly Sent[]) =>
  sent
    .filter(({ url }) => url.pathname.endsWith("/selfsubjectaccessreviews"))
    .map(({ body }) => JSON.parse(body).spec.resourceAttributes)
    .filter(({ name }) => name === "cart")
    .map(({ verb, subresource }) => [verb, subresource].filter(Boolean).join(" "));

const OF_ACTIONS = ["patch scale", "create reconcile", "create suspend", "create restart", "delete"];

test("the palette has no actions that the user may not do", async () => {
  const { sent, user } = await onDetail(
    allow(({ verb, subresource }) => verb !== "delete" && subresource !== "restart"),
  );
  await waitFor(() => expect(asked(sent)).toEqual(expect.arrayContaining(OF_ACTIONS)));
  // The menu shares the answers, and has them after the palette.
  await user.click(screen.getByRole("button", { name: "Actions", hidden: true }));
  await screen.findByRole("button", { name: 'Why is "Delete" unavailable?', hidden: true });
  await screen.findByRole("button", { name: 'Why is "Restart pods" unavailable?', hidden: true });
  await screen.findByRole("button", { name: "Suspend", hidden: true });
  expect(labels().slice(0, 4)).toEqual(["Edit", "Scale", "Reconcile now", "Suspend"]);
  expect(labels()).not.toContain("Delete");
  expect(labels()).not.toContain("Restart pods");
});

test("an object page asks for the rights of its actions when the palette opens, and once", async () => {
  history.replaceState(null, "", `${PAGE}/cart`);
  const sent = startApp({ ...API, ...CART });
  await screen.findByRole("link", { name: "Edit" }, LAZY);
  // The page shows a part only after the answer about the right to read it.
  await screen.findByRole("tab", { name: "Logs" });
  expect(asked(sent).filter((right) => OF_ACTIONS.includes(right))).toEqual([]);
  await openPalette();
  await waitFor(() => expect(labels()).toContain("Delete"));
  expect(asked(sent).filter((right) => OF_ACTIONS.includes(right))).toEqual(OF_ACTIONS);
});

test("the palette runs an action of the open object", async () => {
  const { sent, user } = await onDetail({ [`POST ${CACHES}/cart/reconcile`]: () => ({}) });
  await waitFor(() => expect(labels()).toContain("Reconcile now"));
  await enter(user, "reconcile{Enter}");
  expect(await screen.findByText("Reconcile now: done.")).toBeTruthy();
  expect(
    sent.filter(({ method, url }) => method === "POST" && url.pathname.endsWith("/cart/reconcile")),
  ).toHaveLength(1);
});

test("the palette asks before it deletes the open object", async () => {
  const { sent, user } = await onDetail({ [`DELETE ${CACHES}/cart`]: () => ({}) });
  await waitFor(() => expect(labels()).toContain("Delete"));
  await enter(user, "delete{Enter}");
  const dialog = within(await screen.findByRole("dialog", { hidden: true }));
  expect(dialog.getByText("Delete cart?")).toBeTruthy();
  await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
  expect(sent.filter(({ method, body }) => method === "DELETE" && !body.includes("dryRun"))).toEqual([]);
});

test("the palette edits the open object, and forgets its actions on the next page", async () => {
  const { user } = await onDetail();
  await waitFor(() => expect(labels()).toContain("Edit"));
  await enter(user, "edit{Enter}");
  expect(location.pathname).toBe(`${PAGE}/cart/_edit`);
  await openPalette();
  await waitFor(() => expect(labels()).toContain("Go to Cache"));
  expect(labels()).not.toContain("Edit");
});

test("the palette begins with the creation of the kind in the open table", async () => {
  startApp({ ...API, ...CART });
  await screen.findByRole("link", { name: "cart" });
  const user = await openPalette();
  await waitFor(() => expect(labels()).toContain("Create Queue"));
  expect(labels()[0]).toBe("Create Cache");
  expect(labels().filter((label) => label === "Create Cache")).toHaveLength(1);
  await enter(user, "{Enter}");
  expect(location.pathname).toBe(`${PAGE}/_create`);
});
