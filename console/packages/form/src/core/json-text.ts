/** Reads and prints JSON without losing digits of large integers. */
import { isArray, isObject, type Json } from "./json";

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const INTEGER = /^-?\d+$/;

/** Throws a SyntaxError if the text is not JSON. */
export function parseJson(text: string): Json {
  const plain: Json = JSON.parse(text);
  // A mark that no string of the document contains shows the reviver which strings were large integers.
  const printed = JSON.stringify(plain);
  let mark = "#";
  while (printed.includes(mark)) {
    mark += "#";
  }
  let isLarge = false;
  const marked = text.replace(STRING_OR_NUMBER, (token) => {
    if (!INTEGER.test(token) || Number.isSafeInteger(Number(token))) {
      return token;
    }
    isLarge = true;
    return `"${mark}${token}"`;
  });
  if (!isLarge) {
    return plain;
  }
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Prints a value, with an indent of two spaces for each level. */
export function printJson(value: Json, indent = ""): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  const inner = `${indent}  `;
  if (isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[\n${value.map((item) => inner + printJson(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (isObject(value)) {
    const members = Object.entries(value);
    return members.length === 0
      ? "{}"
      : `{\n${members
          .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${printJson(item, inner)}`)
          .join(",\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** Reads the text of an integer. It is a bigint only if a number would lose digits. */
export function parseInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
