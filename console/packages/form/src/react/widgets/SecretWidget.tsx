/** A secret. The value enters the document only after the user reveals it, and never an attribute. */
import { useEffect, useRef, useState } from "react";
import type { Json } from "../../core/json";
import { textOf } from "../../core/scalar-text";
import { effective } from "../../core/value";
import { useForm, type WidgetProps } from "../context";
import { parsed } from "./TextWidget";

export function SecretWidget(props: WidgetProps) {
  const { texts } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<string>("");
  const [isRevealed, setRevealed] = useState(false);
  const shown = secretText(props);
  // React would copy a controlled value into the attribute, so the property is set here.
  useEffect(() => {
    const next = isRevealed ? shown : typed.current === shown ? shown : "";
    if (input.current && input.current.value !== next) {
      input.current.value = next;
    }
  }, [isRevealed, shown]);
  const note =
    shown === "" || isRevealed
      ? ""
      : props.value === undefined
        ? texts.secretDefaultHidden
        : texts.secretHidden;
  const noteId = `${props.id}_-secret`;
  return (
    <>
      <div className="cf-row">
        <input
          ref={input}
          id={props.id}
          type={isRevealed ? "text" : "password"}
          className="cf-input cf-code"
          readOnly={props.readOnly}
          autoComplete="new-password"
          spellCheck={false}
          aria-describedby={[props.describedBy, note && noteId].filter(Boolean).join(" ") || undefined}
          aria-invalid={props.invalid || undefined}
          aria-required={props.field.required || undefined}
          onInput={(event) => {
            typed.current = event.currentTarget.value;
            props.onChange(valueOfSecret(props, event.currentTarget.value));
          }}
        />
        <button type="button" className="cf-button" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? texts.hide : texts.reveal}
          <span className="cf-hidden"> {props.label}</span>
        </button>
      </div>
      {note !== "" && (
        <p id={noteId} className="cf-note">
          {note}
        </p>
      )}
    </>
  );
}

/** A choice or a boolean is the value with this text, if there is one. */
function valueOfSecret(props: WidgetProps, text: string): Json | undefined {
  const { field } = props;
  const choices = field.kind === "enum" ? field.values : field.kind === "boolean" ? [true, false] : [];
  const choice = text === "" ? undefined : choices.find((each) => String(each) === text);
  return choice === undefined ? parsed(props, text) : choice;
}

function secretText(props: WidgetProps): string {
  const shown = effective(props);
  return typeof shown === "boolean" ? String(shown) : (textOf(shown) ?? "");
}
