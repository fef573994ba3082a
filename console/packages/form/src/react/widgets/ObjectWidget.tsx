/** The properties of an object, and its members that the schema does not describe. */
import type { Field, ObjectField } from "../../core/field";
import { isObject } from "../../core/json";
import { append } from "../../core/path";
import { isOpenFirst } from "../../core/size";
import { effective, shownPart, showsParts } from "../../core/value";
import { idOf, useForm, type WidgetProps } from "../context";
import { FieldView } from "../FieldView";
import { Rest } from "./Rest";
import { UnionChoice, useUnion } from "./UnionChoice";

export function ObjectWidget(props: WidgetProps) {
  const { field } = props;
  return field.kind === "object" ? <Properties {...props} field={field} /> : null;
}

function Properties(props: WidgetProps & { readonly field: ObjectField }) {
  const { field, pointer, value, fallback, readOnly, onChange } = props;
  const { idPrefix, store, texts } = useForm();
  const union = useUnion(props);
  if (!showsParts(field, props)) {
    return readOnly ? null : (
      <button
        id={idOf(idPrefix, pointer, "set")}
        type="button"
        className="cf-button"
        onClick={() => {
          onChange({});
          const first = field.properties.find(({ hidden }) => !hidden);
          store.reveal(first ? append(pointer, first.name) : pointer);
        }}
      >
        {texts.set}
        <span className="cf-hidden"> {props.label}</span>
      </button>
    );
  }
  const isShown = (property: Field) => !field.moved.includes(property.name) && union.shows(property.name);
  return (
    <>
      {field.union.length > 0 && <UnionChoice union={union} label={props.label} readOnly={readOnly} />}
      {field.properties.filter(isShown).map((property) => {
        const shown = shownPart({ value, fallback }, property.name, property);
        return (
          <FieldView
            key={property.name}
            field={property}
            pointer={append(pointer, property.name)}
            value={shown.value}
            fallback={shown.fallback}
            readOnly={readOnly}
            isOpenFirst={isOpenFirst(property, effective(shown))}
          />
        );
      })}
      {(isObject(value) || value === undefined) && <Rest {...props} />}
    </>
  );
}
