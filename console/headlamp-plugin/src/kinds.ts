/** The kinds of Chartroom in the cluster that Headlamp shows. */

import { discover } from "../../app/src/api/discovery";
import { type JsonObject, objects } from "../../app/src/api/json";
import type { Kind } from "../../app/src/api/kinds";
import { Schemas } from "../../app/src/api/openapi";
import { catalogueOf, type Entry } from "../../app/src/catalogue/catalogue";
import { http } from "./http";

/** Users without the right to read definitions get the kinds of all API groups that do not belong to Kubernetes. */
export async function loadKinds(): Promise<readonly Entry[]> {
  const [kinds, definitions] = await Promise.all([
    discover(http),
    http.json("/apis/chartroom.dev/v1alpha1/kinddefinitions").catch(() => null),
  ]);
  return catalogueOf(kinds, { definitions: objects(definitions, "items"), reviewed: [] });
}

/** Reads it again each time, because the user may have gone to another cluster. */
export async function loadSchema(kind: Kind): Promise<JsonObject> {
  return (await new Schemas(http, { now: Date.now }).of(kind)) ?? {};
}

export async function loadKind(group: string, resource: string): Promise<Kind> {
  const found = (await discover(http)).find((kind) => kind.group === group && kind.resource === resource);
  if (!found) {
    throw new Error(`The cluster does not serve ${resource}.${group}.`);
  }
  return found;
}
