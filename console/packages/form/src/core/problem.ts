/** The problems that a value can have. The texts are in `texts.ts`. */

export type ProblemCode =
  | "required"
  | "notInteger"
  | "notNumber"
  | "notText"
  | "notFitting"
  | "notQuantity"
  | "notDuration"
  | "notDateTime"
  | "notChoice"
  | "minimum"
  | "exclusiveMinimum"
  | "maximum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "minItems"
  | "maxItems"
  | "duplicates"
  | "minProperties"
  | "maxProperties"
  | "oneBranch";

export interface Problem {
  readonly code: ProblemCode;
  /** The limit that the value exceeds, or the pattern or position in question. */
  readonly limit: string;
}

export function problem(code: ProblemCode, limit: string | number | bigint = ""): Problem {
  return { code, limit: String(limit) };
}
