// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { App } from "../src/shell/App";
import { takeArrival } from "../src/shell/arrival";
import { createServices, ServicesContext } from "../src/shell/services";
import { ALLOWED, fakeApi, type Handler, startAt } from "./harness";

startAt("/console/");

const unauthorized = (message = "Unauthorized") =>
  Response.json({ kind: "Status", code: 401, reason: "Unauthorized", message }, { status: 401 });

/** An API that accepts one token. */
function apiFor(token: string, routes: Readonly<Record<string, Handler>> = {}) {
  const discovery: Handler = ({ authorization }) =>
    authorization === `Bearer ${token}` ? { items: [] } : unauthorized();
  return fakeApi({ ...ALLOWED, "GET /api": discovery, "GET /apis": discovery, ...routes });
}

function start({ fetch }: Pick<ReturnType<typeof fakeApi>, "fetch">) {
  const services = createServices(fetch);
  render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );
  return services;
}

test("takeArrival removes the code from the address and the history", () => {
  history.replaceState({ kept: 1 }, "", "/console?tab=yaml#code=abc-_1");
  const entries = history.length;
  expect(takeArrival()).toEqual({ type: "code", code: "abc-_1" });
  expect(location.href).toMatch(/\/console\?tab=yaml$/);
  expect(history.state).toEqual({ kept: 1 });
  expect(history.length).toBe(entries);
  expect(takeArrival()).toBeUndefined();
});

test("a code signs in before any other request, and no storage holds the token", async () => {
  const api = apiFor("from-code", {
    "POST /console/login": ({ body }) =>
      JSON.parse(body).code === "good" ? { token: "from-code" } : undefined,
  });
  const services = createServices(api.fetch);
  const isDone = services.signIn.withArrival({ type: "code", code: "good" });
  render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );
  expect(screen.getByText("Signing in…")).toBeTruthy();
  await isDone;
  expect(await screen.findByRole("heading", { level: 1, name: "Catalogue" })).toBeTruthy();
  expect(api.sent.map(({ url }) => url.pathname).indexOf("/console/login")).toBe(0);
  expect(api.sent.filter(({ url }) => url.pathname === "/apis").map((each) => each.authorization)).toEqual([
    "Bearer from-code",
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("from-code");
});

test("a code that does not work leads to the sign-in page with the server's reason", async () => {
  const api = apiFor("t", {
    "POST /console/login": () => unauthorized("the code was used already, is too old, or is wrong"),
    "GET /console/options": () => ({ code: true }),
  });
  await start(api).signIn.withArrival({ type: "code", code: "old" });
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This address did not sign you inThe server says: the code was used already, is too old, or is wrong",
  );
  expect(await screen.findByText(/start chartroom dev again/)).toBeTruthy();
});

test("a server that does not answer is told", async () => {
  const api = apiFor("t", { "POST /console/login": () => Promise.reject(new TypeError("cut")) });
  await start(api).signIn.withArrival({ type: "code", code: "any" });
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
});

test("a server without options offers a token only", async () => {
  const user = userEvent.setup();
  start(apiFor("pasted"));
  await user.type(await screen.findByLabelText("Token"), "pasted");
  expect(screen.queryByText(/chartroom dev/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Catalogue" })).toBeTruthy();
});
