/**
 * Masks sensitive values of a release. Their paths are those of the spec in the stored version, without `spec`, so the server
 * marks what is sensitive. The schema of the shown version knows more about parts of a list, and about hints for forms.
 */
import { at, equal, flag, isObject, type Json, type JsonObject, text } from "../api/json";
import { MASK, masked } from "../api/sensitive";

/** A name, or a name as JSON in brackets. */
const SEGMENT = /\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g;

/** Returns what a screen may show of a value of the subresource `values`. */
export function maskedValue(entry: JsonObject, schema: JsonObject | undefined): Json | undefined {
  const value = at(entry, "value");
  if (value === undefined) {
    return undefined;
  }
  const path = segmentsOf(text(entry, "path"));
  const spec = path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
  let safe: Json | undefined = at(masked({ spec }, schema), "spec");
  for (const name of path) {
    // A mask of a parent covers the value, too.
    safe = isObject(safe) ? at(safe, name) : safe;
  }
  const isMarked = flag(entry, "sensitive") && value !== null && value !== "";
  return isMarked && safe !== undefined && equal(safe, value) ? MASK : safe;
}

/** Splits `master.nodeSelector["kubernetes.io/os"]` into its names. */
export function segmentsOf(path: string): readonly string[] {
  return [...path.matchAll(SEGMENT)].map(([, quoted, name = ""]) =>
    quoted === undefined ? name : String(JSON.parse(quoted)),
  );
}
