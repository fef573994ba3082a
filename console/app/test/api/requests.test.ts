import { expect, test } from "vitest";
import { Access } from "../../src/api/access";
import { kindsOf } from "../../src/api/discovery";
import { parseSpan, printSpan } from "../../src/api/duration";
import { Http, warningsOf } from "../../src/api/http";
import type { Json } from "../../src/api/json";
import { linesOf } from "../../src/api/lines";
import { Objects } from "../../src/api/objects";
import { schemaOf } from "../../src/api/openapi";
import { ApiError, UnreachableError } from "../../src/api/status";
import { eventOf, objectsFormat, sourceOf } from "../../src/api/watch-http";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function httpWith(answer: (sent: Sent) => Response | Promise<Response>, token?: string) {
  const sent: Sent[] = [];
  const http = new Http({
    token: () => token,
    fetch: async (url, init) => {
      const request = { url: String(url), init: init ?? {} };
      sent.push(request);
      return answer(request);
    },
  });
  return { http, sent };
}

const json = (body: Json, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

test("an error has the causes of the Status", async () => {
  const causes = [{ field: "spec.a", reason: "FieldValueInvalid", message: "bad" }];
  const { http } = httpWith(() =>
    json({ kind: "Status", code: 422, reason: "Invalid", message: "m", details: { causes } }, 422),
  );
  const error = await http.json("/x").catch((caught) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 422, reason: "Invalid", causes });
});

test("an error page of a proxy is an error without a Status", async () => {
  const { http } = httpWith(() => new Response("<html>", { status: 502 }));
  await expect(http.json("/x")).rejects.toMatchObject({ code: 502, reason: "" });
});

test("a failed fetch means that the server is unreachable", async () => {
  const { http } = httpWith(() => Promise.reject(new TypeError("failed")));
  await expect(http.json("/x")).rejects.toBeInstanceOf(UnreachableError);
});

test("large integers keep their digits in both directions", async () => {
  const { http, sent } = httpWith(() => new Response('{"a":9007199254740993}'));
  const body = await http.json("/x");
  expect(body).toEqual({ a: 9007199254740993n });
  await http.json("/x", { method: "POST", body });
  expect(String(sent[1]?.init.body)).toContain("9007199254740993");
});

test("a token is sent as a header only", async () => {
  const { http, sent } = httpWith(() => json({}), "secret");
  await http.json("/x", { query: { a: "b c", none: undefined } });
  expect(sent[0]?.url).toBe("/x?a=b+c");
  expect(new Headers(sent[0]?.init.headers).get("authorization")).toBe("Bearer secret");
});

test("writes have the field manager and strict validation", async () => {
  const { http, sent } = httpWith(() => json({ kind: "K" }));
  const kind = { ...(kindsOf(DISCOVERY)[0] ?? fail()) };
  await new Objects(http).apply(kind, "ns", "a/b", {}, { dryRun: true });
  expect(sent[0]?.url).toBe(
    "/apis/a.io/v1/namespaces/ns/ks/a%2Fb?fieldManager=chartroom-console&dryRun=All&fieldValidation=Strict",
  );
});

test("a dry run of a deletion is in the body, because the server ignores the query then", async () => {
  const { http, sent } = httpWith(() => json({}));
  await new Objects(http).delete(kindsOf(DISCOVERY)[0] ?? fail(), "ns", "n", "u", true);
  expect(JSON.parse(String(sent[0]?.init.body))).toMatchObject({
    dryRun: ["All"],
    preconditions: { uid: "u" },
  });
});

test("headers of warnings can hold quotes and several warnings", () => {
  expect(warningsOf('299 - "a \\"b\\"", 299 - "c, d"')).toEqual(['a "b"', "c, d"]);
  expect(warningsOf(null)).toEqual([]);
});

test("access is asked once for equal questions", async () => {
  let now = 0;
  const { http, sent } = httpWith(() => json({ status: { allowed: false, reason: "no" } }));
  const access = new Access(http, { now: () => now });
  const right = { verb: "list", group: "a.io", resource: "ks", namespace: "ns" };
  const both = await Promise.all([access.check(right), access.check({ ...right })]);
  expect(both).toEqual([
    { allowed: false, reason: "no" },
    { allowed: false, reason: "no" },
  ]);
  expect(sent).toHaveLength(1);
  now = 120_000;
  await access.check(right);
  expect(sent).toHaveLength(2);
  expect(access.known(right)).toEqual({ allowed: false, reason: "no" });
});

test("a failed question of access is asked again", async () => {
  let fails = true;
  const { http } = httpWith(() => (fails ? json({}, 500) : json({ status: { allowed: true } })));
  const access = new Access(http, { now: () => 0 });
  await expect(access.check({ verb: "get", group: "", resource: "x" })).rejects.toBeInstanceOf(ApiError);
  fails = false;
  await expect(access.check({ verb: "get", group: "", resource: "x" })).resolves.toMatchObject({
    allowed: true,
  });
});

test("large integers of a list and of a watch keep their digits", async () => {
  const item = '{"metadata":{"name":"a"},"spec":{"size":9007199254740993}}';
  const answers = [`{"items":[${item}]}`, `{"type":"ADDED","object":${item}}\n`];
  const { http } = httpWith(() => new Response(answers.shift()));
  const source = sourceOf(http, "/x", objectsFormat());
  const { signal } = new AbortController();
  const found = { metadata: { name: "a" }, spec: { size: 9007199254740993n } };
  expect((await source.list("", signal)).items).toEqual([found]);
  for await (const event of source.watch("1", signal, () => {})) {
    expect(event).toMatchObject({ type: "put", items: [found] });
  }
  expect(answers).toEqual([]);
  expect.assertions(3);
});

test("lines survive any split into chunks, also within a character", async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n\nlast');
  for (let size = 1; size <= bytes.length; size++) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += size) {
          controller.enqueue(bytes.slice(i, i + size));
        }
        controller.close();
      },
    });
    const lines: string[] = [];
    for await (const line of linesOf(stream)) {
      lines.push(line);
    }
    expect(lines).toEqual(['{"a":"ü"}', "", "last"]);
  }
});

test("an error event of a watch is thrown with its code", () => {
  const event = { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired", message: "old" } };
  expect(() => eventOf(event, objectsFormat())).toThrow(expect.objectContaining({ code: 410 }));
});

test("the bookmark of a table can carry its annotation in a row", () => {
  const carrier = {
    metadata: { resourceVersion: "5", annotations: { "k8s.io/initial-events-end": "true" } },
  };
  const event = {
    type: "BOOKMARK",
    object: { kind: "Table", metadata: {}, rows: [{ cells: [], object: carrier }] },
  };
  expect(eventOf(event, objectsFormat())).toEqual({
    type: "bookmark",
    resourceVersion: "5",
    isInitialEnd: true,
  });
});

const DISCOVERY = {
  items: [
    {
      metadata: { name: "a.io" },
      versions: [
        {
          version: "v1",
          resources: [{ resource: "ks", responseKind: { kind: "K" }, scope: "Namespaced", verbs: ["list"] }],
        },
        {
          version: "v1beta1",
          resources: [{ resource: "ks", responseKind: { kind: "K" } }, { resource: "olds" }],
        },
      ],
    },
  ],
};

test("discovery has each kind once, in the preferred version", () => {
  expect(kindsOf(DISCOVERY).map(({ resource, version }) => `${resource} ${version}`)).toEqual([
    "ks v1",
    "olds v1beta1",
  ]);
});

test("a schema is found by its kind, and a recursive one ends", () => {
  const document = {
    components: {
      schemas: {
        K: {
          "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "K" }],
          properties: {
            spec: { $ref: "#/components/schemas/Spec" },
            metadata: { description: "d", allOf: [{ $ref: "#/components/schemas/Meta" }] },
          },
        },
        Spec: { type: "object", properties: { self: { $ref: "#/components/schemas/Spec" } } },
        Meta: { type: "object" },
      },
    },
  };
  const schema = schemaOf(document, { group: "a.io", version: "v1", kind: "K" });
  expect(schema).toMatchObject({
    properties: { spec: { type: "object" }, metadata: { type: "object", description: "d" } },
  });
});

test.each(["5s", "2m", "5m30s", "3h", "7h5m", "30h", "3d4h", "45d", "2y40d"])(
  "the time span %s is read and printed",
  (span) => {
    const milliseconds = parseSpan(span);
    expect(milliseconds).toBeGreaterThan(0);
    expect(parseSpan(printSpan(milliseconds ?? 0))).toBe(milliseconds);
  },
);

function fail(): never {
  throw new Error("missing");
}
