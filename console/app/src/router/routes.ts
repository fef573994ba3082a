/** The pages of the console and their addresses. */
import { CORE } from "../api/kinds";

export const BASE = "/console/";
/** All namespaces. No namespace can have this name. */
export const ALL = "_all";
/** No object can have these names. */
const CREATE = "_create";
const EDIT = "_edit";

export interface KindRef {
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
}

export type Route =
  | { readonly page: "start" }
  | { readonly page: "catalogue"; readonly namespace: string }
  | { readonly page: "platform" }
  | { readonly page: "definition"; readonly name: string }
  | ({ readonly page: "table" } & KindRef)
  | ({ readonly page: "create" } & KindRef)
  | ({ readonly page: "detail"; readonly name: string } & KindRef)
  | ({ readonly page: "edit"; readonly name: string } & KindRef)
  | { readonly page: "unknown" };

export function parseRoute(pathname: string): Route {
  if (!pathname.startsWith(BASE) && `${pathname}/` !== BASE) {
    return { page: "unknown" };
  }
  const parts = pathname.slice(BASE.length).split("/").filter(Boolean).map(decode);
  if (parts.includes(undefined)) {
    return { page: "unknown" };
  }
  const [section, namespace, group, resource, name, action, extra] = parts as string[];
  if (section === undefined) {
    return { page: "start" };
  }
  if (section === "platform" && group === undefined) {
    return namespace === undefined ? { page: "platform" } : { page: "definition", name: namespace };
  }
  if (section !== "n" || namespace === undefined || extra !== undefined) {
    return { page: "unknown" };
  }
  if (group === undefined) {
    return { page: "catalogue", namespace };
  }
  if (resource === undefined) {
    return { page: "unknown" };
  }
  const kind = { namespace, group: group === CORE ? "" : group, resource };
  if (name === undefined) {
    return { page: "table", ...kind };
  }
  if (name === CREATE) {
    return action === undefined ? { page: "create", ...kind } : { page: "unknown" };
  }
  if (action === undefined) {
    return { page: "detail", ...kind, name };
  }
  return action === EDIT ? { page: "edit", ...kind, name } : { page: "unknown" };
}

export function printRoute(route: Route): string {
  switch (route.page) {
    case "catalogue":
      return join("n", route.namespace);
    case "platform":
      return join("platform");
    case "definition":
      return join("platform", route.name);
    case "table":
      return join(...kindParts(route));
    case "create":
      return join(...kindParts(route), CREATE);
    case "detail":
      return join(...kindParts(route), route.name);
    case "edit":
      return join(...kindParts(route), route.name, EDIT);
    case "start":
    case "unknown":
      return BASE;
  }
}

function kindParts({ namespace, group, resource }: KindRef): readonly string[] {
  return ["n", namespace, group === "" ? CORE : group, resource];
}

function join(...parts: readonly string[]): string {
  return BASE + parts.map(encodeURIComponent).join("/");
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
