/** Lists what the schema allows at the cursor. */
import type { Field, Json, ObjectField } from "@chartroom/form";
import { isArray, isObject } from "../api/json";
import { printYaml } from "../api/yaml";
import { type Context, INDENT } from "./context";

export interface Candidate {
  readonly label: string;
  /** The first sentence of the description. */
  readonly detail: string;
  readonly isRequired: boolean;
  readonly isDefault: boolean;
  /** The text that replaces what is typed. */
  readonly insert: string;
}

/** The user types another letter if there are more. */
const MAX_CANDIDATES = 50;

/** Returns the suggestions that fit to what is typed, required ones first. */
export function candidatesAt(context: Context, field: Field | undefined): readonly Candidate[] {
  const all = (field ? shapesOf(field) : []).flatMap((shape) => ofShape(context, shape));
  // Alternatives can have the same members.
  const distinct = [...new Map(all.map((each) => [each.insert, each])).values()];
  const led = distinct.map((each) => ({ ...each, insert: context.lead + each.insert }));
  return fitting(led, context).slice(0, MAX_CANDIDATES);
}

/** A value of alternatives can still become any of them. */
function shapesOf(field: Field): readonly Field[] {
  return field.kind === "alternatives" ? field.branches.flatMap(shapesOf) : [field];
}

function ofShape(context: Context, field: Field): readonly Candidate[] {
  if (context.wants === "value") {
    return valuesOf(field);
  }
  if (field.kind === "object") {
    return namesOf(field, context, "");
  }
  if (field.kind === "list" && !context.isRenamed) {
    // The cursor is where the next item begins.
    return shapesOf(field.item).flatMap((item) =>
      item.kind === "object" ? namesOf(item, context, "- ") : asItems(valuesOf(item)),
    );
  }
  // An item that is no object has its value in the place of a name.
  return typeof context.path.at(-1) === "number" ? valuesOf(field) : [];
}

function asItems(values: readonly Candidate[]): readonly Candidate[] {
  return values.map((each) => ({ ...each, insert: `- ${each.insert}` }));
}

function namesOf(field: ObjectField, context: Context, dash: string): readonly Candidate[] {
  const column = context.column + dash.length;
  return field.properties
    .filter(({ name }) => !context.names.has(name))
    .map((property) => ({
      label: property.name,
      detail: firstSentence(property.help),
      isRequired: property.required,
      isDefault: false,
      insert: dash + plain(property.name) + (context.isRenamed ? "" : afterName(property, column)),
    }));
}

function afterName(field: Field, column: number): string {
  const below = `:\n${" ".repeat(column + INDENT)}`;
  switch (field.kind) {
    case "object":
    case "map":
      return below;
    case "list":
      return `${below}- `;
    default:
      return ": ";
  }
}

function valuesOf(field: Field): readonly Candidate[] {
  const fallback = field.sensitive || !isScalar(field.defaultValue) ? undefined : field.defaultValue;
  const values = field.kind === "enum" ? field.values : field.kind === "boolean" ? [true, false] : [];
  const more = fallback === undefined || values.includes(fallback) ? values : [fallback, ...values];
  return more.filter(isScalar).map((value) => ({
    label: String(value),
    detail: "",
    isRequired: false,
    isDefault: value === fallback,
    insert: plain(value),
  }));
}

function isScalar(value: Json | undefined): value is null | boolean | number | bigint | string {
  const isLong = typeof value === "string" && value.includes("\n");
  return value !== undefined && !isArray(value) && !isObject(value) && !isLong;
}

/** Prints a scalar in quotes only if it needs them. */
function plain(value: Json): string {
  return printYaml(value).trimEnd();
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split("\n")[0] ?? "";
}

function fitting(candidates: readonly Candidate[], { wants, typed }: Context): readonly Candidate[] {
  const word = typed.toLowerCase();
  const isWhole = ({ label }: Candidate) => label.toLowerCase() === word;
  // At a complete value, the user asks for the others.
  if (word === "" || (wants === "value" && candidates.some(isWhole))) {
    return candidates;
  }
  const starts = ({ label }: Candidate) => label.toLowerCase().startsWith(word);
  const contains = (each: Candidate) => !starts(each) && each.label.toLowerCase().includes(word);
  return [...candidates.filter(starts), ...candidates.filter(contains)];
}
