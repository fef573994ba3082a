/** Reads tables (meta.k8s.io/v1), which the server prints with the columns of the kind. */
import { array, at, isObject, type JsonObject, number, object, objects, text } from "./json";
import type { Format } from "./watch-http";

export const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** True if the column is shown only on demand. */
  readonly isWide: boolean;
}

export interface Row {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly created: number;
  readonly isDeleting: boolean;
  readonly cells: readonly string[];
  /** The name as it sorts, prepared because 10,000 of them sort in one task. */
  readonly nameKey: string;
  /** When the cells were printed, because a date in them is a time span that grows. */
  readonly printed: number;
}

/** Reads the rows of tables. The first event of a watch or each list also has the columns. */
export function rowsFormat(now: () => number, onColumns: (columns: readonly Column[]) => void): Format<Row> {
  return {
    accept: TABLE,
    // A table can have 10,000 rows, so speed counts more than the digits of a cell beyond 2^53.
    parse: JSON.parse,
    query: { includeObject: "Metadata" },
    keyOf: (row) => `${row.namespace}/${row.name}`,
    read: (table) => {
      const columns = columnsOf(table);
      if (columns.length > 0) {
        onColumns(columns);
      }
      const printed = now();
      return objects(table, "rows").map((row) => rowOf(row, printed));
    },
  };
}

export function columnsOf(table: JsonObject): readonly Column[] {
  return objects(table, "columnDefinitions").map(columnOf);
}

function columnOf(column: JsonObject): Column {
  return {
    name: text(column, "name"),
    type: text(column, "type"),
    description: text(column, "description"),
    isWide: (number(column, "priority") ?? 0) > 0,
  };
}

function rowOf(row: JsonObject, printed: number): Row {
  const metadata = object(row, "object", "metadata");
  const labels = Object.entries(object(metadata, "labels"));
  return {
    name: text(metadata, "name"),
    namespace: text(metadata, "namespace"),
    uid: text(metadata, "uid"),
    labels: Object.fromEntries(labels.map(([key, value]) => [key, String(value)])),
    created: Date.parse(text(metadata, "creationTimestamp")),
    isDeleting: at(metadata, "deletionTimestamp") !== undefined,
    cells: array(row, "cells").map(cellText),
    nameKey: naturalKey(text(metadata, "name")),
    printed,
  };
}

/** Makes `db-9` come before `db-10`. */
export function naturalKey(value: string): string {
  return value.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) {
    return "";
  }
  return typeof cell === "string"
    ? cell
    : isObject(cell) || Array.isArray(cell)
      ? JSON.stringify(cell)
      : String(cell);
}

/** True if both tables have the same columns, so that a new event need not render the head again. */
export function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
