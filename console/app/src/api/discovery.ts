/** Reads aggregated discovery (v2), in two requests for all groups. */
import type { Http } from "./http";
import { type Json, type JsonObject, objects, strings, text } from "./json";
import type { Kind } from "./kinds";

export const DISCOVERY_V2 =
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";

export async function discover(http: Http, signal?: AbortSignal): Promise<readonly Kind[]> {
  const [core, groups] = await Promise.all([
    http.json("/api", { accept: DISCOVERY_V2, signal }).catch(() => null),
    http.json("/apis", { accept: DISCOVERY_V2, signal }),
  ]);
  return [...kindsOf(core), ...kindsOf(groups)];
}

/** Returns the kinds of an APIGroupDiscoveryList, each in the first version that has it. */
export function kindsOf(list: Json): readonly Kind[] {
  return objects(list, "items").flatMap((group) => {
    const name = text(group, "metadata", "name");
    const found = new Map<string, Kind>();
    for (const version of objects(group, "versions")) {
      for (const resource of objects(version, "resources")) {
        const kind = kindOf(name, text(version, "version"), resource);
        if (!found.has(kind.resource)) {
          found.set(kind.resource, kind);
        }
      }
    }
    return [...found.values()];
  });
}

function kindOf(group: string, version: string, resource: JsonObject): Kind {
  return {
    group,
    version,
    kind: text(resource, "responseKind", "kind"),
    resource: text(resource, "resource"),
    singular: text(resource, "singularResource"),
    namespaced: text(resource, "scope") === "Namespaced",
    verbs: strings(resource, "verbs"),
    shortNames: strings(resource, "shortNames"),
    categories: strings(resource, "categories"),
    subresources: objects(resource, "subresources").map((each) => ({
      name: text(each, "subresource"),
      verbs: strings(each, "verbs"),
    })),
  };
}
