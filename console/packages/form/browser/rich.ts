/** A schema with every kind of field, and an object of it. */
import type { Json, JsonObject } from "../src";

const quantity = {
  "x-kubernetes-int-or-string": true,
  anyOf: [{ type: "integer" }, { type: "string" }],
  pattern:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
};

export const richSchema: Json = {
  type: "object",
  required: ["spec"],
  "x-chartroom-form": {
    order: ["spec.host", "spec.version", "spec.replicas"],
    groups: [
      {
        title: "Storage",
        description: "The volumes of the servers. They stay when the object is deleted.",
        fields: ["spec.size", "spec.storageClass"],
      },
      { title: "Access", fields: ["spec.users", "spec.password", "spec.labels", "spec.expose"] },
    ],
    fields: [
      { path: "spec.storageClass", options: { source: "StorageClasses" } },
      { path: "spec.config", widget: "textarea", title: "Configuration file" },
    ],
  },
  properties: {
    spec: {
      type: "object",
      required: ["version", "host"],
      properties: {
        replicas: {
          type: "integer",
          minimum: 1,
          maximum: 9,
          default: 3,
          description: "How many servers there are. An odd number keeps a majority when one server fails.",
        },
        version: { type: "string", enum: ["7.2", "8.0", "8.2"], description: "The major version." },
        host: {
          type: "string",
          pattern: "^[a-z0-9.-]+$",
          description: "The name under which clients reach the database.",
          "x-kubernetes-validations": [
            { rule: "self == oldSelf", message: "The host is in certificates, so it cannot change." },
          ],
        },
        size: { ...quantity, default: "10Gi", description: "The size of the volume of each server." },
        storageClass: { type: "string", description: "The storage class of the volumes." },
        external: {
          type: "boolean",
          default: false,
          description: "Whether clients outside of the cluster can connect.",
        },
        backup: { type: "boolean", description: "Whether the database is backed up." },
        ratio: { type: "number", minimum: 0, maximum: 1, description: "The share of memory for the cache." },
        port: { "x-kubernetes-int-or-string": true, description: "A port or its name." },
        timeout: { type: "string", format: "duration", default: "30s" },
        until: { type: "string", format: "date-time", nullable: true },
        password: { type: "string", format: "password", description: "The password of the administrator." },
        users: {
          type: "array",
          description: "The accounts that can connect.",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: {
              name: { type: "string", minLength: 1 },
              role: { type: "string", enum: ["reader", "writer", "owner"], default: "reader" },
              password: { type: "string", format: "password" },
            },
          },
        },
        hosts: {
          type: "array",
          items: { type: "string" },
          maxItems: 5,
          description: "Addresses that may connect.",
        },
        labels: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "Labels of the pods.",
        },
        config: { type: "string", default: "maxmemory-policy allkeys-lru\nappendonly yes\n" },
        resources: {
          type: "object",
          default: {},
          description: "What each server gets.",
          properties: {
            cpu: { ...quantity, description: "For example 500m or 2." },
            memory: { ...quantity, default: "512Mi" },
          },
        },
        expose: {
          type: "object",
          description: "How clients outside reach the database.",
          properties: {
            loadBalancer: { type: "object", properties: { address: { type: "string" } } },
            nodePort: { type: "integer", format: "int32" },
          },
          oneOf: [{ required: ["loadBalancer"] }, { required: ["nodePort"] }],
        },
        restore: {
          description: "The source of the first data.",
          anyOf: [
            { type: "string", title: "Name of a backup" },
            {
              type: "object",
              title: "Bucket",
              properties: { bucket: { type: "string" }, key: { type: "string" } },
            },
          ],
        },
        affinity: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          description: "The affinity of the pods, as in a pod template.",
        },
      },
    },
  },
};

export const richValue: JsonObject = {
  apiVersion: "apps.example.com/v1alpha1",
  kind: "Cache",
  metadata: { name: "cart", namespace: "shop" },
  spec: {
    version: "8.0",
    host: "cart.example.com",
    port: "80",
    users: [{ name: "shop", role: "owner", password: "correct horse" }, { name: "reports" }],
    hosts: ["10.0.0.0/8", "192.168.1.1"],
    labels: { team: "checkout", "app.example.com/tier": "data" },
    password: "battery staple",
    expose: { nodePort: 30123 },
    until: null,
    restore: "nightly-7",
    affinity: { nodeAffinity: { weight: 9007199254740993n } },
    legacy: { enabled: true },
  },
};
