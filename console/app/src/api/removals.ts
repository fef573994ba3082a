/** Finds what an edit removes and server-side apply would leave in the object. */
import { array, at, equal, isArray, isObject, type Json, type JsonObject, object } from "./json";
import { inside, isWhole, keysOf } from "./managed-fields";

type Fields = readonly JsonObject[];

/**
 * True if apply does not remove all that is in `before` and not in `after`.
 *
 * Apply removes only what its own manager applied before and no other manager owns. A part without an owner stays, too.
 * `own` are the managed fields of the apply manager at the place of the value, `others` those of the other managers.
 */
export function outlivesApply(
  before: Json | undefined,
  after: Json | undefined,
  own: Fields,
  others: Fields,
): boolean {
  if (before === undefined || equal(before, after)) {
    return false;
  }
  if (after === undefined) {
    return others.length > 0 || own.length === 0;
  }
  const all = [...own, ...others];
  if (all.length > 0 && all.every(isWhole)) {
    // Apply replaces a scalar, and a list or an object that is owned as a whole.
    return false;
  }
  return isArray(before)
    ? itemOutlivesApply(before, array(after), own, others)
    : Object.keys(object(before)).some((name) =>
        outlivesApply(at(before, name), at(after, name), inside(own, name), inside(others, name)),
      );
}

function itemOutlivesApply(before: readonly Json[], after: readonly Json[], own: Fields, others: Fields) {
  const [ownItems, otherItems] = [own.flatMap(itemsOf), others.flatMap(itemsOf)];
  const isSame = identity([...ownItems, ...otherItems]);
  const ofItem = (item: Json, items: readonly Item[]) =>
    items.filter(({ keys }) => isSame(item, keys)).map(({ fields }) => fields);
  return before.some((item) => {
    const kept = after.find((other) => isSame(item, other));
    return outlivesApply(item, kept, ofItem(item, ownItems), ofItem(item, otherItems));
  });
}

interface Item {
  readonly keys: Json | undefined;
  readonly isKeyed: boolean;
  readonly fields: JsonObject;
}

function itemsOf(list: JsonObject): readonly Item[] {
  return Object.keys(list).map((key) => ({
    keys: keysOf(key),
    isKeyed: key.startsWith("k:"),
    fields: object(list, key),
  }));
}

/** Items are the same if all their keys are equal. Without keys, as in a set, the whole items are compared. */
function identity(items: readonly Item[]): (a: Json, b: Json | undefined) => boolean {
  // A managed field leaves out a key that its item does not have.
  const names = new Set(items.flatMap(({ isKeyed, keys }) => (isKeyed ? Object.keys(object(keys)) : [])));
  return names.size === 0
    ? equal
    : (a, b) => isObject(b) && [...names].every((name) => equal(at(a, name), at(b, name)));
}
