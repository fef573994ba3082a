/** The plugin in the published package of Headlamp: its registry, its requests and its components are real. */
import { lightTheme } from "@kinvolk/headlamp-plugin/lib/components/App/defaultAppThemes";
import { setStore } from "@kinvolk/headlamp-plugin/lib/lib/router/createRouteURL";
import { createMuiTheme } from "@kinvolk/headlamp-plugin/lib/lib/themes";
import store from "@kinvolk/headlamp-plugin/lib/redux/stores/store";
import { ThemeProvider } from "@mui/material/styles";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "react-redux";
import { MemoryRouter, Route } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mergePatch } from "../src/EditPage";
import { causesOf } from "../src/http";
import "../src/index";

const GROUP = "apps.example.com";
const OBJECTS = `/apis/${GROUP}/v1/namespaces/shop/redises`;
const SCHEMA = {
  type: "object",
  "x-kubernetes-group-version-kind": [{ group: GROUP, version: "v1", kind: "Redis" }],
  properties: {
    spec: { type: "object", properties: { replicas: { type: "integer", title: "Replicas" } } },
  },
};
const VERBS = ["get", "list", "create", "patch"];
const RESOURCE = { resource: "redises", responseKind: { kind: "Redis" }, scope: "Namespaced", verbs: VERBS };
const CART = {
  apiVersion: `${GROUP}/v1`,
  kind: "Redis",
  metadata: { name: "cart", namespace: "shop", resourceVersion: "7" },
  spec: { replicas: 2 },
};
const INVALID =
  'Redis.apps.example.com "cart" is invalid: spec.replicas: Invalid value: 10: must be at most 9';

const THEME = createMuiTheme(lightTheme);
// Headlamp does this when it starts.
setStore(store);

type Answer = object | Response;
let answers: Record<string, Answer>;
let handlers: Record<string, (body: { metadata: { resourceVersion?: string } }) => Response>;
let sent: { method: string; path: string; body: unknown }[];

beforeEach(() => {
  history.replaceState(null, "", "/c/main/chartroom");
  sent = [];
  handlers = {};
  answers = {
    "GET /api": { items: [] },
    "GET /apis": {
      items: [{ metadata: { name: GROUP }, versions: [{ version: "v1", resources: [RESOURCE] }] }],
    },
    "GET /openapi/v3": {
      paths: { [`apis/${GROUP}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${GROUP}/v1` } },
    },
    [`GET /openapi/v3/apis/${GROUP}/v1`]: { components: { schemas: { Redis: SCHEMA } } },
    [`GET /apis/${GROUP}/v1/redises`]: {
      columnDefinitions: [
        { name: "Name", type: "string", priority: 0 },
        { name: "Ready", type: "string", priority: 0 },
      ],
      rows: [{ cells: ["cart", "True"], object: { metadata: CART.metadata } }],
    },
    [`GET ${OBJECTS}/cart`]: CART,
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, "http://headlamp.test").pathname.replace("/clusters/main", "");
    const method = init.method ?? "GET";
    const body = init.body ? JSON.parse(String(init.body)) : undefined;
    sent.push({ method, path, body });
    const answer = handlers[`${method} ${path}`]?.(body) ?? answers[`${method} ${path}`];
    return answer instanceof Response
      ? answer.clone()
      : Response.json(answer ?? {}, { status: answer ? 200 : 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the page that Headlamp has for an address in a cluster. */
function open(address: string) {
  const routes = Object.values(store.getState().routes.routes).filter(({ path }) =>
    path.startsWith("/chartroom"),
  );
  return render(
    <Provider store={store}>
      <ThemeProvider theme={THEME}>
        <MemoryRouter initialEntries={["/before", address]} initialIndex={1}>
          {routes.map(({ path, component: Page }) => (
            <Route key={path} path={path} exact>
              <Page />
            </Route>
          ))}
          <Route path="/before">the page before</Route>
        </MemoryRouter>
      </ThemeProvider>
    </Provider>,
  );
}

const refusal = (code: number, message: string) =>
  Response.json({ kind: "Status", code, message }, { status: code, statusText: "Refused" });
const writes = () => sent.filter(({ method }) => method !== "GET");

test("Headlamp gets an entry in its side bar, and four pages", () => {
  expect(Object.values(store.getState().sidebar.entries).map(({ name }) => name)).toContain("chartroom");
  const paths = Object.values(store.getState().routes.routes).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("/chartroom"))).toHaveLength(4);
});

test("the kinds lead to their objects, in the columns of the server", async () => {
  open("/chartroom");
  const link = await screen.findByRole("link", { name: "Redis" });
  expect(link.getAttribute("href")).toBe(`/c/main/chartroom/${GROUP}/redises`);
  cleanup();
  open(`/chartroom/${GROUP}/redises`);
  const object = await screen.findByRole("link", { name: "cart" });
  expect(object.getAttribute("href")).toBe(`/c/main/chartroom/${GROUP}/redises/shop/cart`);
  expect(screen.getByText("True")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Create Redis" })).toBeTruthy();
});

test("a new object is created by the form, which shows what the server refuses at its field", async () => {
  const user = userEvent.setup();
  open(`/chartroom/${GROUP}/redises/create`);
  await user.clear(await screen.findByLabelText("Namespace"));
  await user.type(screen.getByLabelText("Namespace"), "shop");
  await user.type(screen.getByLabelText("Name"), "cart");
  await user.type(screen.getByLabelText("Replicas"), "10");
  answers[`POST ${OBJECTS}`] = refusal(422, INVALID);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Replicas").getAttribute("aria-invalid")).toBe("true"));
  const described = screen.getByLabelText("Replicas").getAttribute("aria-describedby") ?? "";
  const texts = described.split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(texts.join()).toContain("must be at most 9");

  await user.clear(screen.getByLabelText("Replicas"));
  await user.type(screen.getByLabelText("Replicas"), "3");
  answers[`POST ${OBJECTS}`] = CART;
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("the page before")).toBeTruthy();
  expect(writes().at(-1)?.body).toEqual({
    apiVersion: `${GROUP}/v1`,
    kind: "Redis",
    metadata: { name: "cart", namespace: "shop" },
    spec: { replicas: 3 },
  });
});

test("a user who may list one namespace only sees its objects, and can create others", async () => {
  const user = userEvent.setup();
  answers[`GET ${OBJECTS}`] = answers[`GET /apis/${GROUP}/v1/redises`] ?? {};
  answers[`GET /apis/${GROUP}/v1/redises`] = refusal(403, "redises is forbidden");
  open(`/chartroom/${GROUP}/redises`);
  expect((await screen.findByRole("alert")).textContent).toContain("redises is forbidden");
  expect(screen.getByRole("link", { name: "Create Redis" })).toBeTruthy();
  await user.type(screen.getByLabelText("Namespace"), "shop");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(await screen.findByRole("link", { name: "cart" })).toBeTruthy();
});

test("an edit goes onto a newer state, and the next one onto what the server made of it", async () => {
  const user = userEvent.setup();
  open(`/chartroom/${GROUP}/redises/shop/cart`);
  await user.clear(await screen.findByLabelText("Replicas"));
  await user.type(screen.getByLabelText("Replicas"), "4");
  const newer = { ...CART, metadata: { ...CART.metadata, resourceVersion: "8" } };
  answers[`GET ${OBJECTS}/cart`] = { ...newer, status: { ready: true } };
  const spec = { replicas: 4, size: "1Gi" };
  handlers[`PATCH ${OBJECTS}/cart`] = ({ metadata }) =>
    metadata.resourceVersion === "7"
      ? refusal(409, "the object has been modified")
      : Response.json({ ...newer, metadata: { ...newer.metadata, resourceVersion: "9" }, spec });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved.")).toBeTruthy();
  await user.clear(screen.getByLabelText("Replicas"));
  await user.type(screen.getByLabelText("Replicas"), "5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(writes()).toHaveLength(3));
  expect(writes().map(({ body }) => body)).toEqual([
    { metadata: { resourceVersion: "7" }, spec: { replicas: 4 } },
    { metadata: { resourceVersion: "8" }, spec: { replicas: 4 } },
    { metadata: { resourceVersion: "9" }, spec: { replicas: 5 } },
  ]);
});

test("an edit does not overwrite the same field of another client", async () => {
  const user = userEvent.setup();
  open(`/chartroom/${GROUP}/redises/shop/cart`);
  await user.clear(await screen.findByLabelText("Replicas"));
  await user.type(screen.getByLabelText("Replicas"), "4");
  answers[`PATCH ${OBJECTS}/cart`] = refusal(409, "the object has been modified");
  answers[`GET ${OBJECTS}/cart`] = { ...CART, spec: { replicas: 7 } };
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByText(/has changed spec.replicas, too/)).length).toBeGreaterThan(0);
  expect(writes()).toHaveLength(1);
});

test("a field that is emptied is removed", () => {
  expect(mergePatch(CART, { ...CART, spec: {} })).toMatchObject({ spec: { replicas: null } });
});

test.each([
  [INVALID, [["spec.replicas", "Invalid value: 10: must be at most 9"]]],
  [
    'Redis "a" is invalid: [spec.a: Required value, spec.b[0].c: Invalid value: "x, y: z": is bad, <nil>: Invalid value: "": odd]',
    [
      ["spec.a", "Required value"],
      ["spec.b[0].c", 'Invalid value: "x, y: z": is bad, <nil>: Invalid value: "": odd'],
    ],
  ],
  ["something else", []],
])("the fields in the message %j are found", (message, expected) => {
  expect(causesOf(message).map(({ field, message: problem }) => [field, problem])).toEqual(expected);
});
