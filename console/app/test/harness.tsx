/** Renders parts of the console over a fake API. */
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import type { Clock } from "../src/api/clock";
import type { Kind } from "../src/api/kinds";
import { createServices, ServicesContext } from "../src/shell/services";

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

/** Prepares the window for each test of the whole application, which starts at an address. */
export function startAt(address: string): void {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, "", address);
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    vi.stubGlobal("scrollTo", () => {});
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly authorization: string | null;
}

export type Handler = (sent: Sent) => unknown;

/** Routes by `METHOD /path`; a handler returns JSON, a text or a Response. */
export function fakeApi(routes: Readonly<Record<string, Handler>>) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), "http://console.test");
    const request = {
      method: init?.method ?? "GET",
      url,
      body: String(init?.body ?? ""),
      authorization: new Headers(init?.headers).get("authorization"),
    };
    sent.push(request);
    const handler = routes[`${request.method} ${url.pathname}`];
    const answer = await handler?.(request);
    if (answer instanceof Response) {
      return answer;
    }
    if (answer === undefined) {
      return Response.json(
        { kind: "Status", code: 404, reason: "NotFound", message: `no ${url.pathname}` },
        { status: 404 },
      );
    }
    return typeof answer === "string" ? new Response(answer) : Response.json(answer);
  };
  return { fetch, sent };
}

export const ALLOWED: Readonly<Record<string, Handler>> = {
  "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews": () => ({ status: { allowed: true } }),
};

export function rights(isAllowed: (right: { verb: string; subresource?: string }) => boolean) {
  return {
    "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews": ({ body }: Sent) => {
      const allowed = isAllowed(JSON.parse(body).spec.resourceAttributes);
      return { status: { allowed, reason: allowed ? "" : "RBAC: no role allows this" } };
    },
  };
}

export function show(content: ReactNode, routes: Readonly<Record<string, Handler>>, clock?: Clock) {
  const { fetch, sent } = fakeApi(routes);
  const services = createServices(fetch, clock);
  return { ...render(<ServicesContext value={services}>{content}</ServicesContext>), sent, services };
}

const ACTIONS = ["suspend", "resume", "reconcile", "restart", "rollback"];
const VIEWS = ["history", "values", "resources", "access", "credentials", "log"];

export const KIND: Kind = {
  group: "a.io",
  version: "v1",
  kind: "Cache",
  resource: "caches",
  singular: "cache",
  namespaced: true,
  verbs: ["get", "list", "watch", "create", "patch", "delete"],
  shortNames: [],
  categories: ["databases"],
  subresources: [
    ...ACTIONS.map((name) => ({ name, verbs: ["create"] })),
    ...VIEWS.map((name) => ({ name, verbs: ["get"] })),
    { name: "scale", verbs: ["get", "patch"] },
  ],
};

export const TARGET = { kind: KIND, namespace: "shop", name: "cart" };
export const PATH = "/apis/a.io/v1/namespaces/shop/caches/cart";
