/** A dialog with a search field and a list: the command palette and the switch of namespaces. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { TEXTS } from "../texts";
import { useModal } from "./modal";

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
  readonly keywords?: string | undefined;
  readonly run: () => void;
}

interface PickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
  readonly hint?: string | undefined;
  /** Makes a choice of what the user typed. */
  readonly custom?: ((typed: string) => Choice | undefined) | undefined;
}

/** More rows than this help nobody; the user types another letter. */
const MAX_SHOWN = 50;

export function Picker({ label, placeholder, choices, onClose, hint, custom }: PickerProps) {
  const [typed, setTyped] = useState("");
  const [index, setIndex] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useMemo(() => search(choices, typed, custom), [choices, typed, custom]);
  const selected = Math.min(index, shown.length - 1);
  useModal(dialog);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView?.({ block: "nearest" });
  }, [selected]);
  const run = (choice: Choice | undefined) => {
    if (choice) {
      onClose();
      choice.run();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setIndex((selected + step + shown.length) % shown.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(shown[selected]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="picker"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      <input
        className="picker-input"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={shown.length > 0 ? `${id}${selected}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="picker-list" id={`${id}list`} role="listbox" aria-label={label} ref={list}>
        {shown.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox has the focus
          <div
            key={choice.id}
            id={`${id}${i}`}
            role="option"
            aria-selected={i === selected}
            className="picker-option"
            onClick={() => run(choice)}
          >
            {choice.icon}
            <span className="picker-label">{choice.label}</span>
            {choice.detail && <span className="picker-detail">{choice.detail}</span>}
          </div>
        ))}
      </div>
      <p className="picker-hint" role="status">
        {shown.length === 0 ? TEXTS.palette.none : (hint ?? "")}
      </p>
    </dialog>
  );
}

function search(choices: readonly Choice[], typed: string, custom: PickerProps["custom"]): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = choices.flatMap((choice) => {
    const label = choice.label.toLowerCase();
    const content = `${label}\n${choice.detail ?? ""}\n${choice.keywords ?? ""}`.toLowerCase();
    if (!words.every((word) => content.includes(word))) {
      return [];
    }
    const first = words[0] ?? "";
    const score = label.startsWith(first) ? 0 : label.includes(first) ? 1 : 2;
    return [{ choice, score }];
  });
  const found = scored.sort((a, b) => a.score - b.score).map(({ choice }) => choice);
  const own = typed.trim() === "" ? undefined : custom?.(typed.trim());
  return [...found.slice(0, MAX_SHOWN), ...(own ? [own] : [])];
}
