/** Tabs of a page. Arrow keys move between them. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

export interface Tab {
  readonly id: string;
  readonly label: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly children: ReactNode;
  /** Shown after the tabs, such as parts that the user may not open. */
  readonly after?: ReactNode;
}

export function Tabs({ label, tabs, selected, onSelect, children, after }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const position = tabs.findIndex((tab) => tab.id === selected);
    const next = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (next === undefined) {
      return;
    }
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (tab) {
      onSelect(tab.id);
      list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
    }
  };
  return (
    <>
      <div className="tab-bar">
        <div className="tabs" role="tablist" aria-label={label} ref={list}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${id}${tab.id}`}
              type="button"
              role="tab"
              className="tab"
              aria-selected={tab.id === selected}
              aria-controls={`${id}panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onKeyDown={onKeyDown}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {after}
      </div>
      <div className="tab-panel" id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  );
}
