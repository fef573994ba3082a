/**
 * Decides how an edit is sent.
 *
 * Server-side apply is the rule: the console applies the fields that it owns already and those that the user changed. Apply
 * cannot remove a field, or an item of a list, that the console did not apply itself or that another manager owns, too. An
 * edit that does so is a merge patch. Both carry the resourceVersion of the object that the user saw, so the server refuses
 * to overwrite what the user did not see.
 */
import { applyChanges, type Change, changesOf, set, valueAt } from "./changes";
import { type JsonObject, text } from "./json";
import { extract, fieldsAt, isWhole, type Manager, managersOf } from "./managed-fields";
import { MANAGER } from "./objects";
import { outlivesApply } from "./removals";
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
  const isOwn = ({ name, operation }: Manager) => name === MANAGER && operation === "Apply";
  const own = managers.filter(isOwn).map(({ fields }) => fields);
  const others = managers.filter((manager) => !isOwn(manager)).map(({ fields }) => fields);
  const needsMerge = changes.some(({ path, before, after }) =>
    outlivesApply(before, after, fieldsAt(own, path), fieldsAt(others, path)),
  );
  if (needsMerge) {
    const patch = changes.reduce<JsonObject>(
      (result, { path, after }) => set(result, path, after ?? null),
      {},
    );
    const version = text(live, "metadata", "resourceVersion");
    return { type: "merge", object: set(patch, ["metadata", "resourceVersion"], version), changes };
  }
  const applied = own.reduce<JsonObject>((_, fields) => extract(live, fields), {});
  const written = changes.map((change) => withAtomicParent(change, [...own, ...others], edited));
  return { type: "apply", object: applyChanges(withIdentity(applied, identityOf(live)), written), changes };
}

/** Returns a change of the whole object around a field if its managers own that as a whole, because apply replaces it. */
function withAtomicParent(change: Change, managers: readonly JsonObject[], edited: JsonObject): Change {
  const parents = change.path.slice(0, -1).map((_, i) => change.path.slice(0, i + 1));
  const atomic = parents.find((path) => {
    const fields = fieldsAt(managers, path);
    // The spec itself is never atomic, but it is owned as a whole if it was empty.
    return path.length > 1 && fields.length > 0 && fields.every(isWhole);
  });
  return atomic ? { ...change, path: atomic, after: valueAt(edited, atomic) } : change;
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
