/** The widgets by the kind of field and by the names that a hint can have. */
import type { Widgets } from "../context";
import { AlternativesWidget } from "./AlternativesWidget";
import { BooleanWidget } from "./BooleanWidget";
import { ChoiceWidget } from "./ChoiceWidget";
import { EnumWidget } from "./EnumWidget";
import { ListWidget } from "./ListWidget";
import { MapWidget } from "./MapWidget";
import { ObjectWidget } from "./ObjectWidget";
import { RawWidget } from "./RawWidget";
import { SecretWidget } from "./SecretWidget";
import { StringWidget, TextAreaWidget, TextWidget } from "./TextWidget";

export const WIDGETS: Widgets = {
  string: StringWidget,
  textarea: TextAreaWidget,
  boolean: BooleanWidget,
  integer: TextWidget,
  number: TextWidget,
  quantity: TextWidget,
  "int-or-string": TextWidget,
  duration: TextWidget,
  "date-time": TextWidget,
  enum: EnumWidget,
  choice: ChoiceWidget,
  secret: SecretWidget,
  password: SecretWidget,
  object: ObjectWidget,
  list: ListWidget,
  map: MapWidget,
  alternatives: AlternativesWidget,
  raw: RawWidget,
  json: RawWidget,
};
