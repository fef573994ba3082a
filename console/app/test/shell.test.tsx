// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { navigate } from "../src/router/navigation";
import { App } from "../src/shell/App";
import { createServices, ServicesContext } from "../src/shell/services";
import { ALLOWED, fakeApi, type Handler, startAt } from "./harness";

startAt("/console/");

const RESOURCE = {
  resource: "caches",
  responseKind: { kind: "Cache" },
  scope: "Namespaced",
  verbs: ["list", "create"],
  categories: ["databases"],
};
const QUEUE = {
  resource: "queues",
  responseKind: { kind: "Queue" },
  scope: "Namespaced",
  verbs: ["list", "create"],
  categories: ["messaging"],
};
const API: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({
    items: [{ metadata: { name: "a.io" }, versions: [{ version: "v1", resources: [RESOURCE, QUEUE] }] }],
  }),
  "GET /api/v1/namespaces": () => ({
    items: [{ metadata: { name: "shop" } }, { metadata: { name: "default" } }],
  }),
};

function start(routes: Readonly<Record<string, Handler>>) {
  const { fetch, sent } = fakeApi(routes);
  render(
    <ServicesContext value={createServices(fetch)}>
      <App />
    </ServicesContext>,
  );
  return sent;
}

test("the first page is the catalogue of the last namespace", async () => {
  localStorage.setItem("chartroom.namespace", "shop");
  start(API);
  expect(await screen.findByRole("heading", { level: 3, name: "Cache" })).toBeTruthy();
  expect(location.pathname).toBe("/console/n/shop");
});

test("a kind that the user may not list is not shown", async () => {
  start({
    ...API,
    "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews": ({ body }) => ({
      status: { allowed: JSON.parse(body).spec.resourceAttributes.resource !== "queues" },
    }),
  });
  expect(await screen.findByRole("heading", { level: 3, name: "Cache" })).toBeTruthy();
  expect(screen.queryByText("Queue")).toBeNull();
});

test("a user without a session signs in with a token, which no storage holds", async () => {
  const user = userEvent.setup();
  let isKnown = false;
  const sent = start({
    ...API,
    "GET /apis": (request) =>
      isKnown ? API["GET /apis"]?.(request) : Response.json({ kind: "Status", code: 401 }, { status: 401 }),
  });
  const field = await screen.findByLabelText("Token");
  expect(screen.queryByRole("alert")).toBeNull();
  isKnown = true;
  await user.type(field, "Bearer secret-token");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("heading", { level: 3, name: "Cache" })).toBeTruthy();
  expect(sent.length).toBeGreaterThan(0);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-token");
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByLabelText("Token")).toBeTruthy();
});

test("a refused token is told", async () => {
  const user = userEvent.setup();
  start({ ...API, "GET /apis": () => Response.json({ kind: "Status", code: 401 }, { status: 401 }) });
  await user.type(await screen.findByLabelText("Token"), "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(
    await screen.findByText("The server does not accept the token. It is wrong or has expired."),
  ).toBeTruthy();
});

test("the namespaces can be switched, also if the user may not list them", async () => {
  const user = userEvent.setup();
  start({
    ...API,
    "GET /api/v1/namespaces": () => Response.json({ kind: "Status", code: 403 }, { status: 403 }),
  });
  await user.click(await screen.findByRole("button", { name: /^Namespace:/ }));
  await user.type(screen.getByRole("combobox", { hidden: true }), "team-a{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/console/n/team-a"));
});

test("an unknown address is told", async () => {
  history.replaceState(null, "", "/console/nowhere");
  start(API);
  expect(await screen.findByText("There is no such page.")).toBeTruthy();
  navigate({ page: "catalogue", namespace: "default" });
  expect(await screen.findByRole("heading", { level: 1, name: "Catalogue" })).toBeTruthy();
});

const ICON = "data:image/svg+xml;base64,PHN2Zz4=";

test("the catalogue shows icons and what the quotas leave, also beyond the first answer", async () => {
  const computed = {
    metadata: { name: "computed.chartroom.dev" },
    versions: [
      { version: "v1alpha1", resources: [{ resource: "selfsubjectkindsreviews", verbs: ["create"] }] },
    ],
  };
  const served = { metadata: { name: "a.io" }, versions: [{ version: "v1", resources: [RESOURCE, QUEUE] }] };
  start({
    ...API,
    "GET /apis": () => ({ items: [served, computed] }),
    "POST /apis/computed.chartroom.dev/v1alpha1/namespaces/default/selfsubjectkindsreviews": ({ body }) =>
      JSON.parse(body).spec.continue === "more"
        ? {
            status: {
              kinds: [
                { group: "a.io", resource: "queues", quotas: [{ name: "cpus", hard: "10", left: "4" }] },
              ],
            },
          }
        : {
            status: {
              kinds: [
                {
                  group: "a.io",
                  resource: "caches",
                  description: "Keeps keys.",
                  icon: JSON.parse(body).spec.icons ? ICON : "",
                },
              ],
              continue: "more",
            },
          },
  });
  expect(await screen.findByText("4 of 10 left (cpus)")).toBeTruthy();
  expect(screen.getByText("Keeps keys.")).toBeTruthy();
  expect(document.querySelectorAll(`img[src="${ICON}"]`).length).toBeGreaterThan(0);
});
