/** Builds the tree of the objects of a release. An owner is named by its kind and name. */
import { type JsonObject, text } from "../api/json";

export interface Node {
  readonly id: string;
  readonly resource: JsonObject;
  readonly children: readonly Node[];
}

export function treeOf(resources: readonly JsonObject[]): readonly Node[] {
  const byOwner = new Map<string, JsonObject[]>();
  const names = new Set(resources.map(nameOf));
  for (const resource of resources) {
    const owner = text(resource, "owner");
    // An owner that is not in the list must not hide its objects.
    const key = names.has(owner) && owner !== nameOf(resource) ? owner : "";
    byOwner.set(key, [...(byOwner.get(key) ?? []), resource]);
  }
  const seen = new Set<JsonObject>();
  const nodes = (owner: string): readonly Node[] =>
    (byOwner.get(owner) ?? []).flatMap((resource) => {
      // Two objects can have one name in different groups, and names can form a circle.
      if (seen.has(resource)) {
        return [];
      }
      seen.add(resource);
      const id = `${text(resource, "apiVersion")} ${text(resource, "namespace")} ${nameOf(resource)} ${seen.size}`;
      return [{ id, resource, children: nodes(nameOf(resource)) }];
    });
  const roots = nodes("");
  const lost = resources.filter((resource) => !seen.has(resource));
  return [...roots, ...lost.map((resource) => ({ id: `lost ${nameOf(resource)}`, resource, children: [] }))];
}

function nameOf(resource: JsonObject): string {
  return `${text(resource, "kind")}/${text(resource, "name")}`;
}
