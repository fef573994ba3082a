import { useId, useRef } from "react";
import { TEXTS } from "../texts";

interface YamlEditorProps {
  readonly value: string;
  readonly error: string;
  readonly onChange: (text: string) => void;
}

/** A plain text field with line numbers. Tab moves the focus, as in any other field. */
export function YamlEditor({ value, error, onChange }: YamlEditorProps) {
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const lines = value.split("\n").length;
  return (
    <div className="yaml">
      <label className="hidden" htmlFor={id}>
        {TEXTS.edit.yamlLabel}
      </label>
      <div className="yaml-box">
        <div className="yaml-gutter" aria-hidden="true" ref={gutter}>
          {Array.from({ length: lines }, (_, i) => i + 1).join("\n")}
        </div>
        <textarea
          id={id}
          className="yaml-text"
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={Math.min(36, Math.max(16, lines + 1))}
          aria-invalid={error !== ""}
          aria-describedby={`${id}error`}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (gutter.current) {
              gutter.current.scrollTop = event.currentTarget.scrollTop;
            }
          }}
        />
      </div>
      <p id={`${id}error`} className="field-error" role="alert">
        {error}
      </p>
    </div>
  );
}
