/** Finds the kind of a scalar field. */
import type { ScalarKind } from "./field";
import type { JsonObject } from "./json";
import { flag, text, types } from "./schema";

const SCALARS: readonly string[] = ["string", "boolean", "integer", "number"];
/** These names are widgets of hints, formats and kinds of field alike. */
const NAMED: readonly ScalarKind[] = ["quantity", "duration", "date-time"];
/** Each suffix of a quantity has a letter that no other pattern of numbers has in such a set. */
const QUANTITY_PATTERN = /\[KMGTPE\]i/;

/** Returns undefined if the schema describes no scalar. */
export function scalarKind(schema: JsonObject, widget: string): ScalarKind | undefined {
  const type = types(schema)[0] ?? "";
  if (!isEither(schema) && !SCALARS.includes(type)) {
    return undefined;
  }
  if (type === "boolean") {
    return "boolean";
  }
  if (isEither(schema) || type === "string") {
    const hinted = named(widget) ?? named(text(schema, "format"));
    if (hinted) {
      return hinted;
    }
    if (QUANTITY_PATTERN.test(text(schema, "pattern"))) {
      return "quantity";
    }
    return isEither(schema) ? "int-or-string" : "string";
  }
  return type === "integer" ? "integer" : "number";
}

/** True if the schema accepts an integer as well as a text. */
export function isEither(schema: JsonObject): boolean {
  return flag(schema, "x-kubernetes-int-or-string");
}

function named(name: string): ScalarKind | undefined {
  return NAMED.find((kind) => kind === name);
}
