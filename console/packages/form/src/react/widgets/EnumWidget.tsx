/** A list of the values that the schema allows. A value that is not among them stays, and can be chosen again. */
import { equal, type Json } from "../../core/json";
import { printJson } from "../../core/json-text";
import { textOf } from "../../core/scalar-text";
import { effective } from "../../core/value";
import { useForm, type WidgetProps } from "../context";

export function EnumWidget(props: WidgetProps) {
  const { texts } = useForm();
  const { field, value, fallback } = props;
  const allowed = field.kind === "enum" ? field.values : [];
  const isOther = value !== undefined && !allowed.some((choice) => equal(choice, value));
  const values = isOther && value !== undefined ? [...allowed, value] : allowed;
  const unset = fallback === undefined ? texts.notSet : texts.defaultChoice(textFor(fallback));
  if (props.readOnly) {
    const shown = effective(props);
    const text = shown === undefined ? texts.notSet : textFor(shown);
    return (
      <input id={props.id} className="cf-input" readOnly value={text} aria-describedby={props.describedBy} />
    );
  }
  return (
    <select
      id={props.id}
      className={`cf-input cf-select${value === undefined ? " cf-default" : ""}`}
      value={value === undefined ? "" : String(values.findIndex((choice) => equal(choice, value)))}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid || undefined}
      aria-required={field.required || undefined}
      onChange={(event) =>
        props.onChange(event.target.value === "" ? undefined : values[Number(event.target.value)])
      }
    >
      {(field.role === "property" || value === undefined) && <option value="">{unset}</option>}
      {values.map((choice, i) => (
        <option key={`${typeof choice} ${textFor(choice)}`} value={i}>
          {isOther && i === allowed.length ? `${textFor(choice)} (${texts.otherChoiceTag})` : textFor(choice)}
        </option>
      ))}
    </select>
  );

  function textFor(choice: Json): string {
    return choice === "" ? `(${texts.emptyTag})` : (textOf(choice) ?? printJson(choice));
  }
}
