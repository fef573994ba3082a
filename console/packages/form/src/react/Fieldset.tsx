/** A field with several controls: a group with a heading that opens and closes it. Closed content is not rendered. */
import type { ReactNode } from "react";
import type { Field } from "../core/field";
import { isArray, isObject, type Json } from "../core/json";
import { isWithin } from "../core/path";
import { effective } from "../core/value";
import { Actions } from "./Actions";
import { type Errors, idOf, useForm } from "./context";
import { Help } from "./Help";
import { useChanged, useDisclosure, useShowsAll } from "./hooks";
import { Problems } from "./Problems";
import { Tags, tagsOf } from "./Tags";

interface Props {
  readonly field: Field;
  readonly pointer: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly readOnly: boolean;
  readonly note: string;
  readonly errors: Errors;
  readonly advice: readonly string[];
  readonly isOpenFirst: boolean;
  readonly onChange: (next: Json | undefined) => void;
  readonly children: ReactNode;
}

export function Fieldset(props: Props) {
  const { field, pointer, label, value, fallback, readOnly, note, errors, advice, onChange } = props;
  const { idPrefix, texts } = useForm();
  const contains = (target: string) => target !== pointer && isWithin(target, pointer);
  const [open, setOpen] = useDisclosure(contains, props.isOpenFirst);
  const isChanged = useChanged(value);
  const showsAll = useShowsAll();
  const messages = [...(errors.get(pointer) ?? []), ...(isChanged || showsAll ? advice : [])];
  const inner = [...errors.keys()].filter((key) => isWithin(key, pointer)).length;
  const id = (suffix: string) => idOf(idPrefix, pointer, suffix);
  const describedBy = [open && field.help !== "" && id("help"), messages.length > 0 && id("problems")].filter(
    (each) => each !== false,
  );
  const count = countOf(field, effective(props), texts);
  return (
    <fieldset
      className="cf-set"
      data-kind={field.kind}
      aria-describedby={describedBy.length > 0 ? describedBy.join(" ") : undefined}
    >
      <legend className="cf-legend">
        <button
          id={id("")}
          type="button"
          className="cf-disclosure"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {label}
          {field.required && field.role === "property" && (
            <span className="cf-required"> ({texts.required})</span>
          )}
        </button>
      </legend>
      <div className="cf-head cf-set-head">
        {count !== "" && <span className="cf-count">{count}</span>}
        <Tags id={id("tags")} tags={tagsOf(field, value, fallback, readOnly, texts)} />
        {!open && inner > 0 && <span className="cf-problem-count">{texts.problemCount(inner)}</span>}
        {!readOnly && (
          <span className="cf-actions">
            <Actions field={field} pointer={pointer} value={value} fallback={fallback} onChange={onChange} />
          </span>
        )}
      </div>
      <Problems id={id("problems")} messages={messages} />
      {open && (
        <div className="cf-body">
          <Help id={id("help")} text={field.help} />
          {note !== "" && <p className="cf-note">{note}</p>}
          {props.children}
        </div>
      )}
    </fieldset>
  );
}

function countOf(field: Field, value: Json | undefined, texts: ReturnType<typeof useForm>["texts"]): string {
  if (field.kind === "list" && isArray(value)) {
    return texts.itemCount(value.length);
  }
  return field.kind === "map" && isObject(value) ? texts.entryCount(Object.keys(value).length) : "";
}
