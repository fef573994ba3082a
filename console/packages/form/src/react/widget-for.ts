/** Chooses the widget of a field. */
import type { Field } from "../core/field";
import type { FormParts, Widget } from "./context";

const COMPOSITES: readonly string[] = ["object", "list", "map", "alternatives"];
/** The widgets of the package that a hint can choose. They show text only, so other fields would lose their value. */
const TEXT_WIDGETS: readonly string[] = ["string", "textarea"];
const NO_TEXT: readonly string[] = [...COMPOSITES, "raw", "boolean", "enum"];

export function isComposite(field: Field): boolean {
  return COMPOSITES.includes(field.kind);
}

/** The user's own widget of the hint wins. A secret is never shown by a widget of the package for open text. */
export function widgetFor(field: Field, { widgets, ownWidgets }: FormParts): Widget | undefined {
  const own = Object.hasOwn(ownWidgets, field.widget) ? ownWidgets[field.widget] : undefined;
  if (own) {
    return own;
  }
  const isPlain = !isComposite(field) && field.kind !== "raw";
  if (field.sensitive && isPlain) {
    return widgets.secret;
  }
  if (field.options && isPlain) {
    return widgets.choice;
  }
  const isHinted = TEXT_WIDGETS.includes(field.widget) && !NO_TEXT.includes(field.kind);
  return widgets[isHinted ? field.widget : field.kind];
}
