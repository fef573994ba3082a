/** Edits of whole lists and maps. */
import type { Json, JsonObject } from "./json";

/** Moves an item by one place or more; a place outside of the list is its end. */
export function moved(list: readonly Json[], from: number, to: number): readonly Json[] {
  const item = list[from];
  const place = Math.min(Math.max(to, 0), list.length - 1);
  return item === undefined || place === from ? list : list.toSpliced(from, 1).toSpliced(place, 0, item);
}

/** Renames a key in its place. The map stays as it is if another entry has the name. */
export function renamed(map: JsonObject, from: string, to: string): JsonObject {
  if (from === to || Object.hasOwn(map, to) || !Object.hasOwn(map, from)) {
    return map;
  }
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name === from ? to : name, value]));
}
