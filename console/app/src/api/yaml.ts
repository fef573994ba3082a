/** Reads and prints YAML. An integer beyond 2^53 keeps its digits. */
import { Document, isMap, isScalar, parseDocument, visit } from "yaml";
import { isArray, isObject, type Json, type JsonObject } from "./json";

/** The parser of kubectl ignores each `_` before it reads a number, and takes prefixes such as `0X`. */
const NUMBER_OF_KUBECTL =
  /^[-+]?(?:0[bBoOxX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0b[-+]?[01]+)$/;
/** Line breaks in YAML 1.1 but not in 1.2, and characters that kubectl refuses or skips. */
const FOREIGN = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
/** The parser of kubectl does not find out the indent of a block with a tab before its text, or without text. */
const WITHOUT_INDENT = /^[\n ]*(?:\t|$)/;

/** Prints YAML that is the same value in YAML 1.1, which kubectl reads, as in YAML 1.2. */
export function printYaml(value: Json): string {
  const document = new Document(value, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && needsQuotes(scalar.value)) {
        scalar.type = "QUOTE_DOUBLE";
      }
    },
  });
  // The library breaks lines in quotes, and then repeats a backslash before a line of spaces. JSON has no such lines.
  const yaml = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
  // All of these are in quotes now, where an escape says the same.
  return yaml.replace(new RegExp(FOREIGN, "g"), escaped);
}

/** True if kubectl reads a text without quotes as another value, and the library does not know. */
function needsQuotes(text: string): boolean {
  return (
    text === "=" ||
    NUMBER_OF_KUBECTL.test(text.replaceAll("_", "")) ||
    FOREIGN.test(text) ||
    (WITHOUT_INDENT.test(text) && text.includes("\n"))
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Throws an error with the line if the text is not YAML. */
export function parseYaml(text: string): Json {
  const document = parseDocument(text, {
    intAsBigInt: true,
    version: "1.2",
    prettyErrors: true,
    maxAliasCount: 100,
  } as never);
  const [error] = document.errors;
  if (error) {
    throw new SyntaxError(error.message.split("\n")[0]);
  }
  // Kubernetes has names only, so `1: a` has the name "1".
  visit(document, {
    Pair(_, pair) {
      if (isScalar(pair.key) && typeof pair.key.value !== "string") {
        pair.key.value = String(pair.key.source ?? pair.key.value);
      } else if (isMap(pair.key)) {
        throw new SyntaxError("A name must be a text.");
      }
    },
  });
  return plain(document.toJS({ maxAliasCount: 100 }));
}

/** Large integers stay bigints, all others become numbers. */
function plain(value: unknown): Json {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (isArray(value)) {
    return value.map(plain);
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  }
  return value === undefined || typeof value === "symbol" ? null : (value as Json);
}

/** Returns the object without what only the server sets, so that it can be applied elsewhere. */
export function exportable(object: JsonObject): JsonObject {
  const { status: _, metadata, ...rest } = object;
  const kept = ["name", "namespace", "labels", "annotations"].flatMap((name): [string, Json][] => {
    const value = isObject(metadata) ? metadata[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const { apiVersion, kind, ...content } = rest;
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
    metadata: Object.fromEntries(kept),
    ...content,
  };
}
