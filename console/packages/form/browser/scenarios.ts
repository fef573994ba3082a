/** The pages of the browser test. */
import type { Cause, Json, JsonObject } from "../src";
import { richSchema, richValue } from "./rich";

export interface Scenario {
  readonly schema: Json;
  readonly value: JsonObject;
  readonly mode: "create" | "edit";
  readonly errors: readonly Cause[];
}

export const FIELDS = 500;
export const ITEMS = 1000;

const numbers = [...Array(FIELDS).keys()];

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  rich: { schema: richSchema, value: richValue, mode: "create", errors: [] },
  edit: { schema: richSchema, value: richValue, mode: "edit", errors: [] },
  errors: {
    schema: richSchema,
    value: richValue,
    mode: "create",
    errors: [
      { field: "spec.users[1].name", reason: "FieldValueInvalid", message: "the name is taken" },
      { field: "spec.labels[app.example.com/tier]", message: "must be one of web, data" },
      { field: "metadata.name", message: "must be no more than 40 characters" },
    ],
  },
  large: {
    schema: specOf(Object.fromEntries(numbers.map((i) => [`field${i}`, propertyOf(i)]))),
    value: { spec: {} },
    mode: "create",
    errors: [],
  },
  list: {
    schema: specOf({ hosts: { type: "array", items: { type: "string" } } }),
    value: { spec: { hosts: [...Array(ITEMS).keys()].map((i) => `host-${i}`) } },
    mode: "create",
    errors: [{ field: "spec.hosts[700]", message: "is not a host" }],
  },
};

function specOf(properties: JsonObject): Json {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

function propertyOf(i: number): Json {
  const types: readonly JsonObject[] = [
    { type: "string", default: "text" },
    { type: "integer", default: i },
    { type: "boolean", default: true },
    { type: "string", enum: ["a", "b", "c"] },
  ];
  return { ...types[i % types.length], description: `Describes field ${i}.` };
}
