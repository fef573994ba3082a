/**
 * Sends an edit, and never overwrites what the user did not see.
 *
 * If the object has changed meanwhile, the edit is merged into its new state and sent again. The user decides only if both
 * changed the same field, or if another manager owns a field that the user changed.
 */
import { type Change, type Conflict, changesOf, merge, valueAt } from "../api/changes";
import { isEditable, isOwnConflict, managerOf, planEdit } from "../api/edit-plan";
import { type JsonObject, text } from "../api/json";
import type { Kind } from "../api/kinds";
import type { Objects } from "../api/objects";
import { type ApiError, isCode, isFieldConflict } from "../api/status";

export interface Edit {
  /** The object as the user saw it. */
  readonly base: JsonObject;
  readonly edited: JsonObject;
  /** True if the user decided to take over fields of other managers. */
  readonly force: boolean;
}

export interface ManagedConflict extends Conflict {
  readonly manager: string;
}

export type Outcome =
  | { readonly type: "unchanged" }
  | {
      readonly type: "done";
      readonly edit: Edit;
      readonly object: JsonObject;
      readonly changes: readonly Change[];
      readonly warnings: readonly string[];
      readonly isPatch: boolean;
      /** What others changed since the user began, in other fields. */
      readonly others: readonly Change[];
    }
  | { readonly type: "changed"; readonly edit: Edit; readonly conflicts: readonly Conflict[] }
  | { readonly type: "managed"; readonly edit: Edit; readonly conflicts: readonly ManagedConflict[] };

export interface Target {
  readonly objects: Objects;
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

/** The status of an object can change often, so a write can be late several times. */
const ATTEMPTS = 8;

export async function submit(target: Target, first: Edit, dryRun: boolean): Promise<Outcome> {
  const { objects, kind, namespace, name } = target;
  let edit = first;
  let others: readonly Change[] = [];
  let failure: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const plan = planEdit(edit.base, edit.edited);
    if (plan.type === "none") {
      return { type: "unchanged" };
    }
    try {
      const options = { dryRun, force: edit.force };
      const written =
        plan.type === "apply"
          ? await objects.apply(kind, namespace, name, plan.object, options)
          : await objects.merge(kind, namespace, name, plan.object, { dryRun });
      return {
        type: "done",
        edit,
        ...written,
        changes: plan.changes,
        isPatch: plan.type === "merge",
        others,
      };
    } catch (error) {
      if (!isCode(error, 409)) {
        throw error;
      }
      failure = error;
      const theirs = await objects.get(kind, namespace, name);
      if (versionOf(theirs) !== versionOf(edit.base)) {
        const { merged, conflicts } = merge(edit.base, edit.edited, theirs);
        if (conflicts.length > 0) {
          return { type: "changed", edit: { ...edit, base: theirs, edited: merged }, conflicts };
        }
        others = [...others, ...changesOf(edit.base, theirs).filter(isEditable)];
        edit = { ...edit, base: theirs, edited: merged };
      } else if (isFieldConflict(error)) {
        if (!isOwnConflict(error)) {
          return { type: "managed", edit, conflicts: managedConflicts(error, edit, plan.changes) };
        }
        edit = { ...edit, force: true };
      }
    }
  }
  throw failure;
}

function versionOf(object: JsonObject): string {
  return text(object, "metadata", "resourceVersion");
}

/** Returns the user's changes of fields that other managers own. */
function managedConflicts(
  error: ApiError,
  edit: Edit,
  changes: readonly Change[],
): readonly ManagedConflict[] {
  const causes = error.causes
    .filter(({ reason }) => reason === "FieldManagerConflict")
    .map(({ field = "", message }) => ({ field: field.replace(/^\./, ""), manager: managerOf(message) }));
  const conflict = (fields: readonly string[], change: Change): ManagedConflict => {
    const managers = causes.filter(({ field }) => fields.includes(field)).map(({ manager }) => manager);
    return {
      path: change.path,
      base: change.before,
      mine: change.after,
      theirs: valueAt(edit.base, change.path),
      manager: [...new Set(managers)].join(", "),
    };
  };
  const fields = [...new Set(causes.map(({ field }) => field))];
  const found = changes.flatMap((change) => {
    const within = fields.filter((field) => isWithin(field, change.path));
    return within.length > 0 ? [conflict(within, change)] : [];
  });
  // A conflict in a field that the console applied earlier is the user's decision, too. Its value stays, whoever wins.
  const others = fields
    .filter((field) => !changes.some(({ path }) => isWithin(field, path)))
    .map((field) => {
      const path = field.split(".");
      const value = valueAt(edit.base, path);
      return conflict([field], { path, before: value, after: value });
    });
  return [...found, ...others];
}

/** Compares as the server prints paths: it does not quote a dot in a name. */
function isWithin(field: string, names: readonly string[]): boolean {
  const path = names.join(".");
  return (
    field === path ||
    field.startsWith(`${path}.`) ||
    field.startsWith(`${path}[`) ||
    path.startsWith(`${field}.`)
  );
}
