/** Reads and writes single objects. Every write has the field manager of the console. */
import type { Answer, Http } from "./http";
import { isObject, type Json, type JsonObject } from "./json";
import { collectionPath, type Kind, objectPath } from "./kinds";
import { ApiError } from "./status";

export const MANAGER = "chartroom-console";

export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

export interface Written {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

export class Objects {
  constructor(private readonly http: Http) {}

  async get(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    signal?: AbortSignal,
  ): Promise<JsonObject> {
    return asObject(await this.http.json(objectPath(kind, namespace, name), { signal }));
  }

  create(
    kind: Kind,
    namespace: string | undefined,
    object: JsonObject,
    options: WriteOptions = {},
  ): Promise<Written> {
    return this.write(collectionPath(kind, namespace), {
      method: "POST",
      body: object,
      query: { ...queryOf(options), fieldValidation: "Strict" },
    });
  }

  /** Server-side apply. */
  apply(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    object: JsonObject,
    options: WriteOptions = {},
  ) {
    return this.write(objectPath(kind, namespace, name), {
      method: "PATCH",
      contentType: "application/apply-patch+yaml",
      body: object,
      query: { ...queryOf(options), fieldValidation: "Strict", force: options.force ? "true" : undefined },
    });
  }

  /** A JSON merge patch, which can also remove fields that other managers set. */
  merge(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    patch: JsonObject,
    options: WriteOptions = {},
  ) {
    return this.write(objectPath(kind, namespace, name), {
      method: "PATCH",
      contentType: "application/merge-patch+json",
      body: patch,
      query: { ...queryOf(options), fieldValidation: "Strict" },
    });
  }

  /** Deletes the object only if it still is the one that the user saw. Returns the warnings of the server. */
  async delete(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    uid: string,
    dryRun = false,
  ): Promise<readonly string[]> {
    const { warnings } = await this.http.send(objectPath(kind, namespace, name), {
      method: "DELETE",
      // The server ignores the options in the query of a request with a body.
      body: {
        apiVersion: "v1",
        kind: "DeleteOptions",
        ...(uid && { preconditions: { uid } }),
        ...(dryRun && { dryRun: ["All"] }),
      },
    });
    return warnings;
  }

  /** Calls a subresource that acts, such as `suspend`. */
  act(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    action: string,
    body: JsonObject = {},
    dryRun = false,
  ) {
    return this.http.send(objectPath(kind, namespace, name, action), {
      method: "POST",
      body,
      query: { fieldManager: MANAGER, dryRun: dryRun ? "All" : undefined },
    });
  }

  async subresource(
    kind: Kind,
    namespace: string | undefined,
    name: string,
    part: string,
    signal?: AbortSignal,
  ) {
    return asObject(await this.http.json(objectPath(kind, namespace, name, part), { signal }));
  }

  scale(kind: Kind, namespace: string | undefined, name: string, replicas: number): Promise<Answer> {
    return this.http.send(objectPath(kind, namespace, name, "scale"), {
      method: "PATCH",
      contentType: "application/merge-patch+json",
      body: { spec: { replicas } },
      query: { fieldManager: MANAGER },
    });
  }

  private async write(path: string, call: Parameters<Http["send"]>[1]): Promise<Written> {
    const { body, warnings } = await this.http.send(path, call);
    return { object: asObject(body), warnings };
  }
}

function queryOf({ dryRun }: WriteOptions) {
  return { fieldManager: MANAGER, dryRun: dryRun ? "All" : undefined };
}

function asObject(body: Json): JsonObject {
  if (!isObject(body)) {
    throw new ApiError(200, "", "The answer of the server is not an object.");
  }
  return body;
}
