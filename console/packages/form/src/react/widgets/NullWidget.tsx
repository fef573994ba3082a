/** The value null of a nullable field. */
import { initialOf } from "../../core/initial";
import { useForm, type WidgetProps } from "../context";

export function NullWidget(props: WidgetProps) {
  const { store, texts } = useForm();
  const set = () => {
    props.onChange(initialOf(props.field));
    store.reveal(props.pointer);
  };
  return (
    <div className="cf-row">
      <input
        id={props.id}
        className="cf-input cf-code"
        readOnly
        value="null"
        aria-describedby={props.describedBy}
      />
      {!props.readOnly && (
        <button type="button" className="cf-button" onClick={set}>
          {texts.set}
          <span className="cf-hidden"> {props.label}</span>
        </button>
      )}
    </div>
  );
}
