/** Shows one field: chooses its widget, and finds out whether it can change and what is wrong with it. */
import { memo, useCallback, useContext, useMemo } from "react";
import { advise } from "../core/advice";
import { canShow } from "../core/branch";
import type { Field } from "../core/field";
import { isImmutable } from "../core/immutable";
import type { Json } from "../core/json";
import { effective } from "../core/value";
import { ErrorsContext, type FormParts, idOf, useForm, type Widget } from "./context";
import { FieldRow } from "./FieldRow";
import { Fieldset } from "./Fieldset";
import { useFocusTarget } from "./hooks";
import { isComposite, widgetFor } from "./widget-for";
import { NullWidget } from "./widgets/NullWidget";
import { RawWidget } from "./widgets/RawWidget";

export interface FieldViewProps {
  readonly field: Field;
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly readOnly: boolean;
  /** Another label than the field's own, for items and entries. */
  readonly label?: string;
  readonly isOpenFirst?: boolean;
}

export const FieldView = memo(function FieldView(props: FieldViewProps) {
  const { field, pointer, value, fallback, label = field.label } = props;
  const form = useForm();
  const { edit, texts } = form;
  const errors = useContext(ErrorsContext);
  useFocusTarget(pointer);
  const onChange = useCallback((next: Json | undefined) => edit(pointer, next), [edit, pointer]);
  const advice = useMemo(() => advise(field, value).map(texts.problem), [field, value, texts]);
  if (field.hidden) {
    return null;
  }
  const shown = effective(props);
  const isFitting = shown === undefined || canShow(field, shown);
  const immutable = isImmutable(form.model, field, pointer, form.mode, form.baseline, form.read);
  const readOnly = props.readOnly || immutable;
  const note = immutable ? field.immutable?.reason || texts.immutable : isFitting ? "" : texts.notFittingNote;
  const common = { field, pointer, label, value, fallback, readOnly, note, advice, onChange };
  const widget = widgetOf(field, shown, isFitting, form);
  if (!isFitting || shown === null || !isComposite(field)) {
    return <FieldRow {...common} errors={errors.get(pointer) ?? []} widget={widget} />;
  }
  const Control = widget;
  return (
    <Fieldset {...common} errors={errors} isOpenFirst={props.isOpenFirst ?? true}>
      <Control
        field={field}
        id={idOf(form.idPrefix, pointer, "control")}
        pointer={pointer}
        label={label}
        value={value}
        fallback={fallback}
        describedBy={undefined}
        invalid={advice.length > 0}
        readOnly={readOnly}
        onChange={onChange}
      />
    </Fieldset>
  );
});

/** A value that the field's widget cannot show is shown as JSON, or as null. */
function widgetOf(field: Field, shown: Json | undefined, isFitting: boolean, form: FormParts): Widget {
  if (!isFitting) {
    return RawWidget;
  }
  if (shown === null && field.kind !== "raw" && field.kind !== "enum") {
    return NullWidget;
  }
  return widgetFor(field, form) ?? RawWidget;
}
