/** Sends requests to the API of this origin. The token is in memory only. */
import { parseJson, printJson } from "@chartroom/form";
import type { Json } from "./json";
import { ApiError, errorOf, UnreachableError } from "./status";

export interface Call {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Json;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /** True if the address names its content, such as by a hash. */
  readonly isCacheable?: boolean;
}

export interface Answer {
  readonly body: Json;
  /** The texts of the `Warning` headers. */
  readonly warnings: readonly string[];
}

export interface HttpOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | undefined | Promise<string | undefined>;
  /** Called with the token of the request if the server does not know the user. Returns true to send the request again. */
  readonly onUnauthorized?: (token: string | undefined, isRetry: boolean) => Promise<boolean>;
}

export class Http {
  constructor(private readonly options: HttpOptions) {}

  async json(path: string, call: Call = {}): Promise<Json> {
    return (await this.send(path, call)).body;
  }

  async send(path: string, call: Call = {}): Promise<Answer> {
    const response = await this.response(path, call);
    const content = await read(response);
    return {
      body: content === "" ? null : parse(content, response.status),
      warnings: warningsOf(response.headers.get("warning")),
    };
  }

  async text(path: string, call: Call = {}): Promise<string> {
    return read(await this.response(path, { accept: "text/plain, */*", ...call }));
  }

  /** Returns the response of a successful request, and throws an error otherwise. */
  async response(path: string, call: Call = {}): Promise<Response> {
    const first = await this.options.token();
    let response = await this.exchange(path, call, first);
    if (response.status === 401 && (await this.options.onUnauthorized?.(first, false))) {
      const second = await this.options.token();
      response = await this.exchange(path, call, second);
      if (response.status === 401) {
        await this.options.onUnauthorized?.(second, true);
      }
    }
    if (response.ok) {
      return response;
    }
    throw await failure(response);
  }

  private async exchange(path: string, call: Call, token: string | undefined): Promise<Response> {
    const headers = new Headers({ accept: call.accept ?? "application/json" });
    if (token) {
      headers.set("authorization", `Bearer ${token}`);
    }
    if (call.body !== undefined) {
      headers.set("content-type", call.contentType ?? "application/json");
    }
    try {
      return await this.options.fetch(path + queryOf(call.query), {
        method: call.method ?? "GET",
        headers,
        credentials: "same-origin",
        redirect: "error",
        cache: call.isCacheable ? "default" : "no-store",
        ...(call.body !== undefined && { body: printJson(call.body) }),
        ...(call.signal && { signal: call.signal }),
      });
    } catch (cause) {
      throw call.signal?.aborted ? cause : new UnreachableError("The server did not answer.", { cause });
    }
  }
}

async function failure(response: Response): Promise<ApiError> {
  const content = await read(response).catch(() => "");
  let body: Json | undefined;
  try {
    body = parseJson(content);
  } catch {
    // A proxy on the way can answer with a text or a page.
  }
  return errorOf(response.status, body, response.headers.get("retry-after"));
}

async function read(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new UnreachableError("The connection was cut.", { cause });
  }
}

function parse(content: string, code: number): Json {
  try {
    return parseJson(content);
  } catch {
    throw new ApiError(code, "", "The answer of the server is not JSON.");
  }
}

export function queryOf(query: Call["query"]): string {
  const pairs = Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** Reads a header such as `299 - "one", 299 - "two"`. */
export function warningsOf(header: string | null): readonly string[] {
  return [...(header ?? "").matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) =>
    (quoted ?? "").replaceAll(/\\(.)/g, "$1"),
  );
}
