/** Checks numbers and texts against their rules. */
import type { ScalarField, ScalarKind } from "./field";
import type { Json } from "./json";
import { type Problem, type ProblemCode, problem } from "./problem";
import { isNumeric, type Rules } from "./rules";

const QUANTITY = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/;
const DURATION = /^(?:0|[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d|w))+)$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[-+]\d\d:\d\d)$/;
const FORMATS: Partial<Record<ScalarKind, readonly [RegExp, ProblemCode]>> = {
  quantity: [QUANTITY, "notQuantity"],
  duration: [DURATION, "notDuration"],
  "date-time": [DATE_TIME, "notDateTime"],
};
/** A pattern of Go runs in linear time, but in JavaScript it may not, so long texts are left to the server. */
const LONGEST_FOR_PATTERN = 256;

export function ofScalar(field: ScalarField, value: Json): readonly Problem[] {
  const { kind, rules } = field;
  if (isNumeric(value)) {
    if (kind === "integer" && !Number.isInteger(Number(value))) {
      return [problem("notInteger")];
    }
    return isTextOnly(field) ? [problem("notText")] : ofNumber(rules, value);
  }
  if (typeof value !== "string") {
    return [problem("notFitting")];
  }
  if (kind === "integer" || kind === "number") {
    return [problem(kind === "integer" ? "notInteger" : "notNumber")];
  }
  const [format, code] = FORMATS[kind] ?? [];
  return format && code && !format.test(value) ? [problem(code)] : ofText(rules, value);
}

/** True if the server refuses a number. A quantity of an int-or-string can be one. */
export function isTextOnly({ kind, isIntOrString }: ScalarField): boolean {
  return kind === "quantity" ? !isIntOrString : ["string", "duration", "date-time"].includes(kind);
}

function ofNumber(rules: Rules, value: number | bigint): readonly Problem[] {
  const { minimum, maximum, multipleOf } = rules;
  const found: Problem[] = [];
  if (minimum !== undefined && (rules.exclusiveMinimum ? value <= minimum : value < minimum)) {
    found.push(problem(rules.exclusiveMinimum ? "exclusiveMinimum" : "minimum", minimum));
  }
  if (maximum !== undefined && (rules.exclusiveMaximum ? value >= maximum : value > maximum)) {
    found.push(problem(rules.exclusiveMaximum ? "exclusiveMaximum" : "maximum", maximum));
  }
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    found.push(problem("multipleOf", multipleOf));
  }
  return found;
}

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof factor === "bigint") {
    const isWhole = Number.isInteger(Number(value)) && Number.isInteger(Number(factor));
    return isWhole && BigInt(value) % BigInt(factor) === 0n;
  }
  // 0.3 / 0.1 is not exactly 3, so the quotient may be off by a rounding error.
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function ofText(rules: Rules, value: string): readonly Problem[] {
  const { minLength, maxLength, pattern } = rules;
  // Kubernetes counts code points, not UTF-16 units.
  const length = [...value].length;
  const found: Problem[] = [];
  if (minLength !== undefined && length < minLength) {
    found.push(problem("minLength", minLength));
  }
  if (maxLength !== undefined && length > maxLength) {
    found.push(problem("maxLength", maxLength));
  }
  if (pattern && length <= LONGEST_FOR_PATTERN && !pattern.test(value)) {
    found.push(problem("pattern", pattern.source));
  }
  return found;
}
