/** The form of an object: it shows the object's spec, and reports every edit as a new object. */
import { type FormEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from "react";
import { type Cause, type PlacedCause, place } from "../core/causes";
import type { Json, JsonObject } from "../core/json";
import { buildModel } from "../core/model";
import { pathOf, pointerOf } from "../core/path";
import { edit as edited, part } from "../core/value";
import { TEXTS, type Texts } from "../texts";
import { ChoiceCache, type ChoiceSource } from "./choices";
import { type Errors, ErrorsContext, FormContext, type FormParts, type Widgets } from "./context";
import { LiveRegion } from "./LiveRegion";
import { Sections } from "./Sections";
import { Summary } from "./Summary";
import { FormStore } from "./store";
import { useSummary } from "./summary-entries";
import { WIDGETS } from "./widgets";

export interface FormProps {
  /** The schema of the kind, with the spec in `properties.spec`. */
  readonly schema: Json;
  /** The `form` of the kind definition. Defaults to `x-chartroom-form` in the schema. */
  readonly hints?: Json | undefined;
  readonly immutablePaths?: readonly string[] | undefined;
  readonly sensitivePaths?: readonly string[] | undefined;
  /** The whole object. */
  readonly value: JsonObject;
  readonly onChange: (next: JsonObject) => void;
  /** Called on submit, but not while a JSON text of the form is invalid. */
  readonly onSubmit?: ((value: JsonObject) => void) | undefined;
  /** The causes of the server's last answer. */
  readonly errors?: readonly Cause[] | undefined;
  readonly mode?: "create" | "edit" | undefined;
  readonly choices?: ChoiceSource | undefined;
  readonly readOnly?: boolean | undefined;
  readonly widgets?: Widgets | undefined;
  readonly texts?: Partial<Texts> | undefined;
  /** The accessible name of the form. */
  readonly label?: string | undefined;
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  /** The content after the fields, such as the submit button. */
  readonly children?: ReactNode;
}

const NO_CAUSES: readonly Cause[] = [];

export function Form(props: FormProps) {
  const { value, errors = NO_CAUSES, headingLevel = 2 } = props;
  const parts = useParts(props);
  const { model, store } = parts;
  const placed = useMemo(() => place(model, value, errors), [model, value, errors]);
  const messages = useMessages(placed);
  const summary = useSummary(parts, value, errors, placed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    store.showAll();
    summary.submitted();
    if (store.unfinished().length === 0) {
      props.onSubmit?.(value);
    }
  };
  return (
    <FormContext.Provider value={parts}>
      <ErrorsContext.Provider value={messages}>
        <form className="cf-form" aria-label={props.label} noValidate onSubmit={onSubmit}>
          <Summary entries={summary.entries} element={summary.element} headingLevel={headingLevel} />
          <Sections value={value} readOnly={props.readOnly ?? false} headingLevel={headingLevel} />
          {props.children}
          <LiveRegion />
        </form>
      </ErrorsContext.Provider>
    </FormContext.Provider>
  );
}

/** The result changes only with the messages, because each field reads it, and edits place the same causes again. */
function useMessages(placed: readonly PlacedCause[]): Errors {
  const text = JSON.stringify(placed.map(({ cause, path }) => [path && pointerOf(path), cause.message]));
  return useMemo(() => {
    const map = new Map<string, string[]>();
    for (const [pointer, message] of JSON.parse(text)) {
      if (pointer !== null) {
        map.set(pointer, [...(map.get(pointer) ?? []), message]);
      }
    }
    return map;
  }, [text]);
}

function useParts(props: FormProps): FormParts {
  const { schema, hints, value, choices, mode = "create", widgets, texts } = props;
  // Callers often write these lists in place, so their text decides whether they changed.
  const immutable = props.immutablePaths?.join("\n") ?? "";
  const sensitive = props.sensitivePaths?.join("\n") ?? "";
  const model = useMemo(
    () => buildModel(schema, { hints, immutablePaths: lines(immutable), sensitivePaths: lines(sensitive) }),
    [schema, hints, immutable, sensitive],
  );
  const idPrefix = useId();
  const [store] = useState(() => new FormStore());
  const [baseline] = useState<Json>(value);
  const latest = useRef<{ value: JsonObject; onChange: FormProps["onChange"] }>(props);
  latest.current = { value, onChange: props.onChange };
  const edit = useCallback(
    (pointer: string, next: Json | undefined) => {
      const after = edited(model, latest.current.value, pathOf(pointer), next) as JsonObject;
      if (after !== latest.current.value) {
        // A second edit before the next render must see the first one.
        latest.current.value = after;
        latest.current.onChange(after);
      }
    },
    [model],
  );
  const read = useCallback(
    (pointer: string) => pathOf(pointer).reduce<Json | undefined>(part, latest.current.value),
    [],
  );
  const cache = useMemo(() => choices && new ChoiceCache(choices), [choices]);
  return useMemo(
    () => ({
      model,
      store,
      texts: { ...TEXTS, ...texts },
      widgets: { ...WIDGETS, ...widgets },
      ownWidgets: widgets ?? {},
      choices: cache,
      mode,
      idPrefix,
      baseline,
      edit,
      read,
    }),
    [model, store, texts, widgets, cache, mode, idPrefix, baseline, edit, read],
  );
}

function lines(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}
