/**
 * Decides how an edit is sent.
 *
 * Server-side apply is the rule: the console applies the fields that it owns already and those that the user changed. Apply
 * cannot remove a field that another manager owns. An edit that does so is a merge patch. Both carry the resourceVersion of
 * the object that the user saw, so the server refuses to overwrite what the user did not see.
 */
import { applyChanges, type Change, changesOf, set } from "./changes";
import { isArray, type JsonObject, text } from "./json";
import { extract, managersOf, owns, ownsItems } from "./managed-fields";
import { MANAGER } from "./objects";
import type { ApiError } from "./status";

export type EditPlan =
  | { readonly type: "none" }
  | { readonly type: "apply"; readonly object: JsonObject; readonly changes: readonly Change[] }
  | { readonly type: "merge"; readonly object: JsonObject; readonly changes: readonly Change[] };

/** The metadata that users may edit. */
const METADATA = ["labels", "annotations"];

export function planEdit(live: JsonObject, edited: JsonObject): EditPlan {
  const changes = changesOf(live, edited).filter(isEditable);
  if (changes.length === 0) {
    return { type: "none" };
  }
  const managers = managersOf(live);
  const others = managers.filter(({ name, operation }) => name !== MANAGER || operation !== "Apply");
  const identity = identityOf(live);
  const needsMerge = changes.some(({ path, before, after }) =>
    others.some(({ fields }) =>
      after === undefined ? owns(fields, path) : removesItem(before, after) && ownsItems(fields, path),
    ),
  );
  if (needsMerge) {
    const patch = changes.reduce<JsonObject>(
      (result, { path, after }) => set(result, path, after ?? null),
      {},
    );
    const version = text(live, "metadata", "resourceVersion");
    return { type: "merge", object: set(patch, ["metadata", "resourceVersion"], version), changes };
  }
  const own = managers.filter(({ name, operation }) => name === MANAGER && operation === "Apply");
  const applied = own.reduce<JsonObject>((_, { fields }) => extract(live, fields), {});
  return { type: "apply", object: applyChanges(withIdentity(applied, identity), changes), changes };
}

/** True if all conflicting fields were last set by the console itself, such as when it created the object. */
export function isOwnConflict(error: ApiError): boolean {
  const conflicts = error.causes.filter(({ reason }) => reason === "FieldManagerConflict");
  return conflicts.length > 0 && conflicts.every(({ message }) => managerOf(message) === MANAGER);
}

/** Reads the manager of a message such as `conflict with "kubectl" using v1`. */
export function managerOf(message: string): string {
  const [, quoted] = /^conflict with ("(?:[^"\\]|\\.)*")/.exec(message) ?? [];
  try {
    return quoted ? JSON.parse(quoted) : "";
  } catch {
    return "";
  }
}

export function isEditable({ path }: Change): boolean {
  return path[0] === "metadata" ? METADATA.includes(path[1] ?? "") : path[0] !== "status";
}

function removesItem(before: Change["before"], after: Change["after"]): boolean {
  return isArray(before) && (!isArray(after) || after.length < before.length || keysDiffer(before, after));
}

function keysDiffer(before: readonly unknown[], after: readonly unknown[]): boolean {
  const kept = new Set(after.map((item) => JSON.stringify(item)));
  return before.some((item) => typeof item !== "object" && !kept.has(JSON.stringify(item)));
}

function identityOf(live: JsonObject): JsonObject {
  const metadata = ["name", "namespace", "resourceVersion"].flatMap((name): [string, string][] => {
    const value = text(live, "metadata", name);
    return value === "" ? [] : [[name, value]];
  });
  return {
    apiVersion: text(live, "apiVersion"),
    kind: text(live, "kind"),
    metadata: Object.fromEntries(metadata),
  };
}

function withIdentity(applied: JsonObject, identity: JsonObject): JsonObject {
  return Object.entries(identity.metadata ?? {}).reduce<JsonObject>(
    (result, [name, value]) => set(result, ["metadata", name], value),
    { ...applied, apiVersion: identity.apiVersion ?? "", kind: identity.kind ?? "" },
  );
}
