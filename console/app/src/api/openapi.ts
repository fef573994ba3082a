/** Finds the schema of a kind in the documents of OpenAPI v3, which are loaded once for each group version. */
import type { Clock } from "./clock";
import type { Http } from "./http";
import {
  array,
  at,
  EMPTY,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  object,
  objects,
  text,
} from "./json";
import type { Kind } from "./kinds";
import { isCode } from "./status";

const PREFIX = "#/components/schemas/";
const MAX_DEPTH = 40;

/** The index has the hash of each document, so a new schema shows after this time at most. */
const INDEX_TTL_MS = 30_000;

export class Schemas {
  private readonly documents = new Map<string, Promise<Json>>();
  private index: { readonly since: number; readonly answer: Promise<Json> } | undefined;

  constructor(
    private readonly http: Http,
    private readonly clock: Pick<Clock, "now">,
  ) {}

  /** Returns the schema with its references resolved; undefined if the server publishes none. */
  async of(kind: Kind): Promise<JsonObject | undefined> {
    const { group, version } = kind;
    const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
    const url = text(await this.currentIndex(), "paths", path, "serverRelativeURL");
    // The address comes from the server, and must stay on this origin.
    return url.startsWith("/openapi/v3/") ? schemaOf(await this.document(url), kind) : undefined;
  }

  /** Another user may see other documents. */
  clear(): void {
    this.documents.clear();
    this.index = undefined;
  }

  private currentIndex(): Promise<Json> {
    if (!this.index || this.clock.now() - this.index.since > INDEX_TTL_MS) {
      const answer = this.http.json("/openapi/v3").catch(noIndex);
      this.index = { since: this.clock.now(), answer };
      answer.catch(() => {
        this.index = undefined;
      });
    }
    return this.index.answer;
  }

  private document(url: string): Promise<Json> {
    const known = this.documents.get(url);
    if (known) {
      return known;
    }
    const load = this.http.json(url, { isCacheable: true });
    this.documents.set(url, load);
    load.catch(() => this.documents.delete(url));
    return load;
  }
}

/** A server without OpenAPI publishes no schema. Any other failure says nothing about it. */
function noIndex(error: unknown): Json {
  if (isCode(error, 404)) {
    return EMPTY;
  }
  throw error;
}

export function schemaOf(
  document: Json,
  kind: Pick<Kind, "group" | "version" | "kind">,
): JsonObject | undefined {
  const schemas = object(document, "components", "schemas");
  const found = Object.values(schemas).find((schema) =>
    objects(schema, "x-kubernetes-group-version-kind").some(
      (each) =>
        text(each, "group") === kind.group &&
        text(each, "version") === kind.version &&
        text(each, "kind") === kind.kind,
    ),
  );
  return isObject(found) ? (resolve(found, schemas, 0) as JsonObject) : undefined;
}

/** Replaces references by their schemas. A recursive schema ends at a depth, and accepts anything there. */
function resolve(schema: Json, schemas: JsonObject, depth: number): Json {
  if (depth > MAX_DEPTH) {
    return EMPTY;
  }
  if (isArray(schema)) {
    return schema.map((item) => resolve(item, schemas, depth + 1));
  }
  if (!isObject(schema)) {
    return schema;
  }
  const reference = text(schema, "$ref");
  if (reference.startsWith(PREFIX)) {
    return resolve(at(schemas, reference.slice(PREFIX.length)) ?? EMPTY, schemas, depth + 1);
  }
  const single = array(schema, "allOf")[0];
  if (isObject(single) && array(schema, "allOf").length === 1 && text(single, "$ref") !== "") {
    const { allOf: _, ...rest } = schema;
    return { ...(resolve(single, schemas, depth + 1) as JsonObject), ...rest };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, resolve(value, schemas, depth + 1)]),
  );
}
