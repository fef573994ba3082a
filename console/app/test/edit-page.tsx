/** The page that edits an object with a password. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EditPage } from "../src/edit/EditPage";
import { PlatformProvider } from "../src/shell/platform";
import { ALLOWED, type Handler, PATH, show } from "./harness";
import { CACHE, SCHEMA } from "./password";

const RESOURCE = { resource: "caches", responseKind: { kind: "Cache" }, scope: "Namespaced", verbs: ["get"] };
const ROUTES: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({
    items: [{ metadata: { name: "a.io" }, versions: [{ version: "v1", resources: [RESOURCE] }] }],
  }),
  "GET /openapi/v3": () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } }),
  "GET /openapi/v3/a": () => ({ components: { schemas: { Cache: SCHEMA } } }),
  [`GET ${PATH}`]: () => CACHE,
  [`PATCH ${PATH}`]: ({ body }) => JSON.parse(body),
};

/** Opens the edit of the object with a password. */
export function edit(routes: Readonly<Record<string, Handler>> = {}) {
  const page = <EditPage namespace="shop" group="a.io" resource="caches" name="cart" />;
  return show(<PlatformProvider namespace="shop">{page}</PlatformProvider>, { ...ROUTES, ...routes });
}

/** Edits the YAML, as the form has an input of its own for secrets, and asks for the review. */
export async function replace(from: string, to: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText("YAML"));
  const yaml = screen.getByLabelText<HTMLTextAreaElement>("The object as YAML");
  const text = yaml.value.replace(from, to);
  await user.clear(yaml);
  await user.click(yaml);
  await user.paste(text);
  await user.click(screen.getByRole("button", { name: "Review" }));
}
