/** The limits of a schema that the form checks. */
import type { Json, JsonObject } from "./json";
import { flag, number, text } from "./schema";

type Numeric = number | bigint;

export interface Rules {
  readonly minimum: Numeric | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maximum: Numeric | undefined;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: Numeric | undefined;
  readonly minLength: Numeric | undefined;
  readonly maxLength: Numeric | undefined;
  readonly pattern: RegExp | undefined;
  readonly minItems: Numeric | undefined;
  readonly maxItems: Numeric | undefined;
  readonly uniqueItems: boolean;
  readonly minProperties: Numeric | undefined;
  readonly maxProperties: Numeric | undefined;
}

const INT_LIMITS: ReadonlyMap<string, readonly [Numeric, Numeric]> = new Map([
  ["int32", [-2147483648, 2147483647]],
  ["int64", [-(2n ** 63n), 2n ** 63n - 1n]],
]);

export function readRules(schema: JsonObject): Rules {
  const [lowest, highest] = INT_LIMITS.get(text(schema, "format")) ?? [];
  const lower = bound(schema, "minimum", "exclusiveMinimum");
  const upper = bound(schema, "maximum", "exclusiveMaximum");
  return {
    minimum: lower.limit ?? lowest,
    exclusiveMinimum: lower.exclusive,
    maximum: upper.limit ?? highest,
    exclusiveMaximum: upper.exclusive,
    multipleOf: number(schema, "multipleOf"),
    minLength: number(schema, "minLength"),
    maxLength: number(schema, "maxLength"),
    pattern: patternOf(text(schema, "pattern")),
    minItems: number(schema, "minItems"),
    maxItems: number(schema, "maxItems"),
    uniqueItems: flag(schema, "uniqueItems"),
    minProperties: number(schema, "minProperties"),
    maxProperties: number(schema, "maxProperties"),
  };
}

/** OpenAPI 3.0 has a flag beside the limit. JSON Schema has a second limit. */
function bound(
  schema: JsonObject,
  keyword: string,
  exclusive: string,
): { limit: Numeric | undefined; exclusive: boolean } {
  const strict = number(schema, exclusive);
  return strict === undefined
    ? { limit: number(schema, keyword), exclusive: flag(schema, exclusive) }
    : { limit: strict, exclusive: true };
}

function patternOf(source: string): RegExp | undefined {
  if (source === "") {
    return undefined;
  }
  try {
    // With the flag u, JavaScript rejects what it would read differently from Go, such as [[:alpha:]] and \z.
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

/** True for a value that a number input can compare. */
export function isNumeric(value: Json | undefined): value is Numeric {
  return typeof value === "number" || typeof value === "bigint";
}
