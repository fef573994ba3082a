import type { ReactNode } from "react";
import type { Kind } from "../api/kinds";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";

interface EmptyProps {
  readonly kind: Kind;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function Empty({ kind, isFiltered, onClear, children }: EmptyProps) {
  if (isFiltered) {
    return (
      <div className="blank">
        <Icon name="filter" className="blank-icon" />
        <p className="blank-title">{TEXTS.table.emptyFiltered}</p>
        <button type="button" className="button" onClick={onClear}>
          {TEXTS.table.clearFilters}
        </button>
      </div>
    );
  }
  return (
    <div className="blank">
      <Icon name="box" className="blank-icon" />
      <p className="blank-title">{TEXTS.table.empty(kind.kind)}</p>
      <p className="blank-text">{TEXTS.table.emptyHelp(kind.kind)}</p>
      {children}
    </div>
  );
}
