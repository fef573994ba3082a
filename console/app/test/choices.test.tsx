// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { API, CACHES, GROUP, LAZY, startApp } from "./application";
import { type Handler, startAt } from "./harness";

startAt("/console/n/shop/a.io/caches/_create");

const SCHEMA = {
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  "x-chartroom-form": { fields: [{ path: "spec.class", options: { source: "StorageClasses" } }] },
  type: "object",
  properties: { spec: { type: "object", properties: { class: { type: "string" } } } },
};
const OPTIONS = "/apis/computed.chartroom.dev/v1alpha1/namespaces/shop/applicationoptions/caches.a.io";
const COMPUTED = {
  metadata: { name: "computed.chartroom.dev" },
  versions: [{ version: "v1alpha1", resources: [{ resource: "applicationoptions", verbs: ["get"] }] }],
};

/** Opens the form. Without an answer, the server has no ApplicationOptions. */
function open(answer?: Handler) {
  return startApp({
    ...API,
    "GET /apis": () => ({ items: answer ? [GROUP, COMPUTED] : [GROUP] }),
    "GET /openapi/v3": () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } }),
    "GET /openapi/v3/a": () => ({ components: { schemas: { Cache: SCHEMA } } }),
    [`POST ${CACHES}`]: ({ body }) => JSON.parse(body),
    ...(answer && { [`GET ${OPTIONS}`]: answer }),
  });
}

const choices = { path: "spec.class", choices: [{ value: "fast", default: true }, { value: "slow" }] };

test("the editor offers the ApplicationOptions of the kind in the namespace", async () => {
  const user = userEvent.setup();
  const sent = open(() => ({ status: { fields: [choices] } }));
  const select = await screen.findByRole("combobox", { name: "Class" }, LAZY);
  const offered = within(select).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    "Not set",
    "fast (default)",
    "slow",
    "Another value…",
  ]);
  expect(sent.filter(({ url }) => url.pathname.includes("applicationoptions"))).toHaveLength(1);
  await user.type(screen.getByLabelText("Name"), "cart");
  await user.selectOptions(select, "slow");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() => expect(sent.some(({ url }) => url.searchParams.get("dryRun") === "All")).toBe(true));
  const review = sent.find(({ url }) => url.searchParams.get("dryRun") === "All");
  expect(JSON.parse(review?.body ?? "").spec).toEqual({ class: "slow" });
});

test("the editor has a text field and says why, if the user may not read the ApplicationOptions", async () => {
  const user = userEvent.setup();
  open(() => Response.json({ kind: "Status", code: 403, message: "forbidden" }, { status: 403 }));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Class" }, LAZY);
  expect(await screen.findByText("The choices could not be loaded. Enter a value.")).toBeTruthy();
  await user.type(field, "mine");
  expect(field.value).toBe("mine");
});

test("the editor asks for no choices if the server does not have them", async () => {
  const user = userEvent.setup();
  const sent = open();
  await user.type(await screen.findByRole("textbox", { name: "Class" }, LAZY), "mine");
  expect(screen.queryByText("There are no values to choose from.")).toBeNull();
  expect(sent.some(({ url }) => url.pathname.includes("applicationoptions"))).toBe(false);
});
