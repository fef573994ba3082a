/** What the form can offer for a field in a namespace. */
import { type ChoiceSource, choicesOf } from "@chartroom/form";
import { useMemo } from "react";
import type { Http } from "../api/http";
import { idOf, type Kind } from "../api/kinds";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";

/** Returns the ApplicationOptions of a kind as a source; undefined if the server does not have them. */
export function useChoices(kind: Kind, namespace: string): ChoiceSource | undefined {
  const { http } = useServices();
  const { kinds } = usePlatform();
  const isServed = kinds.some(
    ({ group, resource }) => group === "computed.chartroom.dev" && resource === "applicationoptions",
  );
  const path = `/apis/computed.chartroom.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/applicationoptions/${encodeURIComponent(idOf(kind))}`;
  return useMemo(() => (isServed ? sourceOf(http, path) : undefined), [http, path, isServed]);
}

/** Reads the options when the first field needs them. A failure is that of each field, which says so. */
function sourceOf(http: Http, path: string): ChoiceSource {
  let source: Promise<ChoiceSource> | undefined;
  return async (request) => {
    source ??= http.json(path).then(choicesOf);
    source.catch(() => {
      source = undefined;
    });
    return (await source)(request);
  };
}
