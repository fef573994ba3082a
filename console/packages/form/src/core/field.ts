/** The field model: what a form shows for each part of a schema. */
import type { Hint } from "./hints";
import type { Json } from "./json";
import type { Path } from "./path";
import type { Rules } from "./rules";

export type ScalarKind =
  | "string"
  | "boolean"
  | "integer"
  | "number"
  | "quantity"
  | "int-or-string"
  | "duration"
  | "date-time";

/** The reason why a field cannot change after creation. A rule `self == oldSelf` lets an absent value be added. */
export interface Immutability {
  readonly by: "path" | "rule";
  readonly reason: string;
}

export interface Common extends Hint {
  readonly name: string;
  /** The path of the definition's hints: `spec.users.*.name` for the name of every user. */
  readonly pattern: string;
  readonly label: string;
  readonly help: string;
  /** An empty property is absent. An item of a list and an entry of a map have no absent state. */
  readonly role: "property" | "item" | "entry";
  readonly required: boolean;
  readonly nullable: boolean;
  readonly defaultValue: Json | undefined;
  readonly sensitive: boolean;
  readonly immutable: Immutability | undefined;
  readonly rules: Rules;
}

export interface ScalarField extends Common {
  readonly kind: ScalarKind;
  /** True if the schema accepts an integer as well as a text. */
  readonly isIntOrString: boolean;
}

export interface EnumField extends Common {
  readonly kind: "enum";
  readonly values: readonly Json[];
}

export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly listType: "atomic" | "set" | "map";
  /** The fields that identify an item of a list of type map. */
  readonly keys: readonly string[];
}

export interface MapField extends Common {
  readonly kind: "map";
  readonly entry: Field;
}

/** One branch of a `oneOf` that constrains the properties of its object. */
export interface UnionBranch {
  readonly label: string;
  /** The properties that belong to this branch and not to every branch. */
  readonly names: readonly string[];
}

export interface ObjectField extends Common {
  readonly kind: "object";
  /** In display order. Includes the properties of union branches and hidden ones. */
  readonly properties: readonly Field[];
  /** True if the schema keeps other members than its properties. */
  readonly open: boolean;
  readonly union: readonly UnionBranch[];
  /** Names of properties that a group shows in another place. */
  readonly moved: readonly string[];
}

export interface AlternativesField extends Common {
  readonly kind: "alternatives";
  readonly branches: readonly Field[];
}

export interface RawField extends Common {
  readonly kind: "raw";
}

export type Field =
  | ScalarField
  | EnumField
  | ListField
  | MapField
  | ObjectField
  | AlternativesField
  | RawField;

export interface Placed {
  readonly field: Field;
  readonly path: Path;
}

/** A part of the form: required fields without a group, a group of the hints, or the rest. Only groups have titles. */
export interface Section {
  readonly kind: "first" | "group" | "rest";
  readonly title: string;
  readonly help: string;
  readonly fields: readonly Placed[];
}

export interface Model {
  /** The object that has the spec as its only property. */
  readonly root: ObjectField;
  readonly sections: readonly Section[];
}
