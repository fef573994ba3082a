/** Converts between the value of a scalar field and the text in its input. */
import type { Field } from "./field";
import { isArray, isObject, type Json } from "./json";
import { parseInteger } from "./json-text";

const INTEGER = /^-?\d+$/;
const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Returns the text of a scalar; undefined for lists, objects, booleans and null, which no text input can show. */
export function textOf(value: Json | undefined): string | undefined {
  if (
    value === undefined ||
    value === null ||
    typeof value === "boolean" ||
    isArray(value) ||
    isObject(value)
  ) {
    return undefined;
  }
  return String(value);
}

/**
 * Returns the value for a text. A text that is no number stays a string, so nothing that was typed is lost.
 *
 * @param current the value before the edit: digits stay a string if the value was a string of digits
 */
export function scalarOf(field: Field, text: string, current: Json | undefined): Json {
  switch (field.kind) {
    case "integer":
      return INTEGER.test(text) ? parseInteger(text) : text;
    case "number":
      return numberOf(text);
    case "quantity":
    case "int-or-string":
      return field.isIntOrString && CANONICAL_INTEGER.test(text) && !isDigits(current)
        ? parseInteger(text)
        : text;
    default:
      return text;
  }
}

/** True for a string that a number could replace, such as "80". */
export function isDigits(value: Json | undefined): boolean {
  return typeof value === "string" && CANONICAL_INTEGER.test(value);
}

function numberOf(text: string): Json {
  if (INTEGER.test(text)) {
    return parseInteger(text);
  }
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}
