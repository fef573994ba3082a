/** The errors of requests: an answer of the server that is a Status, or no answer at all. */
import { type Cause, causesOf } from "@chartroom/form";
import { isObject, type Json, number, text } from "./json";

/** The server answered with an error. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly causes: readonly Cause[] = [],
    readonly retryAfterSeconds: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** There was no answer: the network or the server is down, or the connection was cut. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Makes an error of an answer, whose body may be something else than a Status. */
export function errorOf(code: number, body: Json | undefined, retryAfter?: string | null): ApiError {
  const seconds = retryAfter ? Number(retryAfter) : number(body, "details", "retryAfterSeconds");
  const wait = seconds !== undefined && Number.isFinite(seconds) ? seconds : undefined;
  if (isObject(body) && text(body, "kind") === "Status") {
    const message = text(body, "message") || text(body, "reason") || `The server answered ${code}.`;
    return new ApiError(number(body, "code") || code, text(body, "reason"), message, causesOf(body), wait);
  }
  return new ApiError(code, "", `The server answered ${code}.`, [], wait);
}

export function isCode(error: unknown, ...codes: readonly number[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** A conflict over fields, which `force` would resolve, as opposed to a stale resourceVersion. */
export function isFieldConflict(error: unknown): error is ApiError {
  return isCode(error, 409) && error.causes.some(({ reason }) => reason === "FieldManagerConflict");
}
