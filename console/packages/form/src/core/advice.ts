/** Checks a value against its field as early advice. The dry run of the server decides. */
import type { Field, ObjectField } from "./field";
import { equal, isArray, isObject, type Json, member } from "./json";
import { type Problem, problem } from "./problem";
import type { Rules } from "./rules";
import { ofScalar } from "./scalar-advice";

/** Returns the problems of the value itself, and not those of its parts. */
export function advise(field: Field, value: Json | undefined): readonly Problem[] {
  if (value === undefined) {
    return field.required && field.defaultValue === undefined ? [problem("required")] : [];
  }
  if (value === null) {
    return field.nullable ? [] : [problem("notFitting")];
  }
  switch (field.kind) {
    case "enum":
      return field.values.some((choice) => equal(choice, value)) ? [] : [problem("notChoice")];
    case "list":
      return isArray(value) ? ofList(field.rules, duplicates(field, value), value) : [problem("notFitting")];
    case "map":
      return isObject(value) ? ofMembers(field.rules, value) : [problem("notFitting")];
    case "object":
      return isObject(value)
        ? [...ofMembers(field.rules, value), ...ofUnion(field, value)]
        : [problem("notFitting")];
    case "alternatives":
    case "raw":
      return [];
    case "boolean":
      return typeof value === "boolean" ? [] : [problem("notFitting")];
    default:
      return ofScalar(field, value);
  }
}

function ofList(rules: Rules, repeated: string, value: readonly Json[]): readonly Problem[] {
  const { minItems, maxItems } = rules;
  const found: Problem[] = [];
  if (minItems !== undefined && value.length < minItems) {
    found.push(problem("minItems", minItems));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    found.push(problem("maxItems", maxItems));
  }
  return repeated === "" ? found : [...found, problem("duplicates", repeated)];
}

/** Returns the positions of two items that must differ, such as "1, 3"; empty if there are none. */
function duplicates(field: Field & { kind: "list" }, value: readonly Json[]): string {
  if (field.listType === "atomic" && !field.rules.uniqueItems) {
    return "";
  }
  const seen = new Map<string, number>();
  for (const [i, item] of value.entries()) {
    const identity = canonical(field.listType === "map" ? field.keys.map((key) => member(item, key)) : item);
    const first = seen.get(identity);
    if (first !== undefined) {
      return `${first + 1}, ${i + 1}`;
    }
    seen.set(identity, i);
  }
  return "";
}

/** Returns a text that is the same for equal values only. */
function canonical(value: Json | readonly (Json | undefined)[] | undefined): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === "bigint") {
      return { integer: part.toString() };
    }
    return isObject(part) ? Object.fromEntries(Object.entries(part).sort(byName)) : part;
  });
}

function byName([a]: readonly [string, Json], [b]: readonly [string, Json]): number {
  return a < b ? -1 : 1;
}

function ofMembers(rules: Rules, value: Json): readonly Problem[] {
  const { minProperties, maxProperties } = rules;
  const count = isObject(value) ? Object.keys(value).length : 0;
  if (minProperties !== undefined && count < minProperties) {
    return [problem("minProperties", minProperties)];
  }
  return maxProperties !== undefined && count > maxProperties
    ? [problem("maxProperties", maxProperties)]
    : [];
}

function ofUnion(field: ObjectField, value: Json): readonly Problem[] {
  const used = field.union.filter((branch) => branch.names.some((name) => member(value, name) !== undefined));
  return field.union.length === 0 || used.length === 1 ? [] : [problem("oneBranch")];
}
