/** Compares, merges and changes objects by the paths of their fields. A list is one value. */
import { equal, isObject, type Json, type JsonObject, withMember } from "./json";

export interface Change {
  readonly path: readonly string[];
  /** Undefined if the field is new. */
  readonly before: Json | undefined;
  /** Undefined if the field is removed. */
  readonly after: Json | undefined;
}

export function changesOf(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): readonly Change[] {
  if (equal(before, after)) {
    return [];
  }
  if (isObject(before) && isObject(after)) {
    // The order is that of the newer object.
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) => changesOf(own(before, name), own(after, name), [...path, name]));
  }
  return [{ path, before, after }];
}

export function applyChanges(target: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce((result, { path, after }) => set(result, path, after), target);
}

/** Sets the value at a path, or removes it if the value is undefined. Objects on the way are created. */
export function set(target: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) {
    return isObject(value) ? value : target;
  }
  if (rest.length === 0) {
    return withMember(target, name, value);
  }
  const child = own(target, name);
  if (!isObject(child) && value === undefined) {
    return target;
  }
  return withMember(target, name, set(isObject(child) ? child : {}, rest, value));
}

export interface Conflict {
  readonly path: readonly string[];
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

export interface Merge {
  /** The other's object with all of my changes that do not conflict. */
  readonly merged: JsonObject;
  readonly conflicts: readonly Conflict[];
  /** What the other changed since the base. */
  readonly theirs: readonly Change[];
}

/** Merges my changes into the object as another has changed it. */
export function merge(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merge {
  const myChanges = changesOf(base, mine);
  const theirChanges = changesOf(base, theirs);
  const conflicts: Conflict[] = [];
  const free: Change[] = [];
  for (const change of myChanges) {
    const isHit = theirChanges.some(({ path }) => overlap(path, change.path));
    const now = valueAt(theirs, change.path);
    if (isHit && !equal(now, change.after)) {
      conflicts.push({ path: change.path, base: change.before, mine: change.after, theirs: now });
    } else {
      free.push(change);
    }
  }
  return { merged: applyChanges(theirs, free), conflicts, theirs: theirChanges };
}

export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((current, name) => own(current, name), value);
}

function overlap(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((name, i) => name === b[i]);
}

function own(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
