/** The description of a kind. Without a definition, it is that of the published schema. */
import { useCallback } from "react";
import { text } from "../api/json";
import { useLoad } from "../shell/load";
import { useServices } from "../shell/services";
import type { Entry } from "./catalogue";

export function useDescription({ kind, description }: Entry): string {
  const { schemas } = useServices();
  const load = useCallback(async () => text(await schemas.of(kind), "description"), [schemas, kind]);
  const { data } = useLoad(description === "" ? load : undefined);
  return description || data || "";
}
