/** Everything that is wrong with a YAML text, with its lines. */
import { type Cause, fieldPath, follow } from "@chartroom/form";
import type { JsonObject } from "../api/json";
import { adviceOf, type Guide } from "./guide";
import { type Position, positionsOf } from "./positions";

/** The origin of a problem: the parser of YAML, the server, or the schema, which only advises. */
export type Source = "syntax" | "server" | "schema";

export interface Problem extends Position {
  readonly source: Source;
  /** The path as Kubernetes prints it; empty for the whole object. */
  readonly field: string;
  readonly message: string;
}

export interface Checked {
  readonly text: string;
  /** Why the text is no object; empty if it is one. */
  readonly error: string;
  /** The object that the text means, or the last valid one. */
  readonly object: JsonObject;
}

const ORDER: readonly Source[] = ["syntax", "server", "schema"];

export function problemsOf(
  { text, error, object }: Checked,
  causes: readonly Cause[],
  guide: Guide | undefined,
): readonly Problem[] {
  const positions = positionsOf(text);
  const syntax: readonly Problem[] =
    error === ""
      ? []
      : [{ source: "syntax", field: "", message: error, ...(positions.error ?? positions.of([])) }];
  const server = causes.map(({ field = "", message }): Problem => {
    return { source: "server", field, message, ...positions.of(follow(object, field)) };
  });
  // The schema cannot say anything about an object that the text does not mean any more.
  const advice = error === "" && guide ? adviceOf(guide, object) : [];
  const schema = advice.map(({ path, message }): Problem => {
    return { source: "schema", field: fieldPath(path), message, ...positions.of(path) };
  });
  return distinct([...syntax, ...server, ...schema]).sort(
    (a, b) => ORDER.indexOf(a.source) - ORDER.indexOf(b.source) || a.offset - b.offset,
  );
}

function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((each) => [`${each.field} ${each.message}`, each])).values()];
}
