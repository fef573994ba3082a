/** The items of a list, with buttons to add, remove and move them. A long list is shown in parts. */
import { useState, useSyncExternalStore } from "react";
import type { ListField } from "../../core/field";
import { initialOf } from "../../core/initial";
import { isArray, type Json } from "../../core/json";
import { moved } from "../../core/members";
import { append, isWithin, pathOf } from "../../core/path";
import { titleOf } from "../../core/title";
import { effective } from "../../core/value";
import { idOf, useForm, type WidgetProps } from "../context";
import { FieldView } from "../FieldView";
import { useItemKeys } from "../hooks";
import { ItemActions } from "./ItemActions";

const STEP = 50;

export function ListWidget(props: WidgetProps) {
  return props.field.kind === "list" ? <Items {...props} field={props.field} /> : null;
}

function Items(props: WidgetProps & { readonly field: ListField }) {
  const { field, pointer, value, readOnly, onChange } = props;
  const { idPrefix, store, texts } = useForm();
  const shown = effective(props);
  const items = isArray(shown) ? shown : [];
  const keys = useItemKeys(items.length);
  const [limit, setLimit] = useState(STEP);
  const [added, setAdded] = useState(-1);
  const target = useTargetIndex(pointer);
  if (target >= limit) {
    setLimit(target + 1);
  }
  const change = (next: readonly Json[], message: string) => {
    onChange(next);
    store.announce(message);
  };
  const add = () => {
    setAdded(items.length);
    change([...items, initialOf(field.item)], texts.added(field.label, items.length + 1));
    store.reveal(append(pointer, items.length));
  };
  const showMore = () => {
    setLimit(limit + STEP);
    store.reveal(append(pointer, limit));
  };
  const remove = (index: number) => {
    keys.remove(index);
    change(items.toSpliced(index, 1), texts.removed(field.label, items.length - 1));
    const next = Math.min(index, items.length - 2);
    store.reveal(next < 0 ? pointer : append(pointer, next), next < 0 ? "add" : "");
  };
  const move = (from: number, to: number) => {
    keys.move(from, to);
    change(moved(items, from, to), texts.movedTo(field.label, to + 1, items.length));
    const isLast = to === items.length - 1;
    store.reveal(append(pointer, to), to === 0 || (to > from && !isLast) ? "down" : "up");
  };
  const isOrdered = field.listType === "atomic" && items.length > 1;
  return (
    <>
      {items.length > 0 && (
        <ol className="cf-list" data-of={field.item.kind}>
          {items.slice(0, limit).map((item, i) => {
            const at = append(pointer, i);
            return (
              <li key={keys.keys[i]} className="cf-item">
                <FieldView
                  field={field.item}
                  pointer={at}
                  label={titleOf(field, item, i, texts.item(i + 1))}
                  value={value === undefined ? undefined : item}
                  fallback={value === undefined ? item : undefined}
                  readOnly={readOnly}
                  isOpenFirst={items.length === 1 || i === added}
                />
                {!readOnly && (
                  <ItemActions
                    pointer={at}
                    label={`${field.label}, ${texts.item(i + 1)}`}
                    up={isOrdered ? i > 0 : undefined}
                    down={isOrdered ? i < items.length - 1 : undefined}
                    onMove={(step) => move(i, i + step)}
                    onRemove={() => remove(i)}
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
      <div className="cf-row">
        {items.length > limit && (
          <button type="button" className="cf-button" onClick={showMore}>
            {texts.showMoreItems(Math.min(STEP, items.length - limit))}
            <span className="cf-hidden"> {field.label}</span>
          </button>
        )}
        {!readOnly && (
          <button id={idOf(idPrefix, pointer, "add")} type="button" className="cf-button" onClick={add}>
            {texts.addItem}
            <span className="cf-hidden"> {field.label}</span>
          </button>
        )}
      </div>
    </>
  );
}

/** Returns the index of the item that the target is in, or -1. */
function useTargetIndex(pointer: string): number {
  const { store } = useForm();
  return useSyncExternalStore(
    store.subscribe,
    () => {
      const target = store.target()?.pointer ?? "";
      const index = isWithin(target, pointer) ? pathOf(target)[pathOf(pointer).length] : undefined;
      return typeof index === "number" ? index : -1;
    },
    () => -1,
  );
}
