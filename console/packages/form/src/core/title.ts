/** Makes the title of an item of a list. */
import type { ListField } from "./field";
import { type Json, member } from "./json";
import { textOf } from "./scalar-text";

const NAMES: readonly string[] = ["name", "key", "id", "title", "host"];
const LONGEST = 60;

/** Returns the values of the list's keys, or of a field that is usually a name, after the position. */
export function titleOf(field: ListField, item: Json, index: number, plain: string): string {
  if (field.item.kind !== "object") {
    return plain;
  }
  const open = field.item.properties.filter((property) => !property.sensitive && !property.hidden);
  const names = field.keys.length > 0 ? field.keys : NAMES;
  const texts = names
    .filter((name) => open.some((property) => property.name === name))
    .map((name) => textOf(member(item, name)) ?? "")
    .filter((text) => text !== "");
  const title = (field.keys.length > 0 ? texts : texts.slice(0, 1)).join(", ");
  const cut = title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title;
  return cut === "" ? plain : `${index + 1}. ${cut}`;
}
