/** The schema of the kind in the tests of the YAML editor. */
import type { JsonObject } from "../../src/api/json";
import { guideOf } from "../../src/yaml/guide";
import { KIND } from "../harness";

const USER: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    role: { type: "string", enum: ["admin", "reader"], description: "The rights of the user." },
    name: { type: "string", pattern: "^[a-z]+$" },
    options: { type: "object", properties: { lock: { type: "boolean" } } },
  },
};

export const SCHEMA: JsonObject = {
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  type: "object",
  required: ["spec"],
  properties: {
    apiVersion: { type: "string", description: "The version of the API. It has a group." },
    kind: { type: "string" },
    metadata: { type: "object" },
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        replicas: {
          type: "integer",
          minimum: 1,
          default: 2,
          description: "How many copies there are.\nMore text.",
        },
        size: { type: "string" },
        mode: { type: "string", enum: ["fast", "safe", "true"], default: "safe" },
        debug: { type: "boolean", default: false },
        password: { type: "string", format: "password", default: "hunter2" },
        users: { type: "array", items: USER },
        zones: { type: "array", items: { type: "string", enum: ["a", "b"] } },
        labels: { type: "object", additionalProperties: { type: "string" } },
        byName: { type: "object", additionalProperties: USER },
        limits: { type: "object", properties: { cpu: { type: "string" }, memory: { type: "string" } } },
        note: { type: "string" },
        anything: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        either: {
          anyOf: [{ type: "string" }, { type: "object", properties: { inner: { type: "string" } } }],
        },
      },
    },
    status: { type: "object" },
  },
};

export const GUIDE = guideOf(SCHEMA, KIND);

/** Splits a text with a cursor, which is `|`. */
export function cursorIn(marked: string): { readonly text: string; readonly cursor: number } {
  const cursor = marked.indexOf("|");
  return { text: marked.slice(0, cursor) + marked.slice(cursor + 1), cursor };
}
