/** Says whether a value can hold secrets. */
import type { Field } from "./field";

export function holdsSecret(field: Field): boolean {
  if (field.sensitive) {
    return true;
  }
  switch (field.kind) {
    case "object":
      return field.properties.some(holdsSecret);
    case "list":
      return holdsSecret(field.item);
    case "map":
      return holdsSecret(field.entry);
    case "alternatives":
      return field.branches.some(holdsSecret);
    default:
      return false;
  }
}
