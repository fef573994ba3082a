/** A plain text field with line numbers, problems and suggestions. Tab moves the focus, unless it accepts a suggestion. */
import type { Cause } from "@chartroom/form";
import { useCallback, useId, useMemo, useRef } from "react";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { TEXTS } from "../texts";
import { guideOf } from "./guide";
import { type Problem, problemsOf } from "./problems";
import { Suggestions } from "./Suggestions";
import { useSettled } from "./settled";
import { useSuggestions } from "./use-suggestions";
import { YamlGutter } from "./YamlGutter";
import { YamlProblems } from "./YamlProblems";
import "../styles/yaml.css";

interface YamlEditorProps {
  readonly value: string;
  /** Why the text is no object; empty if it is one. */
  readonly error: string;
  /** The object that the text means, or the last valid one. */
  readonly object: JsonObject;
  /** The causes of the server's last answer. */
  readonly causes: readonly Cause[];
  readonly kind: Kind;
  readonly schema: JsonObject | undefined;
  readonly onChange: (text: string) => void;
}

/** A check of a large text takes longer than the time between two keys. */
const SETTLE_MS = 300;

export function YamlEditor({ value, error, object, causes, kind, schema, onChange }: YamlEditorProps) {
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const guide = useMemo(() => schema && guideOf(schema, kind), [schema, kind]);
  const checked = useSettled(
    useMemo(() => ({ text: value, error, object }), [value, error, object]),
    SETTLE_MS,
  );
  const problems = useMemo(() => problemsOf(checked, causes, guide), [checked, causes, guide]);
  const suggestions = useSuggestions(field, guide, object);
  const select = useCallback((problem: Problem) => moveTo(field.current, problem), []);
  const lines = value.split("\n").length;
  const listId = `${id}list`;
  return (
    <div className="yaml">
      <label className="hidden" htmlFor={id}>
        {TEXTS.edit.yamlLabel}
      </label>
      {guide && (
        <p className="muted yaml-hint" id={`${id}hint`}>
          {TEXTS.yaml.hint}
        </p>
      )}
      <div className="yaml-frame">
        <div className="yaml-box">
          <YamlGutter ref={gutter} lines={lines} problems={problems} />
          <textarea
            id={id}
            ref={field}
            className="yaml-text"
            value={value}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            rows={Math.min(36, Math.max(16, lines + 1))}
            // A field of several lines cannot have the role combobox, but a textbox has its attributes.
            aria-autocomplete={guide && "list"}
            aria-haspopup={guide && "listbox"}
            aria-controls={suggestions.open && listId}
            aria-activedescendant={suggestions.open && `${listId}${suggestions.open.index}`}
            aria-invalid={error !== ""}
            aria-describedby={`${id}hint ${id}count`}
            onChange={(event) => {
              onChange(event.target.value);
              suggestions.onInput(event.nativeEvent);
            }}
            onKeyDown={suggestions.onKeyDown}
            onBlur={suggestions.close}
            onClick={suggestions.close}
            onScroll={(event) => {
              if (gutter.current) {
                gutter.current.scrollTop = event.currentTarget.scrollTop;
              }
              suggestions.onScroll();
            }}
          />
        </div>
        {suggestions.open && (
          <Suggestions id={listId} open={suggestions.open} onAccept={suggestions.accept} />
        )}
      </div>
      <p className="hidden" role="status">
        {suggestions.said}
      </p>
      <YamlProblems countId={`${id}count`} problems={problems} onSelect={select} />
    </div>
  );
}

/** Moves the cursor, and shows its line with some lines above it. */
function moveTo(field: HTMLTextAreaElement | null, { offset, line }: Problem): void {
  if (field) {
    field.focus();
    field.setSelectionRange(offset, offset);
    field.scrollTop = Math.max(0, line - 4) * (Number.parseFloat(getComputedStyle(field).lineHeight) || 0);
  }
}
