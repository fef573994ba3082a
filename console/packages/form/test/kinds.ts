/** Builds the schema of a kind from the schema of its spec. */
import { buildModel, type Definition, type Field, type Json, type JsonObject } from "../src";

export function kindOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties: { spec: { type: "object", properties, ...more } } };
}

/** Returns the field of one property of the spec. */
export function fieldOf(schema: Json, definition: Definition = {}, name = "x"): Field {
  const model = buildModel(kindOf({ [name]: schema }), definition);
  const placed = model.sections.flatMap((section) => section.fields).find(({ field }) => field.name === name);
  if (!placed) {
    throw new Error(`The form has no field ${name}.`);
  }
  return placed.field;
}
