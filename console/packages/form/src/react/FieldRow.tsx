/** A field with one control: label, tags, actions, help, the control and its problems. */
import { useState } from "react";
import type { Field } from "../core/field";
import type { Json } from "../core/json";
import { Actions } from "./Actions";
import { idOf, useForm, type Widget, type WidgetProps } from "./context";
import { Help } from "./Help";
import { useShowsAll } from "./hooks";
import { Problems } from "./Problems";
import { Tags, tagsOf } from "./Tags";

export interface RowProps {
  readonly field: Field;
  readonly pointer: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly readOnly: boolean;
  /** The reason why the field is read-only, or is shown as JSON. */
  readonly note: string;
  readonly errors: readonly string[];
  readonly advice: readonly string[];
  readonly widget: Widget;
  readonly onChange: (next: Json | undefined) => void;
  readonly accepts?: WidgetProps["accepts"];
}

export function FieldRow(props: RowProps) {
  const { field, pointer, label, value, fallback, readOnly, note, errors, advice, onChange } = props;
  const { idPrefix, texts } = useForm();
  const [visited, setVisited] = useState(false);
  const showsAll = useShowsAll();
  const messages = [...errors, ...(visited || showsAll ? advice : [])];
  const id = (suffix: string) => idOf(idPrefix, pointer, suffix);
  const tags = tagsOf(field, value, fallback, readOnly, texts);
  const describedBy = [
    field.help !== "" && id("help"),
    note !== "" && id("note"),
    tags.length > 0 && id("tags"),
    messages.length > 0 && id("problems"),
  ].filter((each) => each !== false);
  const Control = props.widget;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the blur of any control inside counts as a visit
    // biome-ignore lint/a11y/noStaticElementInteractions: the blur of any control inside counts as a visit
    <div className="cf-field" data-kind={field.kind} onBlur={() => setVisited(true)}>
      <div className="cf-head">
        <label htmlFor={id("")} className="cf-label">
          {label}
          {field.required && field.role === "property" && (
            <span className="cf-required"> ({texts.required})</span>
          )}
        </label>
        <Tags id={id("tags")} tags={tags} />
        {!readOnly && (
          <span className="cf-actions">
            <Actions field={field} pointer={pointer} value={value} fallback={fallback} onChange={onChange} />
          </span>
        )}
      </div>
      <Help id={id("help")} text={field.help} />
      {note !== "" && (
        <p id={id("note")} className="cf-note">
          {note}
        </p>
      )}
      <Control
        field={field}
        id={id("")}
        pointer={pointer}
        label={label}
        value={value}
        fallback={fallback}
        describedBy={describedBy.length > 0 ? describedBy.join(" ") : undefined}
        invalid={messages.length > 0}
        readOnly={readOnly}
        onChange={onChange}
        accepts={props.accepts}
      />
      <Problems id={id("problems")} messages={messages} />
    </div>
  );
}
