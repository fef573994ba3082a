/** The things that all parts of a form share. Values and errors are not here, so that an edit renders only its own path. */
import { type ComponentType, createContext, useContext } from "react";
import type { Field, Model } from "../core/field";
import type { Json } from "../core/json";
import type { Texts } from "../texts";
import type { ChoiceCache } from "./choices";
import type { FormStore } from "./store";

export interface WidgetProps {
  readonly field: Field;
  /** The id that the control must have, so that the label and links of errors find it. */
  readonly id: string;
  /** A stable key of the field's path. */
  readonly pointer: string;
  /** The accessible name, for controls that no label can name. */
  readonly label: string;
  readonly value: Json | undefined;
  /** The default that applies while there is no value. */
  readonly fallback: Json | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  /** Sets the value, or removes it if undefined. */
  readonly onChange: (next: Json | undefined) => void;
  /** Limits what a raw JSON field takes. */
  readonly accepts?: ((json: Json) => boolean) | undefined;
}

export type Widget = ComponentType<WidgetProps>;
/** Widgets by the name in a hint or by the kind of field. */
export type Widgets = Readonly<Record<string, Widget>>;

export interface FormParts {
  readonly model: Model;
  readonly store: FormStore;
  readonly texts: Texts;
  /** All widgets, with those of the user in place of those of the package. */
  readonly widgets: Widgets;
  readonly ownWidgets: Widgets;
  readonly choices: ChoiceCache | undefined;
  readonly mode: "create" | "edit";
  readonly idPrefix: string;
  /** The value that the form had first, which immutable fields are compared with. */
  readonly baseline: Json;
  readonly edit: (pointer: string, next: Json | undefined) => void;
  /** Returns the latest value at a path, for callbacks that outlive a render. */
  readonly read: (pointer: string) => Json | undefined;
}

export const FormContext = createContext<FormParts | undefined>(undefined);

/** Messages of the server by the pointer of their field. */
export type Errors = ReadonlyMap<string, readonly string[]>;
export const NO_ERRORS: Errors = new Map();
export const ErrorsContext = createContext<Errors>(NO_ERRORS);

export function useForm(): FormParts {
  const parts = useContext(FormContext);
  if (!parts) {
    throw new Error("A widget of @chartroom/form must be inside of a Form.");
  }
  return parts;
}

/** Returns an id without white space, because aria-describedby separates ids by spaces. */
export function idOf(prefix: string, pointer: string, suffix = ""): string {
  const safe = pointer.replaceAll(/[^A-Za-z0-9/#~.-]/g, (char) => `_${char.charCodeAt(0).toString(16)}_`);
  return `${prefix}${safe}${suffix === "" ? "" : `_-${suffix}`}`;
}
