/** Filters and sorts rows. Sorting is prepared once for each row, so that 10,000 rows take milliseconds. */
import { parseSpan } from "../api/duration";
import { type Column, naturalKey, type Row } from "../api/table";

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

export const NAMESPACE_COLUMN = "_namespace";

export function parseSort(text: string): Sort {
  return { column: text.replace(/^-/, ""), isDescending: text.startsWith("-") };
}

export function nextSort(sort: Sort, column: string): string {
  return sort.column === column && !sort.isDescending ? `-${column}` : column;
}

export function filterRows(rows: readonly Row[], search: string): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return rows;
  }
  return rows.filter((row) => {
    const content = `${row.name}\n${row.namespace}\n${row.cells.join("\n")}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

export function sortRows(rows: readonly Row[], columns: readonly Column[], sort: Sort): readonly Row[] {
  const index = columns.findIndex(({ name }) => name === sort.column);
  const keyed = rows.map((row) => ({ row, key: keyOf(row, columns[index], index, sort.column) }));
  const sign = sort.isDescending ? -1 : 1;
  keyed.sort((a, b) => sign * compare(a.key, b.key) || compareNames(a.row, b.row));
  return keyed.map(({ row }) => row);
}

type Key = string | number | undefined;

function keyOf(row: Row, column: Column | undefined, index: number, name: string): Key {
  if (name === NAMESPACE_COLUMN) {
    return row.namespace;
  }
  const cell = row.cells[index];
  if (column === undefined || cell === undefined || index === 0) {
    return row.nameKey;
  }
  if (column.type === "date") {
    const time = timeOf(row, column, cell);
    // Younger objects have the smaller age.
    return time === undefined ? undefined : -time;
  }
  if (column.type === "integer" || column.type === "number") {
    return cell === "" ? undefined : Number(cell);
  }
  return cell === "" ? undefined : naturalKey(cell);
}

/** Returns when the date of a cell was. The server prints the time since then. */
export function timeOf(row: Row, column: Column, cell: string): number | undefined {
  if (column.name === "Age") {
    return row.created;
  }
  const span = parseSpan(cell);
  return span === undefined ? undefined : row.printed - span;
}

/** Rows with equal keys have the order of their names, so that updates do not move them. */
function compareNames(a: Row, b: Row): number {
  return compare(a.nameKey, b.nameKey) || compare(a.name, b.name) || compare(a.namespace, b.namespace);
}

/** Rows without a value are last when the order ascends. */
function compare(a: Key, b: Key): number {
  if (a === b) {
    return 0;
  }
  if (a === undefined) {
    return 1;
  }
  return b === undefined || a < b ? -1 : 1;
}
