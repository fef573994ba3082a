/** The kinds that the server serves, and the paths of their objects. */

export interface Subresource {
  readonly name: string;
  readonly verbs: readonly string[];
}

export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural, as in paths and in RBAC. */
  readonly resource: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly Subresource[];
}

/** The path in addresses of the console, for which the core group needs a name. */
export const CORE = "core";

export function apiVersionOf(kind: Kind): string {
  return kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
}

export function idOf(kind: { readonly group: string; readonly resource: string }): string {
  return kind.group === "" ? kind.resource : `${kind.resource}.${kind.group}`;
}

/** Returns the path of a collection. Without a namespace, it is that of all namespaces. */
export function collectionPath(kind: Kind, namespace?: string): string {
  const root = kind.group === "" ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const scope = kind.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${root}${scope}/${kind.resource}`;
}

export function objectPath(
  kind: Kind,
  namespace: string | undefined,
  name: string,
  subresource?: string,
): string {
  const path = `${collectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
  return subresource ? `${path}/${subresource}` : path;
}

export function serves(kind: Kind, subresource: string, verb: string): boolean {
  return kind.subresources.some(({ name, verbs }) => name === subresource && verbs.includes(verb));
}
