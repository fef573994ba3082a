// @vitest-environment jsdom
/** Pages whose schema cannot be loaded. They cannot know which values are sensitive. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MASK } from "../src/api/sensitive";
import { DetailPage } from "../src/detail/DetailPage";
import { CreatePage } from "../src/edit/CreatePage";
import { EditPage } from "../src/edit/EditPage";
import { DefinitionPage } from "../src/platform/DefinitionPage";
import { PlatformProvider, usePlatform } from "../src/shell/platform";
import { API, END, watchOf } from "./application";
import { barriers } from "./axe";
import { type Handler, KIND, PATH, show } from "./harness";
import { CACHE, SCHEMA } from "./password";

const COLLECTION = "/apis/a.io/v1/namespaces/shop/caches";
const INDEX = "GET /openapi/v3";
const UNAVAILABLE = () => Response.json({ kind: "Status", code: 503, message: "no answer" }, { status: 503 });
const UNREACHABLE = "The server cannot be reached";
const OF_CACHE = { namespace: "shop", group: "a.io", resource: "caches" };
const published = () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } });

/** A server whose schemas can fail. */
function server(index: Handler) {
  const state = {
    index,
    document: (() => ({ components: { schemas: { Cache: SCHEMA } } })) as Handler,
    object: (() => CACHE) as Handler,
  };
  const routes: Readonly<Record<string, Handler>> = {
    ...API,
    [INDEX]: (request) => state.index(request),
    "GET /openapi/v3/a": (request) => state.document(request),
    [`GET ${COLLECTION}`]: () => watchOf({ type: "ADDED", object: CACHE }, { type: "BOOKMARK", object: END }),
    [`GET ${PATH}`]: (request) => state.object(request),
    [`GET ${PATH}/values`]: () => ({
      complete: true,
      values: [{ path: "password", value: "hunter2", source: "spec" }],
    }),
  };
  return { state, routes };
}

function open(page: ReactNode, routes: Readonly<Record<string, Handler>>) {
  return show(<PlatformProvider namespace="shop">{page}</PlatformProvider>, routes);
}

const detail = (tab: string) => {
  history.replaceState(null, "", `/console/n/shop/a.io/caches/cart?tab=${tab}`);
  return <DetailPage {...OF_CACHE} name="cart" />;
};
const definition = (tab: string) => {
  history.replaceState(null, "", `/console/platform/caches.a.io?tab=${tab}`);
  return <DefinitionPage name="caches.a.io" />;
};
const shown = () =>
  [document.body.textContent, ...[...document.querySelectorAll("textarea")].map(({ value }) => value)].join();

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const PAGES: readonly (readonly [string, () => ReactNode, string | RegExp])[] = [
  ["the overview", () => detail("overview"), MASK],
  ["the values", () => detail("values"), MASK],
  ["the YAML", () => detail("yaml"), new RegExp(MASK)],
  ["an edit", () => <EditPage {...OF_CACHE} name="cart" />, "Review"],
  ["a creation", () => <CreatePage {...OF_CACHE} />, "Review"],
  ["the form of a definition", () => definition("form"), "The object"],
  ["the fields of a definition", () => definition("explain"), "password"],
];

test.each(PAGES)("%s waits for a schema that failed to load, and loads it again", async (_, page, after) => {
  const { state, routes } = server(UNAVAILABLE);
  open(page(), routes);
  const retry = await screen.findByRole("button", { name: "Try again" }, { timeout: 15_000 });
  expect(screen.getByText(UNREACHABLE)).toBeTruthy();
  expect(shown()).not.toContain("hunter2");
  expect(screen.queryByText(/publishes no schema/)).toBeNull();
  expect(await barriers()).toEqual([]);
  state.index = published;
  await userEvent.click(retry);
  expect(await screen.findByText(after)).toBeTruthy();
  expect(screen.queryByText(UNREACHABLE)).toBeNull();
});

test("a document of schemas that fails to load hides the values, too", async () => {
  const { state, routes } = server(published);
  state.document = UNAVAILABLE;
  open(detail("yaml"), routes);
  expect(await screen.findByText(UNREACHABLE)).toBeTruthy();
  expect(shown()).not.toContain("hunter2");
});

test.each([
  ["has no schema of the kind", () => ({ paths: {} })],
  ["has no OpenAPI", () => undefined],
])("an object can be edited as YAML if the server %s", async (_, index) => {
  open(<EditPage {...OF_CACHE} name="cart" />, server(index).routes);
  const yaml = await screen.findByLabelText<HTMLTextAreaElement>("The object as YAML");
  expect(yaml.value).toContain("hunter2");
});

function Refresh() {
  const { reload } = usePlatform();
  return (
    <button type="button" onClick={reload}>
      Refresh
    </button>
  );
}

/** Shows a page, and refreshes the kinds. The kind has changed, and neither its schema nor the object can be loaded any more. */
async function refreshed(page: ReactNode, isOpen: () => unknown) {
  const { state, routes } = server(published);
  let verbs = ["get", "list", "watch"];
  const discovery = () => {
    const resources = [{ resource: "caches", responseKind: { kind: "Cache" }, scope: "Namespaced", verbs }];
    return { items: [{ metadata: { name: "a.io" }, versions: [{ version: "v1", resources }] }] };
  };
  const content = (
    <>
      <Refresh />
      {page}
    </>
  );
  const patch: Handler = ({ body }) => JSON.parse(body);
  const { sent, services } = open(content, {
    ...routes,
    "GET /apis": discovery,
    [`PATCH ${PATH}`]: patch,
  });
  await waitFor(() => expect(isOpen()).toBeTruthy());
  services.schemas.clear();
  state.index = UNAVAILABLE;
  state.object = UNAVAILABLE;
  verbs = [...verbs, "patch"];
  await userEvent.click(screen.getByText("Refresh"));
  await waitFor(() => expect(sent.filter(({ url }) => url.pathname === "/openapi/v3")).toHaveLength(2));
  // A later question ends after that of the page.
  await act(() => expect(services.schemas.of(KIND)).rejects.toThrow("no answer"));
  return sent;
}

test("the YAML keeps its masks if the kind changes and its schema fails to load", async () => {
  await refreshed(detail("yaml"), () => screen.queryByText(new RegExp(MASK)));
  expect(await screen.findByText(new RegExp(MASK))).toBeTruthy();
  expect(shown()).not.toContain("hunter2");
});

test("an edit stays and is reviewed with masks if the kind changes and nothing can be loaded", async () => {
  const user = userEvent.setup();
  const editor = () => screen.getByLabelText<HTMLTextAreaElement>("The object as YAML");
  const sent = await refreshed(<EditPage {...OF_CACHE} name="cart" />, () => screen.queryByLabelText("YAML"));
  const loads = () => sent.filter(({ method, url }) => method === "GET" && url.pathname === PATH);
  await waitFor(() => expect(loads()).toHaveLength(2));
  await user.click(screen.getByLabelText("YAML"));
  const text = editor().value.replace("hunter2", "swordfish");
  await user.clear(editor());
  await user.click(editor());
  await user.paste(text);
  await user.click(screen.getByRole("button", { name: "Review" }));
  await screen.findByText("spec.password");
  expect(document.querySelector("dialog")?.textContent).not.toMatch(/hunter2|swordfish/);
});
