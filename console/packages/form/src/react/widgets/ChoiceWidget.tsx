/** A list of the values that a source offers, such as storage classes. Any other value can be entered. */
import { useEffect, useRef, useState } from "react";
import type { Json } from "../../core/json";
import { scalarOf, textOf } from "../../core/scalar-text";
import type { Choices } from "../choices";
import { useForm, type WidgetProps } from "../context";
import { TextWidget } from "./TextWidget";

const ANOTHER = "another";

type Loaded = { readonly state: "loading" | "failed" } | { readonly state: "ready"; readonly offer: Choices };

function useChoices({ field }: WidgetProps, onLoad: () => void): Loaded {
  const { choices } = useForm();
  const { pattern, options } = field;
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const latestOnLoad = useRef(onLoad);
  latestOnLoad.current = onLoad;
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: Loaded) => isCurrent && setLoaded(next);
    if (!choices || !options) {
      settle({ state: "failed" });
      return;
    }
    settle({ state: "loading" });
    choices.load(pattern, options).then(
      (offer) => {
        latestOnLoad.current();
        settle({ state: "ready", offer });
      },
      () => settle({ state: "failed" }),
    );
    return () => {
      isCurrent = false;
    };
  }, [choices, pattern, options]);
  return loaded;
}

export function ChoiceWidget(props: WidgetProps) {
  const { store, texts, choices } = useForm();
  const [isTyping, setTyping] = useState(false);
  // The list would take the place of the text while the user types.
  const loaded = useChoices(props, () => setTyping(document.activeElement?.id === props.id));
  const type = (next: boolean) => {
    setTyping(next);
    store.reveal(props.pointer);
  };
  if (!choices || props.readOnly) {
    return <TextWidget {...props} />;
  }
  const offered = loaded.state === "ready" ? loaded.offer.choices : [];
  const message = loaded.state === "ready" ? loaded.offer.message : undefined;
  if (offered.length === 0 || isTyping) {
    const notes = {
      loading: texts.loadingChoices,
      failed: texts.choicesFailed,
      ready: message ?? texts.noChoices,
    };
    const isOffered = offered.length > 0;
    return (
      <TypedChoice
        {...props}
        note={isOffered ? "" : notes[loaded.state]}
        onList={isOffered ? () => type(false) : undefined}
      />
    );
  }
  const current = textOf(props.value);
  const isOther = current !== undefined && !offered.some(({ value }) => value === current);
  const fallback = textOf(props.fallback);
  const all = isOther ? [...offered, { value: current }] : offered;
  return (
    <>
      <select
        id={props.id}
        className={`cf-input cf-select${current === undefined ? " cf-default" : ""}`}
        value={current === undefined ? "" : `=${current}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        onChange={({ target }) => {
          if (target.value === ANOTHER) {
            type(true);
          } else {
            props.onChange(target.value === "" ? undefined : chosen(target.value.slice(1)));
          }
        }}
      >
        {(props.field.role === "property" || current === undefined) && (
          <option value="">{fallback === undefined ? texts.notSet : texts.defaultChoice(fallback)}</option>
        )}
        {all.map((choice) => (
          <option key={choice.value} value={`=${choice.value}`}>
            {labelOf(choice)}
          </option>
        ))}
        <option value={ANOTHER}>{texts.anotherValue}</option>
      </select>
      {message && <p className="cf-note">{message}</p>}
    </>
  );

  function chosen(text: string): Json {
    return scalarOf(props.field, text, props.value);
  }

  function labelOf({ value, label, isDefault }: Choices["choices"][number]): string {
    const text = label ?? (value === "" ? `(${texts.emptyTag})` : value);
    return isDefault ? texts.defaultChoice(text) : text;
  }
}

/** The text stays the same element while choices load, so that it does not lose the focus. */
function TypedChoice(
  props: WidgetProps & { readonly note: string; readonly onList: (() => void) | undefined },
) {
  const { texts } = useForm();
  const { note, onList } = props;
  const noteId = `${props.id}_-choices`;
  const describedBy = [props.describedBy, note !== "" && noteId].filter(Boolean).join(" ") || undefined;
  return (
    <>
      <div className="cf-row">
        <TextWidget {...props} describedBy={describedBy} />
        {onList && (
          <button type="button" className="cf-button" onClick={onList}>
            {texts.chooseFromList}
            <span className="cf-hidden"> {props.label}</span>
          </button>
        )}
      </div>
      {note !== "" && (
        <p id={noteId} className="cf-note" role="status">
          {note}
        </p>
      )}
    </>
  );
}
