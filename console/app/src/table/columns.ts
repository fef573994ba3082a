/** Which columns the user sees, remembered for each kind in this browser. */
import { useCallback, useMemo } from "react";
import type { Column } from "../api/table";
import { useSetting } from "../shell/storage";

export interface ShownColumn extends Column {
  /** The position of its cells. */
  readonly index: number;
}

export interface ColumnChoice {
  readonly shown: readonly ShownColumn[];
  readonly isShown: (column: Column) => boolean;
  readonly toggle: (column: Column) => void;
}

/** The first column is the name, which is always shown. */
export function useColumns(kind: string, columns: readonly Column[]): ColumnChoice {
  const [stored, setStored] = useSetting(`columns.${kind}`, "{}");
  const choices = useMemo(() => parse(stored), [stored]);
  const isShown = useCallback((column: Column) => choices[column.name] ?? !column.isWide, [choices]);
  const toggle = useCallback(
    (column: Column) => setStored(JSON.stringify({ ...choices, [column.name]: !isShown(column) })),
    [choices, isShown, setStored],
  );
  const shown = useMemo(
    () =>
      columns
        .map((column, index) => ({ ...column, index }))
        .filter((column) => column.index > 0 && isShown(column)),
    [columns, isShown],
  );
  return { shown, isShown, toggle };
}

function parse(stored: string): Readonly<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(stored);
    return value !== null && typeof value === "object" ? { ...(value as Record<string, boolean>) } : {};
  } catch {
    return {};
  }
}
