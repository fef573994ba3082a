/** The entries of a map, with buttons to add, rename and remove them. */
import { useState } from "react";
import type { MapField } from "../../core/field";
import { initialOf } from "../../core/initial";
import { isObject, type JsonObject, withMember } from "../../core/json";
import { renamed } from "../../core/members";
import { append } from "../../core/path";
import { isOpenFirst } from "../../core/size";
import { effective } from "../../core/value";
import { idOf, useForm, type WidgetProps } from "../context";
import { FieldView } from "../FieldView";
import { KeyInput } from "./KeyInput";

export function MapWidget(props: WidgetProps) {
  return props.field.kind === "map" ? <Entries {...props} field={props.field} /> : null;
}

function Entries(props: WidgetProps & { readonly field: MapField }) {
  const { field, pointer, value, readOnly, onChange } = props;
  const { idPrefix, store, texts } = useForm();
  const [renaming, setRenaming] = useState<string>();
  const [added, setAdded] = useState<string>();
  const shown = effective(props);
  const map: JsonObject = isObject(shown) ? shown : {};
  const names = Object.keys(map);
  const add = (name: string) => {
    setAdded(name);
    onChange(withMember(map, name, initialOf(field.entry)));
    store.announce(texts.added(field.label, names.length + 1));
    store.reveal(append(pointer, name));
  };
  const remove = (name: string) => {
    onChange(withMember(map, name, undefined));
    store.announce(texts.removed(field.label, names.length - 1));
    const index = names.indexOf(name);
    const next = names[index + 1] ?? names[index - 1];
    store.reveal(next === undefined ? pointer : append(pointer, next), next === undefined ? "key" : "");
  };
  const rename = (from: string, to: string) => {
    onChange(renamed(map, from, to));
    setRenaming(undefined);
    store.reveal(append(pointer, to));
  };
  return (
    <>
      {names.length > 0 && (
        <ul className="cf-list" data-of={field.entry.kind}>
          {names.map((name) => (
            <li key={name} className="cf-item cf-entry">
              <FieldView
                field={field.entry}
                pointer={append(pointer, name)}
                label={name === "" ? `(${texts.emptyTag})` : name}
                value={value === undefined ? undefined : map[name]}
                fallback={value === undefined ? map[name] : undefined}
                readOnly={readOnly}
                isOpenFirst={name === added || isOpenFirst(field.entry, map[name])}
              />
              {!readOnly && (
                <span className="cf-item-actions">
                  <button type="button" className="cf-link" onClick={() => setRenaming(name)}>
                    {texts.rename}
                    <span className="cf-hidden"> {name}</span>
                  </button>
                  <button type="button" className="cf-icon" onClick={() => remove(name)}>
                    <span aria-hidden="true">✕</span>
                    <span className="cf-hidden">
                      {texts.remove}: {name}
                    </span>
                  </button>
                </span>
              )}
              {renaming === name && (
                <KeyInput
                  id={idOf(idPrefix, append(pointer, name), "rename")}
                  label={`${texts.key}: ${name}`}
                  first={name}
                  taken={names.filter((other) => other !== name)}
                  action={texts.rename}
                  onKey={(to) => rename(name, to)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <KeyInput
          id={idOf(idPrefix, pointer, "key")}
          label={texts.newKey}
          first=""
          taken={names}
          action={texts.addEntry}
          onKey={add}
        />
      )}
    </>
  );
}
