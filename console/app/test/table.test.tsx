// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Column, naturalKey, type Row } from "../src/api/table";
import { PlatformProvider } from "../src/shell/platform";
import { filterRows, nextSort, parseSort, sortRows } from "../src/table/rows";
import { KindTable } from "../src/table/TablePage";
import { ROW_HEIGHT, windowOf } from "../src/table/window";
import { barriers } from "./axe";
import { ALLOWED, type Handler, KIND, show } from "./harness";

beforeEach(() => history.replaceState(null, "", "/console/n/shop/a.io/caches"));
afterEach(cleanup);

const COLUMNS: readonly Column[] = [
  { name: "Name", type: "string", description: "", isWide: false },
  { name: "Size", type: "integer", description: "", isWide: false },
  { name: "Age", type: "date", description: "", isWide: false },
];

function row(name: string, size: string, created: number): Row {
  return {
    name,
    namespace: "shop",
    uid: name,
    labels: {},
    created,
    isDeleting: false,
    nameKey: naturalKey(name),
    cells: [name, size, "1m"],
    printed: 0,
  };
}
const ROWS = [row("db-10", "5", 300), row("db-9", "", 200), row("a", "40", 100)];
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

test("names sort by their numbers, numbers by their size, dates by their age", () => {
  expect(names(sortRows(ROWS, COLUMNS, parseSort("")))).toEqual(["a", "db-9", "db-10"]);
  expect(names(sortRows(ROWS, COLUMNS, parseSort("Size")))).toEqual(["db-10", "a", "db-9"]);
  expect(names(sortRows(ROWS, COLUMNS, parseSort("-Size")))).toEqual(["db-9", "a", "db-10"]);
  expect(names(sortRows(ROWS, COLUMNS, parseSort("Age")))).toEqual(["db-10", "db-9", "a"]);
  expect(nextSort(parseSort("Age"), "Age")).toBe("-Age");
});

test("every word of the filter must match", () => {
  expect(names(filterRows(ROWS, "db 5"))).toEqual(["db-10"]);
  expect(names(filterRows(ROWS, ""))).toHaveLength(3);
});

test("few rows are in the document, wherever the user scrolls", () => {
  for (const top of [0, 1234, 9_000 * ROW_HEIGHT, 50_000 * ROW_HEIGHT]) {
    const { start, end } = windowOf(10_000, top, 800);
    expect(end - start).toBeLessThanOrEqual(200);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(10_000);
  }
});

const DISCOVERY: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({ items: [] }),
};
const LIST = "GET /apis/a.io/v1/namespaces/shop/caches";

function table(answer: Handler) {
  return show(
    <PlatformProvider namespace={undefined}>
      <KindTable kind={KIND} namespace="shop" />
    </PlatformProvider>,
    { ...DISCOVERY, [LIST]: answer },
  );
}

const end = { metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } } };
const bookmark = {
  type: "BOOKMARK",
  object: { kind: "Table", metadata: { resourceVersion: "9" }, rows: [{ cells: [], object: end }] },
};
const columnDefinitions = [
  { name: "Name", type: "string" },
  { name: "Ready", type: "string" },
];

/** A watch that stays open after its first events. */
function open(...events: readonly object[]) {
  return new Response(
    new ReadableStream({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
        ),
    }),
  );
}

test("rows come from the watch", async () => {
  const added = {
    type: "ADDED",
    object: {
      kind: "Table",
      columnDefinitions,
      rows: [
        { cells: ["<b>x</b>", "True"], object: { metadata: { name: "x", namespace: "shop", uid: "1" } } },
      ],
    },
  };
  table(({ url }) => (url.searchParams.has("watch") ? open(added, bookmark) : undefined));
  expect(await screen.findByRole("link", { name: "x" })).toBeTruthy();
  expect(screen.getByText("Ready", { selector: ".status" })).toBeTruthy();
  expect(screen.getByText("Live")).toBeTruthy();
});

test("an empty table offers to create an object", async () => {
  table(({ url }) =>
    url.searchParams.has("watch") ? open(bookmark) : { kind: "Table", columnDefinitions, rows: [] },
  );
  expect(await screen.findByText("There is no Cache here yet")).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Create Cache" })).toHaveLength(2));
});

test("a user without the right to list is told so", async () => {
  table(() =>
    Response.json(
      { kind: "Status", code: 403, reason: "Forbidden", message: "caches is forbidden" },
      { status: 403 },
    ),
  );
  expect(await screen.findByText("You have no right to see this")).toBeTruthy();
  expect(screen.getByText("caches is forbidden")).toBeTruthy();
});

test("a server that is down is told apart", async () => {
  table(() => new Response("bad gateway", { status: 502 }));
  expect(await screen.findByText("The server cannot be reached")).toBeTruthy();
});

const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const name = `x-${from + i}`;
    return { cells: [name, "True"], object: { metadata: { name, namespace: "shop", uid: name } } };
  });

/** Serves this many objects, by a watch or in pages. */
function served(count: number): Handler {
  return ({ url }) => {
    const query = url.searchParams;
    if (query.has("resourceVersion")) {
      return open();
    }
    if (query.has("watch")) {
      const object = { kind: "Table", columnDefinitions, rows: rowsOf(0, count) };
      return open({ type: "ADDED", object }, bookmark);
    }
    const start = Number(query.get("continue") ?? 0);
    const size = Math.min(Number(query.get("limit")), count - start);
    const next = start + size < count ? String(start + size) : "";
    return {
      kind: "Table",
      metadata: { resourceVersion: "9", continue: next },
      columnDefinitions,
      rows: rowsOf(start, size),
    };
  };
}

test("10,000 objects are sorted and filtered", async () => {
  const user = userEvent.setup();
  table(served(10_000));
  expect(await screen.findByText("10000 objects")).toBeTruthy();
  expect(screen.queryByText(/There are more than/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Name" }));
  await user.type(screen.getByPlaceholderText("Filter by name or text"), "x-9999");
  expect(await screen.findByText("1 of 10000 objects")).toBeTruthy();
});

test("of 10,001 objects the table has 10,000, and says how to narrow them", async () => {
  history.replaceState(null, "", "/console/n/shop/a.io/caches?q=x-9999&sort=-Ready");
  const { sent } = table(served(10_001));
  expect(await screen.findByText("There are more than 10,000 objects")).toBeTruthy();
  expect(screen.getByText(/Choose a namespace, or select by labels or fields/)).toBeTruthy();
  expect(await screen.findByText("the first 10000 objects")).toBeTruthy();
  expect(screen.getByRole("link", { name: "x-0" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Name" })).toBeNull();
  expect(screen.getByPlaceholderText<HTMLInputElement>("Filter by name or text").disabled).toBe(true);
  const pages = sent.filter(({ url }) => url.searchParams.get("limit") === "500");
  expect(pages).toHaveLength(20);
  expect(await barriers()).toEqual([]);
});

test("a table does not say that there are no objects if it knows only the first ones", async () => {
  const all = served(10_001);
  const object = { kind: "Table", columnDefinitions, rows: rowsOf(0, 10_000) };
  table((sent) =>
    sent.url.searchParams.has("resourceVersion") ? open({ type: "DELETED", object }) : all(sent),
  );
  expect(await screen.findByText("the first 0 objects")).toBeTruthy();
  expect(screen.getByText("There are more than 10,000 objects")).toBeTruthy();
  expect(screen.queryByText(/^There is no/)).toBeNull();
});

test("a field selector is sent to the server, and shown", async () => {
  const user = userEvent.setup();
  const { sent } = table(served(2));
  await screen.findByText("2 objects");
  await user.click(screen.getByRole("button", { name: /More filters/ }));
  const field = screen.getByRole("textbox", { name: "Field selector" });
  const help = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toContain("metadata.name=cart");
  await user.type(field, " metadata.name=x-0 {Enter}");
  const selectors = () => sent.map(({ url }) => url.searchParams.get("fieldSelector"));
  await waitFor(() => expect(selectors()).toContain("metadata.name=x-0"));
  expect(location.search).toBe("?fields=metadata.name%3Dx-0");
  const button = await screen.findByRole("button", { name: /More filters/ });
  expect(button.textContent).toContain("1");
  await user.click(button);
  expect(screen.getByDisplayValue("metadata.name=x-0")).toBeTruthy();
});
