import { memo } from "react";
import type { Kind } from "../api/kinds";
import type { Row } from "../api/table";
import { Link } from "../router/navigation";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";
import { StatusMark, toneOfWord } from "../ui/StatusMark";
import type { ShownColumn } from "./columns";
import { timeOf } from "./rows";

interface GridRowProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly position: number;
  readonly columns: readonly ShownColumn[];
  readonly hasNamespaces: boolean;
}

export const GridRow = memo(function GridRow({ kind, row, position, columns, hasNamespaces }: GridRowProps) {
  return (
    <tr aria-rowindex={position + 2} className={row.isDeleting ? "is-deleting" : undefined}>
      <th scope="row">
        <Link
          to={{
            page: "detail",
            namespace: row.namespace,
            group: kind.group,
            resource: kind.resource,
            name: row.name,
          }}
          className="row-link"
          data-position={position}
        >
          {row.name}
        </Link>
        {row.isDeleting && <span className="tag">{TEXTS.table.deleting}</span>}
      </th>
      {hasNamespaces && <td>{row.namespace}</td>}
      {columns.map((column) => (
        <td key={column.name} className={isNumber(column) ? "number" : undefined}>
          <Cell row={row} column={column} />
        </td>
      ))}
    </tr>
  );
});

function Cell({ row, column }: { readonly row: Row; readonly column: ShownColumn }) {
  const cell = row.cells[column.index] ?? "";
  if (column.type === "date") {
    const time = timeOf(row, column, cell);
    return time === undefined ? cell : <Age since={time} />;
  }
  const tone = column.name === "Ready" ? toneOfWord(cell) : undefined;
  if (tone) {
    return <StatusMark status={tone} />;
  }
  return (
    <span className="cell" title={cell.length > 24 ? cell : undefined}>
      {cell}
    </span>
  );
}

function isNumber({ type }: ShownColumn): boolean {
  return type === "integer" || type === "number";
}
