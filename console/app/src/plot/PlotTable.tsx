/** The values of a plot, as a table. */
import { useState } from "react";
import { TEXTS } from "../texts";

interface PlotTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly time: number; readonly cells: readonly string[] }[];
}

/** Older rows than these are in the plot only. */
const MAX_ROWS = 120;

export function PlotTable({ label, heads, rows }: PlotTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="details plot-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {TEXTS.plot.table} <span className="hidden">({label})</span>
      </summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <div className="table-wrap plot-rows" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MAX_ROWS).map(({ time, cells }) => (
                <tr key={`${time} ${cells.join(" ")}`}>
                  <th scope="row">
                    <time dateTime={new Date(time).toISOString()}>{new Date(time).toLocaleString()}</time>
                  </th>
                  {cells.map((cell, i) => (
                    <td key={heads[i + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
