/** An object with a password, and the schema that says so. */
import type { JsonObject } from "../src/api/json";

export const SCHEMA: JsonObject = {
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { size: { type: "string" }, password: { type: "string", format: "password" } },
    },
  },
};

export const CACHE: JsonObject = {
  apiVersion: "a.io/v1",
  kind: "Cache",
  metadata: { name: "cart", namespace: "shop", uid: "u", resourceVersion: "1" },
  spec: { size: "1Gi", password: "hunter2" },
};
