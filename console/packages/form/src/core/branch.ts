/** Finds which branch of alternatives, or of a union, a value has. */
import type { AlternativesField, Field, ObjectField } from "./field";
import { equal, isArray, isObject, type Json, member } from "./json";
import { isNumeric } from "./rules";
import { textOf } from "./scalar-text";

/** Returns the branch that fits best; undefined if no branch can show the value. */
export function branchOf(field: AlternativesField, value: Json | undefined): Field | undefined {
  let best: Field | undefined;
  let highest = 0;
  for (const branch of field.branches) {
    const score = fitness(branch, value);
    if (score > highest) {
      best = branch;
      highest = score;
    }
  }
  return best;
}

/** Returns the indexes of the union's branches that have a value. */
export function usedBranches(field: ObjectField, value: Json | undefined): readonly number[] {
  return [...field.union.keys()].filter((i) =>
    field.union[i]?.names.some((name) => member(value, name) !== undefined),
  );
}

/** True if the widgets of the field can show the value. Other values are shown as JSON, so that none is lost. */
export function canShow(field: Field, value: Json): boolean {
  if (value === null) {
    return field.nullable || field.kind === "raw" || field.kind === "enum";
  }
  switch (field.kind) {
    case "list":
      return isArray(value);
    case "map":
    case "object":
      return isObject(value);
    case "boolean":
      // The user types a secret boolean letter by letter.
      return typeof value === "boolean" || (field.sensitive && typeof value === "string");
    case "alternatives":
      return branchOf(field, value) !== undefined;
    case "raw":
    case "enum":
      return true;
    default:
      return textOf(value) !== undefined;
  }
}

/** Returns 0 for a value of another type, and more the better the value fits. */
function fitness(field: Field, value: Json | undefined): number {
  if (value === undefined || value === null || !canShow(field, value)) {
    return 0;
  }
  switch (field.kind) {
    case "object":
      return objectFitness(field, value);
    case "enum":
      return field.values.some((choice) => equal(choice, value)) ? 3 : 0;
    case "integer":
      return isNumeric(value) && Number.isInteger(Number(value)) ? 3 : 0;
    case "number":
      return isNumeric(value) ? 2 : 0;
    case "string":
    case "duration":
    case "date-time":
      return typeof value === "string" ? 2 : 0;
    case "raw":
      return 0.5;
    default:
      return 1;
  }
}

/** An object fits better the more of its members the branch has, and the fewer required ones it lacks. */
function objectFitness(field: ObjectField, value: Json): number {
  const names = isObject(value) ? Object.keys(value) : [];
  const known = names.filter((name) => field.properties.some((property) => property.name === name));
  const lacking = field.properties.filter(
    (property) => property.required && member(value, property.name) === undefined,
  );
  return 1 + (1 + known.length) / (1 + names.length + lacking.length);
}
