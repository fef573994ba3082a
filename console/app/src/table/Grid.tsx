/** The table itself. Only the rows near the visible ones are in the document. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Kind } from "../api/kinds";
import type { Row } from "../api/table";
import { TEXTS } from "../texts";
import type { ShownColumn } from "./columns";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import type { Sort } from "./rows";
import { ROW_HEIGHT, useWindow } from "./window";

interface GridProps {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  readonly columns: readonly ShownColumn[];
  readonly hasNamespaces: boolean;
  readonly sort: Sort;
  /** Undefined if the rows cannot be sorted. */
  readonly onSort: ((column: string) => void) | undefined;
  /** The filters and the order. When they change, the table starts at its top. */
  readonly view: string;
}

export function Grid({ kind, rows, columns, hasNamespaces, sort, onSort, view }: GridProps) {
  const scroll = useRef<HTMLElement>(null);
  const { start, end } = useWindow(scroll, rows.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view starts at the top
  useEffect(() => {
    if (scroll.current) {
      scroll.current.scrollTop = 0;
    }
  }, [view]);
  const onKeyDown = useArrowKeys(scroll, rows.length, start);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the keys move the focus between the links of the rows
    <section
      className="table-scroll"
      ref={scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={TEXTS.table.scrollRegion(kind.kind)}
      onKeyDown={onKeyDown}
    >
      <table className="grid" aria-rowcount={rows.length + 1}>
        <GridHead columns={columns} hasNamespaces={hasNamespaces} sort={sort} onSort={onSort} />
        <tbody>
          <Spacer rows={start} />
          {rows.slice(start, end).map((row, i) => (
            <GridRow
              key={row.uid || `${row.namespace}/${row.name}`}
              kind={kind}
              row={row}
              position={start + i}
              columns={columns}
              hasNamespaces={hasNamespaces}
            />
          ))}
          <Spacer rows={rows.length - end} />
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ rows }: { readonly rows: number }) {
  return rows === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells cannot have the focus
    <tr aria-hidden="true" className="spacer" style={{ height: rows * ROW_HEIGHT }} />
  );
}

const PAGE = 20;

/** Arrow keys move between rows, also to rows that are not in the document yet. */
function useArrowKeys(scroll: { readonly current: HTMLElement | null }, count: number, start: number) {
  const [target, setTarget] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row can appear after the window has moved
  useEffect(() => {
    const link = scroll.current?.querySelector<HTMLElement>(`[data-position="${target}"]`);
    if (link) {
      link.focus({ preventScroll: true });
      setTarget(undefined);
    }
  }, [scroll, target, start]);
  return (event: KeyboardEvent) => {
    const position = Number((event.target as HTMLElement).dataset.position ?? Number.NaN);
    const isInTable = !Number.isNaN(position) || event.target === scroll.current;
    const next = isInTable ? moved(event.key, Number.isNaN(position) ? -1 : position, count) : undefined;
    if (next === undefined || !scroll.current || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    const element = scroll.current;
    const top = next * ROW_HEIGHT;
    const height = element.clientHeight - 2 * ROW_HEIGHT;
    if (top < element.scrollTop) {
      element.scrollTop = top;
    } else if (top > element.scrollTop + height) {
      element.scrollTop = top - height;
    }
    setTarget(next);
  };
}

function moved(key: string, position: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, position + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, position - 1);
    case "PageDown":
      return Math.min(last, position + PAGE);
    case "PageUp":
      return Math.max(0, position - PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
