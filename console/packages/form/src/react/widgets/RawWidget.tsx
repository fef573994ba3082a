/** A value as JSON, for everything that no other widget can show. */
import { useEffect, useState } from "react";
import { equal, type Json } from "../../core/json";
import { parseJson, printJson } from "../../core/json-text";
import { holdsSecret } from "../../core/secret";
import { effective } from "../../core/value";
import { useForm, type WidgetProps } from "../context";

export function RawWidget(props: WidgetProps) {
  const { store, texts } = useForm();
  const [isRevealed, setRevealed] = useState(false);
  const reveal = () => {
    setRevealed(true);
    store.reveal(props.pointer);
  };
  const isHidden = holdsSecret(props.field) && effective(props) !== undefined && !isRevealed;
  if (isHidden) {
    return (
      <div className="cf-row">
        <input
          id={props.id}
          className="cf-input"
          readOnly
          value={texts.secretTextHidden}
          aria-describedby={props.describedBy}
        />
        <button type="button" className="cf-button" onClick={reveal}>
          {texts.reveal}
          <span className="cf-hidden"> {props.label}</span>
        </button>
      </div>
    );
  }
  return <JsonArea {...props} />;
}

/** Returns the value of a JSON text; undefined for no text. Throws a SyntaxError. */
function read(text: string): Json | undefined {
  return text.trim() === "" ? undefined : parseJson(text);
}

function JsonArea(props: WidgetProps) {
  const { store, texts } = useForm();
  const { pointer, value, accepts } = props;
  const shown = effective(props);
  const printed = shown === undefined ? "" : printJson(shown);
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: Json | undefined }>();
  const isDraftCurrent = draft !== undefined && equal(draft.of, value);
  const text = isDraftCurrent ? draft.text : printed;
  const isInvalid = isDraftCurrent && !isJson(draft.text, accepts);
  useEffect(() => {
    store.setDraft(pointer, isInvalid);
    return () => store.setDraft(pointer, false);
  }, [store, pointer, isInvalid]);
  const noteId = `${props.id}_-json`;
  return (
    <>
      <textarea
        id={props.id}
        className={`cf-input cf-area cf-code${value === undefined ? " cf-default" : ""}`}
        rows={Math.min(Math.max(text.split("\n").length, 3), 20)}
        value={text}
        readOnly={props.readOnly}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={[props.describedBy, isInvalid && noteId].filter(Boolean).join(" ") || undefined}
        aria-invalid={props.invalid || isInvalid || undefined}
        onChange={({ target }) => change(target.value)}
        onBlur={() => isInvalid || setDraft(undefined)}
      />
      {isInvalid && (
        <p id={noteId} className="cf-problem">
          {texts.invalidJson}
        </p>
      )}
    </>
  );

  function change(next: string) {
    if (!isJson(next, accepts)) {
      setDraft({ text: next, of: value });
      return;
    }
    const parsed = read(next);
    const kept = parsed === undefined && props.field.role !== "property" ? value : parsed;
    setDraft({ text: next, of: kept });
    if (!equal(kept, value)) {
      props.onChange(kept);
    }
  }
}

function isJson(text: string, accepts: WidgetProps["accepts"]): boolean {
  try {
    const json = read(text);
    return json === undefined || !accepts || accepts(json);
  } catch {
    return false;
  }
}
