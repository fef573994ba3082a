/** The buttons beside a label: reset, clear, empty text, null. */
import type { Field } from "../core/field";
import { isArray, isObject, type Json } from "../core/json";
import { parseInteger } from "../core/json-text";
import { isNumeric } from "../core/rules";
import { isTextOnly } from "../core/scalar-advice";
import { isDigits } from "../core/scalar-text";
import type { Texts } from "../texts";
import { useForm } from "./context";

interface Action {
  readonly text: string;
  readonly next: Json | undefined;
}

interface Props {
  readonly field: Field;
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly onChange: (next: Json | undefined) => void;
}

/** Returns the changes that a user cannot make by typing. */
export function actionsOf(
  { field, value, fallback }: Omit<Props, "onChange" | "pointer">,
  texts: Texts,
): readonly Action[] {
  const actions: Action[] = [];
  if (field.kind === "int-or-string") {
    if (isDigits(value)) {
      actions.push({ text: texts.storeAsNumber, next: parseInteger(String(value)) });
    } else if (isNumeric(value)) {
      actions.push({ text: texts.storeAsText, next: String(value) });
    }
  }
  if (field.kind === "quantity" && isNumeric(value) && isTextOnly(field)) {
    actions.push({ text: texts.storeAsText, next: String(value) });
  }
  if (field.kind === "string" && value === undefined && isEmptyUseful(field, fallback)) {
    actions.push({ text: texts.useEmptyText, next: "" });
  }
  if (field.nullable && value !== null && field.kind !== "raw") {
    actions.push({ text: texts.useNull, next: null });
  }
  if (field.role === "property" && value !== undefined) {
    if (field.defaultValue !== undefined) {
      actions.push({ text: texts.resetToDefault, next: undefined });
    } else if (!isClearedByTyping(field, value)) {
      const isComposite = isArray(value) || isObject(value);
      actions.push({ text: isComposite ? texts.removeValue : texts.clear, next: undefined });
    }
  }
  return actions;
}

/** Other fields lose their value when the user empties the text or chooses "Not set". */
function isClearedByTyping(field: Field, value: Json): boolean {
  if (value === "" || value === null || field.sensitive) {
    return false;
  }
  return !["boolean", "object", "list", "map", "alternatives"].includes(field.kind);
}

/** An empty text differs from no value if there is a default, or if the field is required. */
function isEmptyUseful(field: Field, fallback: Json | undefined): boolean {
  const isAllowed = !field.rules.minLength && (field.rules.pattern?.test("") ?? true);
  return isAllowed && (fallback === undefined ? field.required : fallback !== "");
}

export function Actions(props: Props) {
  const { store, texts } = useForm();
  const actions = actionsOf(props, texts);
  const act = (next: Json | undefined) => {
    props.onChange(next);
    // The button may be gone after the change, so the focus goes to the field.
    store.reveal(props.pointer);
  };
  return actions.map(({ text, next }) => (
    <button key={text} type="button" className="cf-link" onClick={() => act(next)}>
      {text}
      <span className="cf-hidden"> {props.field.label}</span>
    </button>
  ));
}
