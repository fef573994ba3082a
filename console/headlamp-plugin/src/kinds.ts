/** The kinds of Chartroom in the cluster that Headlamp shows. */

import { discover } from "../../app/src/api/discovery";
import { objects } from "../../app/src/api/json";
import type { Kind } from "../../app/src/api/kinds";
import { Schemas } from "../../app/src/api/openapi";
import { catalogueOf, type Entry } from "../../app/src/catalogue/catalogue";
import { http } from "./http";

export const schemas = new Schemas(http, { now: Date.now });

/** Users without the right to read definitions get the kinds of all API groups that do not belong to Kubernetes. */
export async function loadKinds(): Promise<readonly Entry[]> {
  const [kinds, definitions] = await Promise.all([
    discover(http),
    http.json("/apis/chartroom.dev/v1alpha1/kinddefinitions").catch(() => null),
  ]);
  return catalogueOf(kinds, { definitions: objects(definitions, "items"), reviewed: [] });
}

export async function loadKind(group: string, resource: string): Promise<Kind> {
  const found = (await discover(http)).find((kind) => kind.group === group && kind.resource === resource);
  if (!found) {
    throw new Error(`The cluster does not serve ${resource}.${group}.`);
  }
  return found;
}
