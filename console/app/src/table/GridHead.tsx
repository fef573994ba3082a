import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import type { ShownColumn } from "./columns";
import { NAMESPACE_COLUMN, type Sort } from "./rows";

interface GridHeadProps {
  readonly columns: readonly ShownColumn[];
  readonly hasNamespaces: boolean;
  readonly sort: Sort;
  /** Undefined if the rows cannot be sorted. */
  readonly onSort: ((column: string) => void) | undefined;
}

export function GridHead({ columns, hasNamespaces, sort, onSort }: GridHeadProps) {
  const heads = [
    { id: "", name: TEXTS.edit.name, description: "" },
    ...(hasNamespaces ? [{ id: NAMESPACE_COLUMN, name: TEXTS.table.namespace, description: "" }] : []),
    ...columns.map(({ name, description }) => ({ id: name, name, description })),
  ];
  return (
    <thead>
      <tr>
        {heads.map(({ id, name, description }) => {
          const isSorted = onSort !== undefined && sort.column === id;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
            >
              {onSort ? (
                <button type="button" className="sort" title={description} onClick={() => onSort(id)}>
                  {name}
                  <Icon
                    name={isSorted && sort.isDescending ? "down" : "up"}
                    className={isSorted ? "sort-icon is-sorted" : "sort-icon"}
                  />
                </button>
              ) : (
                <span className="sort" title={description}>
                  {name}
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
