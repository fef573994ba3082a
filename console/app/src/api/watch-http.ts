/** Lists and watches a collection of the API, as whole objects or as rows of a table. */
import { parseJson } from "@chartroom/form";
import type { Http } from "./http";
import { array, at, isObject, type Json, type JsonObject, objects, text } from "./json";
import { linesOf } from "./lines";
import { ApiError, errorOf } from "./status";
import type { Page, WatchEvent, WatchSource } from "./watch-source";

const PAGE_SIZE = "500";
const INITIAL_END = "k8s.io/initial-events-end";
const WATCH_SECONDS = 300;

/** How the items of a list or event are read. */
export interface Format<T> {
  readonly accept: string;
  /** Reads the text of the server. */
  readonly parse: (content: string) => Json;
  readonly query?: Readonly<Record<string, string>>;
  /** Returns the items of a list, of a table, or the object of an event. */
  readonly read: (content: JsonObject) => readonly T[];
  readonly keyOf: (item: T) => string;
}

export interface Selection {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

export function sourceOf<T>(
  http: Http,
  path: string,
  format: Format<T>,
  selection: Selection = {},
): WatchSource<T> {
  const query = { ...format.query, ...selection };
  return {
    keyOf: format.keyOf,
    async list(page, signal): Promise<Page<T>> {
      const call = {
        accept: format.accept,
        query: { ...query, limit: PAGE_SIZE, continue: page || undefined },
        signal,
      };
      const response = await http.response(path, call);
      const list = parse(await response.text(), response.status, format);
      return {
        items: format.read(list),
        resourceVersion: text(list, "metadata", "resourceVersion"),
        next: text(list, "metadata", "continue"),
      };
    },
    watch: (resourceVersion, signal, opened) =>
      watch(http, path, format, query, { resourceVersion, signal, opened }),
  };
}

interface Watch {
  readonly resourceVersion: string | undefined;
  readonly signal: AbortSignal;
  readonly opened: () => void;
}

async function* watch<T>(
  http: Http,
  path: string,
  format: Format<T>,
  query: Readonly<Record<string, string | undefined>>,
  { resourceVersion, signal, opened }: Watch,
): AsyncGenerator<WatchEvent<T>> {
  const initial =
    resourceVersion === undefined
      ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" }
      : { resourceVersion };
  const response = await http.response(path, {
    accept: format.accept,
    query: {
      ...query,
      ...initial,
      watch: "true",
      allowWatchBookmarks: "true",
      // Streams of many clients that began together must not end together.
      timeoutSeconds: String(Math.round(WATCH_SECONDS * (1 + Math.random()))),
    },
    signal,
  });
  opened();
  if (!response.body) {
    return;
  }
  for await (const line of linesOf(response.body)) {
    if (line.trim() !== "") {
      yield eventOf(parse(line, response.status, format), format);
    }
  }
}

export function eventOf<T>(event: JsonObject, format: Pick<Format<T>, "read">): WatchEvent<T> {
  const content = at(event, "object");
  const object = isObject(content) ? content : {};
  const type = text(event, "type");
  if (type === "ERROR") {
    throw errorOf(500, object);
  }
  if (type === "BOOKMARK") {
    return { type: "bookmark", resourceVersion: versionOf(object), isInitialEnd: isInitialEnd(object) };
  }
  const items = format.read(object);
  return { type: type === "DELETED" ? "delete" : "put", items, resourceVersion: versionOf(object) };
}

function isInitialEnd(object: JsonObject): boolean {
  const carriers = [object, ...objects(object, "rows").map((row) => at(row, "object") ?? null)];
  return carriers.some((carrier) => text(carrier, "metadata", "annotations", INITIAL_END) === "true");
}

function versionOf(object: JsonObject): string {
  const own = text(object, "metadata", "resourceVersion");
  const last = array(object, "rows").at(-1);
  return own || text(at(last, "object"), "metadata", "resourceVersion");
}

function parse(content: string, code: number, format: Pick<Format<unknown>, "parse">): JsonObject {
  let value: Json;
  try {
    value = format.parse(content);
  } catch {
    throw new ApiError(code, "", "The answer of the server is not JSON.");
  }
  if (!isObject(value)) {
    throw new ApiError(code, "", "The answer of the server is not an object.");
  }
  return value;
}

/** Whole objects. An integer beyond 2^53 keeps its digits. */
export function objectsFormat(): Format<JsonObject> {
  return {
    accept: "application/json",
    parse: parseJson,
    read: (content) => (Array.isArray(at(content, "items")) ? objects(content, "items") : [content]),
    keyOf: keyOfObject,
  };
}

export function keyOfObject(item: JsonObject): string {
  return `${text(item, "metadata", "namespace")}/${text(item, "metadata", "name")}`;
}
