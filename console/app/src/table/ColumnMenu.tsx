import type { Column } from "../api/table";
import { TEXTS } from "../texts";
import { Popover } from "../ui/Popover";
import type { ColumnChoice } from "./columns";

interface ColumnMenuProps {
  readonly columns: readonly Column[];
  readonly choice: ColumnChoice;
}

export function ColumnMenu({ columns, choice }: ColumnMenuProps) {
  return (
    <Popover label={TEXTS.table.columns} icon="columns">
      {() => (
        <fieldset className="stack plain">
          <legend className="label">{TEXTS.table.columns}</legend>
          {columns.map((column) => (
            <label key={column.name} className="check" title={column.description}>
              <input
                type="checkbox"
                checked={choice.isShown(column)}
                onChange={() => choice.toggle(column)}
              />
              {column.name}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
