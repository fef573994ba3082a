/** A checkbox. It is neither on nor off while there is neither a value nor a default. */
import { useEffect, useRef } from "react";
import { effective } from "../../core/value";
import { useForm, type WidgetProps } from "../context";

export function BooleanWidget(props: WidgetProps) {
  const { texts } = useForm();
  const box = useRef<HTMLInputElement>(null);
  const shown = effective(props);
  const isUnset = shown === undefined;
  useEffect(() => {
    if (box.current) {
      box.current.indeterminate = isUnset;
    }
  }, [isUnset]);
  const text = isUnset ? texts.notSet : shown === true ? texts.yes : texts.no;
  const stateId = `${props.id}_-state`;
  if (props.readOnly) {
    return (
      <input id={props.id} className="cf-input" readOnly value={text} aria-describedby={props.describedBy} />
    );
  }
  return (
    <span className="cf-check">
      <input
        ref={box}
        id={props.id}
        type="checkbox"
        checked={shown === true}
        aria-describedby={[props.describedBy, stateId].filter(Boolean).join(" ")}
        aria-invalid={props.invalid || undefined}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span id={stateId}>{text}</span>
    </span>
  );
}
