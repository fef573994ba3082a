/** One line, or several lines, of text for strings, numbers, quantities, durations and times. */
import { useState } from "react";
import type { ScalarKind } from "../../core/field";
import type { Json } from "../../core/json";
import { scalarOf, textOf } from "../../core/scalar-text";
import { effective } from "../../core/value";
import type { WidgetProps } from "../context";
import { useDraft } from "../hooks";

const INPUT_MODES: Partial<Record<ScalarKind, "numeric" | "decimal">> = {
  integer: "numeric",
  number: "decimal",
};

function scalarKindOf({ field }: WidgetProps): ScalarKind {
  switch (field.kind) {
    case "integer":
    case "number":
    case "quantity":
    case "int-or-string":
    case "duration":
    case "date-time":
      return field.kind;
    default:
      return "string";
  }
}

/** Returns the value for a text. An empty text removes a property, and is the value of an item. */
export function parsed(props: WidgetProps, text: string): Json | undefined {
  if (text === "" && props.field.role === "property") {
    return undefined;
  }
  return scalarOf(props.field, text, props.value);
}

function useText(props: WidgetProps) {
  const shown = textOf(effective(props)) ?? "";
  const { text, setDraft, drop } = useDraft(props.value, shown, (draft) => parsed(props, draft));
  return {
    id: props.id,
    value: text,
    readOnly: props.readOnly,
    "aria-describedby": props.describedBy,
    "aria-invalid": props.invalid || undefined,
    "aria-required": props.field.required || undefined,
    onChange: (event: { target: { value: string } }) => {
      setDraft(event.target.value);
      props.onChange(parsed(props, event.target.value));
    },
    onBlur: drop,
  };
}

export function TextWidget(props: WidgetProps) {
  const kind = scalarKindOf(props);
  const isCode = kind !== "string";
  return (
    <input
      {...useText(props)}
      type="text"
      className={`cf-input${isCode ? " cf-code" : ""}${props.value === undefined ? " cf-default" : ""}`}
      inputMode={INPUT_MODES[kind]}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export function TextAreaWidget(props: WidgetProps) {
  const text = useText(props);
  return (
    <textarea
      {...text}
      className={`cf-input cf-area${props.value === undefined ? " cf-default" : ""}`}
      rows={Math.min(Math.max(text.value.split("\n").length, 3), 16)}
      spellCheck={false}
    />
  );
}

/** A string with line breaks needs an area, because a line would lose them. An area stays one while the user edits. */
export function StringWidget(props: WidgetProps) {
  const shown = effective(props);
  const hasLines = typeof shown === "string" && /[\r\n]/.test(shown);
  const [isArea, setArea] = useState(hasLines);
  if (hasLines && !isArea) {
    setArea(true);
  }
  return isArea ? <TextAreaWidget {...props} /> : <TextWidget {...props} />;
}
