/** Reads which fields an error of the server is about. */
import type { Cause } from "@chartroom/form";
import { ApiError, isCode } from "../api/status";
import { messageOf } from "../ui/Problem";

const NAME_FIELDS = new Set(["metadata.name", "name"]);

export interface Causes {
  /** About the name of the object, which is not part of the form. */
  readonly name: string;
  readonly others: readonly Cause[];
}

const NONE: Causes = { name: "", others: [] };

export function causesOfError(error: unknown): Causes {
  // The user signs in again, and can then repeat the request.
  if (isCode(error, 401)) {
    return NONE;
  }
  const all =
    error instanceof ApiError ? [...strictCauses(error), ...error.causes] : [{ message: messageOf(error) }];
  const names = all.filter(({ field }) => field !== undefined && NAME_FIELDS.has(field));
  return {
    name: names.map(({ message }) => message).join(" "),
    others: all.filter((cause) => !names.includes(cause)),
  };
}

/** In YAML, the name is a field like the others. */
export function allOf({ name, others }: Causes): readonly Cause[] {
  return name === "" ? others : [{ field: "metadata.name", message: name }, ...others];
}

/** The answer to unknown and duplicate fields has their paths in its message only. */
function strictCauses(error: ApiError): readonly Cause[] {
  if (error.code !== 400) {
    return [];
  }
  return [...error.message.matchAll(/(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g)].map(
    ([message, , field]) => ({
      field,
      message,
    }),
  );
}
