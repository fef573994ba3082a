// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Column, naturalKey, type Row } from "../src/api/table";
import { PlatformProvider } from "../src/shell/platform";
import { filterRows, nextSort, parseSort, sortRows } from "../src/table/rows";
import { KindTable } from "../src/table/TablePage";
import { ROW_HEIGHT, windowOf } from "../src/table/window";
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
