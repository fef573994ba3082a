/** The list of suggestions at the cursor of a text field: when it opens, and what its keys do. */
import { type KeyboardEvent, type RefObject, useCallback, useState } from "react";
import type { JsonObject } from "../api/json";
import { TEXTS } from "../texts";
import { type Candidate, candidatesAt } from "./candidates";
import { type Context, contextAt } from "./context";
import { fieldAt, type Guide } from "./guide";
import { replaceText } from "./replace-text";

export interface Place {
  readonly line: number;
  readonly column: number;
  /** How far the text begins from the left edge, and how far it is scrolled down, in pixels. */
  readonly left: number;
  readonly top: number;
}

export interface Open {
  readonly context: Context;
  readonly candidates: readonly Candidate[];
  readonly index: number;
  readonly place: Place;
  readonly trigger: Trigger;
}

/** The list opens if the user asks, types a name, or has accepted a name whose value comes next. */
type Trigger = "key" | "typing" | "accept";

const CLOSING = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  guide: Guide | undefined,
  object: JsonObject,
) {
  const [open, setOpen] = useState<Open>();
  const [said, setSaid] = useState("");
  const close = useCallback(() => {
    setOpen(undefined);
    setSaid("");
  }, []);
  const suggest = (trigger: Trigger) => {
    const found = field.current && guide ? openAt(field.current, guide, object, trigger) : undefined;
    setOpen(found);
    setSaid(found || trigger === "key" ? TEXTS.yaml.found(found?.candidates.length ?? 0) : "");
  };
  const accept = (candidate: Candidate) => {
    if (field.current && open) {
      replaceText(field.current, open.context.from, open.context.to, candidate.insert);
      close();
      if (candidate.insert.endsWith(": ")) {
        suggest("accept");
      }
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.ctrlKey && event.key === " " && guide) {
      event.preventDefault();
      suggest("key");
    } else if (open && handle(event, open)) {
      event.preventDefault();
    }
  };
  /** Returns true if the list used the key, so that the text does not. */
  const handle = (event: KeyboardEvent, shown: Open): boolean => {
    const { candidates, index } = shown;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const candidate = candidates[index];
    if (step !== undefined) {
      setOpen({ ...shown, index: (index + step + candidates.length) % candidates.length });
      return true;
    }
    if (candidate && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      accept(candidate);
      return true;
    }
    if (event.key === "Escape" || CLOSING.has(event.key)) {
      close();
    }
    return event.key === "Escape";
  };
  return {
    open,
    said,
    close,
    accept,
    onKeyDown,
    onInput: (event: Event) => {
      const isTyped = event instanceof InputEvent && event.inputType === "insertText" && !event.isComposing;
      if (open || isTyped) {
        suggest(open?.trigger === "key" ? "key" : "typing");
      }
    },
    onScroll: () => {
      if (open && field.current) {
        setOpen({ ...open, place: placeOf(field.current, open.context) });
      }
    },
  };
}

function openAt(
  field: HTMLTextAreaElement,
  guide: Guide,
  object: JsonObject,
  trigger: Trigger,
): Open | undefined {
  const context = contextAt(field.value, field.selectionStart);
  if (!context || (trigger === "typing" && !opensAlone(context))) {
    return undefined;
  }
  const candidates = candidatesAt(context, fieldAt(guide, object, context.path));
  const typed = candidates.findIndex(({ label }) => label === context.typed);
  const isComplete = candidates.length === 1 && typed === 0;
  // Enter after a complete value must begin a new line.
  return candidates.length === 0 || (isComplete && trigger !== "key")
    ? undefined
    : { context, candidates, index: Math.max(0, typed), place: placeOf(field, context), trigger };
}

/** The list opens without a question at the beginning of a name only. */
function opensAlone({ wants, typed, isRenamed }: Context): boolean {
  return wants === "name" && typed !== "" && !isRenamed;
}

function placeOf(field: HTMLTextAreaElement, { from }: Context): Place {
  const lines = field.value.slice(0, from).split("\n");
  return {
    line: lines.length - 1,
    column: lines.at(-1)?.length ?? 0,
    left: field.offsetLeft - field.scrollLeft,
    top: field.scrollTop,
  };
}
