/** Reads and prints YAML. An integer beyond 2^53 keeps its digits. */
import { isMap, isScalar, parseDocument, stringify, visit } from "yaml";
import { isArray, isObject, type Json, type JsonObject } from "./json";

export function printYaml(value: Json): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
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
