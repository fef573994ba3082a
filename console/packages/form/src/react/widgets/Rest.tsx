/** The members of an object that the schema does not describe, as JSON. Nothing is shown if there can be none. */
import { useState } from "react";
import type { Field, ObjectField } from "../../core/field";
import { isObject, type Json, type JsonObject } from "../../core/json";
import { useForm, type WidgetProps } from "../context";
import { FieldRow } from "../FieldRow";
import { useFocusTarget } from "../hooks";
import { RawWidget } from "./RawWidget";

type Props = Pick<WidgetProps, "pointer" | "value" | "readOnly" | "onChange"> & {
  readonly field: ObjectField;
};

export function Rest({ field, pointer, value, readOnly, onChange }: Props) {
  const { store, texts } = useForm();
  const [isAsked, setAsked] = useState(false);
  // No name has this pointer, because ~ is escaped in names.
  const restPointer = `${pointer}/~rest`;
  useFocusTarget(restPointer);
  const ask = () => {
    setAsked(true);
    store.reveal(restPointer);
  };
  const object = isObject(value) ? value : {};
  const declared = new Set(field.properties.map(({ name }) => name));
  const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !declared.has(name)));
  const isEmpty = Object.keys(rest).length === 0;
  if (isEmpty && !isAsked) {
    return field.open && !readOnly ? (
      <button type="button" className="cf-link cf-more" onClick={ask}>
        {texts.addOtherFields}
        <span className="cf-hidden"> {field.label}</span>
      </button>
    ) : null;
  }
  const raw: Field = {
    ...field,
    kind: "raw",
    label: texts.otherFields,
    help: texts.otherFieldsHelp,
    required: false,
    nullable: false,
    defaultValue: undefined,
  };
  return (
    <FieldRow
      field={raw}
      pointer={restPointer}
      label={texts.otherFields}
      value={isEmpty ? undefined : rest}
      fallback={undefined}
      readOnly={readOnly}
      note=""
      errors={[]}
      advice={[]}
      widget={RawWidget}
      accepts={(json) => isRest(json, declared)}
      onChange={(next) => onChange(withRest(object, declared, isObject(next) ? next : {}))}
    />
  );
}

/** A declared name in this text would be a second place for the same value. */
function isRest(json: Json, declared: ReadonlySet<string>): boolean {
  return isObject(json) && !Object.keys(json).some((name) => declared.has(name));
}

function withRest(object: JsonObject, declared: ReadonlySet<string>, rest: JsonObject): JsonObject {
  const known = Object.entries(object).filter(([name]) => declared.has(name));
  return Object.fromEntries([...known, ...Object.entries(rest)]);
}
