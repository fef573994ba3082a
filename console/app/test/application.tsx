/** The whole application over a fake API with the kinds Cache and Queue. */
import { render } from "@testing-library/react";
import type { Right } from "../src/api/access";
import { App } from "../src/shell/App";
import { createServices, ServicesContext } from "../src/shell/services";
import { ALLOWED, fakeApi, type Handler, KIND, type Sent } from "./harness";

/** The first test that opens a page loads its code. */
export const LAZY = { timeout: 15_000 };
export const CACHES = "/apis/a.io/v1/namespaces/shop/caches";

const resource = (plural: string, kind: string, verbs: readonly string[]) => ({
  resource: plural,
  responseKind: { kind },
  scope: "Namespaced",
  verbs,
  subresources: KIND.subresources.map(({ name, verbs }) => ({ subresource: name, verbs })),
});

export const GROUP = {
  metadata: { name: "a.io" },
  versions: [
    {
      version: "v1",
      resources: [resource("caches", "Cache", KIND.verbs), resource("queues", "Queue", KIND.verbs)],
    },
  ],
};

export const API: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({ items: [GROUP] }),
  "GET /api/v1/namespaces": () => ({
    items: [{ metadata: { name: "shop" } }, { metadata: { name: "default" } }],
  }),
};

export function startApp(routes: Readonly<Record<string, Handler>>): readonly Sent[] {
  const { fetch, sent } = fakeApi(routes);
  render(
    <ServicesContext value={createServices(fetch)}>
      <App />
    </ServicesContext>,
  );
  return sent;
}

/** Answers the reviews of the rights of a user. */
export function allow(isAllowed: (right: Right) => boolean): Readonly<Record<string, Handler>> {
  return {
    "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews": ({ body }) => {
      const allowed = isAllowed(JSON.parse(body).spec.resourceAttributes);
      return { status: { allowed, reason: allowed ? "" : "RBAC: no role allows this" } };
    },
  };
}

/** A watch that stays open after its first events. */
export function watchOf(...events: readonly object[]): Response {
  return new Response(
    new ReadableStream({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
        ),
    }),
  );
}

/** The end of the objects that a watch begins with. */
export const END = {
  metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } },
};

const OBJECT = {
  apiVersion: "a.io/v1",
  kind: "Cache",
  metadata: { name: "cart", namespace: "shop", uid: "u" },
};

/** The Cache cart, for its own page, and for the table of its kind. */
export const CART: Readonly<Record<string, Handler>> = {
  [`GET ${CACHES}`]: ({ url }) =>
    url.searchParams.has("fieldSelector")
      ? watchOf(
          { type: "ADDED", object: { ...OBJECT, metadata: { ...OBJECT.metadata, resourceVersion: "1" } } },
          { type: "BOOKMARK", object: END },
        )
      : watchOf(
          {
            type: "ADDED",
            object: {
              kind: "Table",
              columnDefinitions: [{ name: "Name", type: "string" }],
              rows: [{ cells: ["cart"], object: OBJECT }],
            },
          },
          { type: "BOOKMARK", object: { kind: "Table", rows: [{ cells: [], object: END }] } },
        ),
};
