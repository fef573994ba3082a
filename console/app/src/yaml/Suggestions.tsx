import { useEffect, useRef } from "react";
import { TEXTS } from "../texts";
import type { Candidate } from "./candidates";
import type { Open } from "./use-suggestions";

interface SuggestionsProps {
  readonly id: string;
  readonly open: Open;
  readonly onAccept: (candidate: Candidate) => void;
}

/** The list below the cursor. The text field keeps the focus and handles the keys. */
export function Suggestions({ id, open, onAccept }: SuggestionsProps) {
  const { candidates, index, place } = open;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView?.({ block: "nearest" });
  }, [index]);
  const left = `calc(${place.left}px + 0.75rem + ${place.column}ch)`;
  return (
    <div
      ref={list}
      id={id}
      className="yaml-suggestions"
      role="listbox"
      aria-label={TEXTS.yaml.suggestions}
      style={{
        top: `calc(${place.line + 1} * 1.5em + 0.5rem - ${place.top}px)`,
        left: `clamp(0px, ${left}, calc(100% - min(22rem, 100%)))`,
      }}
    >
      {candidates.map((candidate, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, because it has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus
        <div
          key={candidate.insert}
          id={`${id}${i}`}
          role="option"
          aria-selected={i === index}
          className="yaml-suggestion"
          // The text field would lose the focus before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(candidate)}
        >
          <span className="code">{candidate.label}</span>
          {candidate.isRequired && <span className="tag">{TEXTS.yaml.required}</span>}
          {candidate.isDefault && <span className="tag">{TEXTS.yaml.default}</span>}
          {candidate.detail && <span className="yaml-suggestion-detail">{candidate.detail}</span>}
        </div>
      ))}
    </div>
  );
}
