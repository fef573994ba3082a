/** Hooks of the parts of a form. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { equal, type Json } from "../core/json";
import { idOf, useForm } from "./context";
import type { FormStore, Target } from "./store";

/** Focuses the field when it is the target, as soon as it is rendered. */
export function useFocusTarget(pointer: string): void {
  const { store, idPrefix } = useForm();
  // Only the field of the target renders again.
  const find = () => (store.target()?.pointer === pointer ? store.target() : undefined);
  const target = useSyncExternalStore(store.subscribe, find, find);
  useEffect(() => {
    const element = target && document.getElementById(idOf(idPrefix, target.pointer, target.control));
    if (element) {
      element.focus();
      store.reached();
    }
  }, [target, idPrefix, store]);
}

/** The open state of a part that can collapse. It opens if it contains the target. */
export function useDisclosure(
  contains: (pointer: string) => boolean,
  isOpenFirst: boolean,
): readonly [boolean, (open: boolean) => void] {
  const { store } = useForm();
  const [open, setOpen] = useState(isOpenFirst);
  const [seen, setSeen] = useState<Target>();
  const find = () => {
    const target = store.target();
    return target && contains(target.pointer) ? target : undefined;
  };
  const target = useSyncExternalStore(store.subscribe, find, find);
  if (target && target !== seen) {
    // Once for each target, so that the user can close the part again.
    setSeen(target);
    setOpen(true);
  }
  return [open, setOpen];
}

export function useShowsAll(): boolean {
  return useShowsAllOf(useForm().store);
}

export function useShowsAllOf(store: FormStore): boolean {
  return useSyncExternalStore(store.subscribe, store.showsAll, store.showsAll);
}

/** True if the value is another one than at the first render. */
export function useChanged(value: Json | undefined): boolean {
  const [first] = useState(value);
  return !equal(first, value);
}

/**
 * Holds the text of an input while it stands for the value, so that "1." can become "1.5". The text is the value's
 * own again when the value changes in another way, or when the input loses the focus.
 */
export function useDraft(
  value: Json | undefined,
  shown: string,
  parse: (text: string) => Json | undefined,
): { readonly text: string; readonly setDraft: (text: string) => void; readonly drop: () => void } {
  const [draft, setDraft] = useState<string>();
  const isCurrent = draft !== undefined && equal(parse(draft), value);
  return { text: isCurrent ? draft : shown, setDraft, drop: () => setDraft(undefined) };
}

/** Stable keys for the items of a list, so that the state of an item follows it when items move. */
export function useItemKeys(length: number): {
  readonly keys: readonly number[];
  readonly remove: (index: number) => void;
  readonly move: (from: number, to: number) => void;
} {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  while (keys.current.length < length) {
    keys.current.push(next.current++);
  }
  keys.current.length = length;
  return {
    keys: keys.current,
    remove: (index) => keys.current.splice(index, 1),
    move: (from, to) => keys.current.splice(to, 0, ...keys.current.splice(from, 1)),
  };
}
