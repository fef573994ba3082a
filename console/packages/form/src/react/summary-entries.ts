/** Collects what is wrong with the whole form, and focuses the summary after a submit. */
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Cause, PlacedCause } from "../core/causes";
import { check } from "../core/check";
import type { Json } from "../core/json";
import { fieldPath, pathOf, pointerOf } from "../core/path";
import { find } from "../core/value";
import type { FormParts } from "./context";
import { useShowsAllOf } from "./hooks";

export interface Entry {
  /** The path as Kubernetes prints it; empty for the whole object. */
  readonly field: string;
  readonly message: string;
  /** The field that the entry leads to; undefined if the form does not show it. */
  readonly pointer: string | undefined;
}

export interface SummaryState {
  readonly entries: readonly Entry[];
  readonly element: RefObject<HTMLElement | null>;
  readonly submitted: () => void;
}

export function useSummary(
  parts: FormParts,
  value: Json,
  errors: readonly Cause[],
  placed: readonly PlacedCause[],
): SummaryState {
  const { model, store, texts } = parts;
  const element = useRef<HTMLElement>(null);
  const showsAll = useShowsAllOf(store);
  const [submits, setSubmits] = useState(0);
  const entries = useMemo(() => {
    const ofServer = placed.map(({ cause, path }) => ({
      field: cause.field ?? "",
      message: cause.message,
      pointer: path && pointerOf(path),
    }));
    const findings = showsAll ? check(model, value) : [];
    const ofForm = findings.map(({ path, problem }) => ({
      field: fieldPath(path),
      message: texts.problem(problem),
      pointer: isShown(path) ? pointerOf(path) : undefined,
    }));
    // The number of submits is a dependency, because unfinished texts are not part of the value.
    const unfinished = submits === 0 ? [] : store.unfinished();
    const ofTexts = unfinished.map((pointer) => ({
      field: fieldPath(pathOf(pointer.replace("/~rest", ""))),
      message: texts.invalidJson,
      pointer,
    }));
    return distinct([...ofServer, ...ofForm, ...ofTexts]);

    function isShown(path: readonly (string | number)[]): boolean {
      const isPart = path.length > 1;
      return isPart && path.every((_, i) => find(model, value, path.slice(0, i + 1))?.field.hidden !== true);
    }
  }, [placed, showsAll, model, value, texts, submits, store]);
  const answer = JSON.stringify(errors);
  const seen = useRef({ submits, answer });
  useEffect(() => {
    const isSubmitted = seen.current.submits !== submits;
    const isAnswered = seen.current.answer !== answer && errors.length > 0;
    seen.current = { submits, answer };
    // Later edits change the entries too, and must not take the focus from the user.
    if (submits > 0 && entries.length > 0 && (isSubmitted || isAnswered)) {
      element.current?.focus();
    }
  });
  return {
    entries,
    element,
    submitted: () => setSubmits(submits + 1),
  };
}

function distinct(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Map(entries.map((entry) => [`${entry.field} ${entry.message}`, entry]));
  return [...seen.values()];
}
