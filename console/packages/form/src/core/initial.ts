/** Makes the value of something that the user adds: an item of a list, an entry of a map, a branch, an object. */
import type { Field } from "./field";
import type { Json } from "./json";

/** An added part must have a value. It is the default if there is one, and else the emptiest value of the type. */
export function initialOf(field: Field): Json {
  if (field.defaultValue !== undefined) {
    return field.defaultValue;
  }
  switch (field.kind) {
    case "boolean":
      return false;
    case "integer":
    case "number":
      return field.rules.minimum ?? 0;
    case "enum":
      return field.values[0] ?? "";
    case "list":
      return [];
    case "map":
    case "object":
    case "raw":
      return {};
    case "alternatives":
      return field.branches[0] ? initialOf(field.branches[0]) : {};
    default:
      return "";
  }
}
