// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { API, END, startApp, watchOf } from "./application";
import { startAt } from "./harness";

startAt("/console/n/default/a.io/caches");

const row = (name: string, namespace: string) => ({
  type: "ADDED",
  object: {
    kind: "Table",
    columnDefinitions: [{ name: "Name", type: "string" }],
    rows: [{ cells: [name], object: { metadata: { name, namespace, uid: `${namespace}/${name}` } } }],
  },
});
const END_OF_ROWS = { type: "BOOKMARK", object: { kind: "Table", rows: [{ cells: [], object: END }] } };

test("the table of all namespaces has the namespace of each object, and leads to it", async () => {
  history.replaceState(null, "", "/console/n/_all/a.io/caches");
  startApp({
    ...API,
    "GET /apis/a.io/v1/caches": () => watchOf(row("cart", "shop"), row("cart", "default"), END_OF_ROWS),
  });
  expect(await screen.findByRole("columnheader", { name: "Namespace" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "shop" })).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "cart" });
  expect(links.map((link) => link.getAttribute("href")).sort()).toEqual([
    "/console/n/default/a.io/caches/cart",
    "/console/n/shop/a.io/caches/cart",
  ]);
  expect(screen.queryByRole("link", { name: "Create Cache" })).toBeNull();
});

test("a namespace is chosen from the list, and the page stays the same", async () => {
  const user = userEvent.setup();
  startApp({
    ...API,
    "GET /apis/a.io/v1/namespaces/default/caches": () => watchOf(END_OF_ROWS),
    "GET /apis/a.io/v1/namespaces/shop/caches": () => watchOf(row("cart", "shop"), END_OF_ROWS),
  });
  await screen.findByText("There is no Cache here yet");
  await user.click(screen.getByRole("button", { name: "Namespace: default" }));
  const names = () => screen.getAllByRole("option", { hidden: true }).map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(["default", "shop", "All namespaces"]));
  await user.click(screen.getByRole("option", { name: "shop", hidden: true }));
  expect(await screen.findByRole("link", { name: "cart" })).toBeTruthy();
  expect(location.pathname).toBe("/console/n/shop/a.io/caches");
  expect(screen.getByRole("button", { name: "Namespace: shop" })).toBeTruthy();
  expect(localStorage.getItem("chartroom.namespace")).toBe("shop");
});
