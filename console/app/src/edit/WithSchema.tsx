import type { ReactNode } from "react";
import type { JsonObject } from "../api/json";
import { TEXTS } from "../texts";
import { Problem } from "../ui/Problem";
import type { PublishedSchema } from "./schema";

interface WithSchemaProps {
  readonly published: PublishedSchema;
  /** The content, for the schema of the kind, or for a kind without one. */
  readonly children: (schema: JsonObject | undefined) => ReactNode;
}

/** Shows values only if it is known which of them are sensitive. */
export function WithSchema({ published: { known, error, reload }, children }: WithSchemaProps) {
  if (known) {
    return children(known.schema);
  }
  return error === undefined ? (
    <p className="muted">{TEXTS.loading}</p>
  ) : (
    <Problem error={error} onRetry={reload} />
  );
}
