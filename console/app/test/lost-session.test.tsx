// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { App } from "../src/shell/App";
import { createServices, ServicesContext } from "../src/shell/services";
import { ALLOWED, fakeApi, type Sent, startAt } from "./harness";

/** The first test loads the code of the page. */
const LAZY = { timeout: 15_000 };
const PAGE = "/console/n/shop/a.io/caches/_create";
const COLLECTION = "/apis/a.io/v1/namespaces/shop/caches";

startAt(PAGE);

const CACHE = {
  resource: "caches",
  responseKind: { kind: "Cache" },
  scope: "Namespaced",
  verbs: ["list", "create"],
};
const SCHEMA = {
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  type: "object",
  properties: { spec: { type: "object", properties: { size: { type: "string" } } } },
};

const ISSUER = "https://issuer.test";
const CLIENT = { issuer: ISSUER, clientId: "console" };
const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
};

/** A server that accepts one token, which can change. */
function start(issuer: () => unknown = () => undefined, leave = vi.fn<(url: string) => void>()) {
  let valid = "first";
  let isDown = false;
  const answer = (body: unknown) => (request: Sent) => {
    if (request.authorization !== `Bearer ${valid}`) {
      return Response.json({ kind: "Status", code: 401, message: "Unauthorized" }, { status: 401 });
    }
    return isDown ? new Response("", { status: 503 }) : body;
  };
  const groups = {
    items: [{ metadata: { name: "a.io" }, versions: [{ version: "v1", resources: [CACHE] }] }],
  };
  const api = fakeApi({
    ...ALLOWED,
    "GET /api": answer({ items: [] }),
    "GET /apis": answer(groups),
    "GET /openapi/v3": answer({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } }),
    "GET /openapi/v3/a": answer({ components: { schemas: { Cache: SCHEMA } } }),
    "GET /console/options": () => ({ oidc: CLIENT }),
    "GET /.well-known/openid-configuration": issuer,
    [`POST ${COLLECTION}`]: answer({ metadata: { name: "basket" } }),
  });
  const services = createServices(api.fetch, undefined, leave);
  services.session.signIn({ token: "first" });
  render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );
  return {
    user: userEvent.setup(),
    reviews: () => api.sent.filter(({ url }) => url.pathname === COLLECTION),
    services,
    expire: (next: string) => {
      valid = next;
    },
    setDown: () => {
      isDown = true;
    },
  };
}

type Started = ReturnType<typeof start>;

async function fillIn({ user }: Started) {
  await user.type(await screen.findByLabelText("Name", {}, LAZY), "basket");
  await user.type(screen.getByLabelText("Size"), "2Gi");
}

async function enterToken({ user }: Started, token: string) {
  expect(await screen.findByText(/Your edits are not lost/)).toBeTruthy();
  await user.type(screen.getByLabelText("Token"), token);
  await user.click(screen.getByRole("button", { name: "Sign in", hidden: true }));
}

async function signInAgain(started: Started, token: string) {
  await enterToken(started, token);
  await waitFor(() => expect(screen.queryByLabelText("Token")).toBeNull());
}

const button = (name: string) => screen.getByRole("button", { name });

test("edits in the form survive the end of the session, and are sent after the sign-in", async () => {
  const started = start();
  await fillIn(started);
  started.expire("second");
  await started.user.click(button("Review"));
  await signInAgain(started, "second");
  expect(location.pathname).toBe(PAGE);
  expect(screen.queryByText("Unauthorized")).toBeNull();
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
  expect(document.title).toBe("Create Cache · Chartroom");
  await started.user.click(button("Review"));
  expect(await screen.findByText("The server would accept this.")).toBeTruthy();
  const last = started.reviews().at(-1);
  expect(last?.authorization).toBe("Bearer second");
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ metadata: { name: "basket" }, spec: { size: "2Gi" } });
});

test("edits in YAML survive, also while they are not valid", async () => {
  const started = start();
  await started.user.click(await screen.findByLabelText("YAML", {}, LAZY));
  const yaml = () => screen.getByLabelText("The object as YAML") as HTMLTextAreaElement;
  await started.user.clear(yaml());
  await started.user.type(yaml(), "spec: {{ size: # my note");
  started.expire("second");
  await started.services.http.json("/apis").catch(() => undefined);
  await signInAgain(started, "second");
  expect(yaml().value).toBe("spec: { size: # my note");
});

test("edits survive a server that is away right after the sign-in", async () => {
  const started = start();
  await fillIn(started);
  started.expire("second");
  await started.services.http.json("/apis").catch(() => undefined);
  started.setDown();
  await signInAgain(started, "second");
  await started.services.http.json("/apis").catch(() => undefined);
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
});

test("a sign-in that fails keeps the edits for the next one", async () => {
  const started = start();
  await fillIn(started);
  started.expire("third");
  await started.user.click(button("Review"));
  await enterToken(started, "second");
  await waitFor(() => expect((screen.getByLabelText("Token") as HTMLInputElement).value).toBe(""));
  await signInAgain(started, "third");
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
});

test("the user can discard the edits", async () => {
  const started = start();
  await fillIn(started);
  started.expire("second");
  await started.user.click(button("Review"));
  await started.user.click(await screen.findByText("Discard the edits"));
  expect(screen.queryByLabelText("Size")).toBeNull();
  expect(screen.getByLabelText("Token")).toBeTruthy();
});

test("a page without edits does not stay behind the sign-in", async () => {
  const started = start();
  await screen.findByLabelText("Name", {}, LAZY);
  started.expire("second");
  await started.services.http.json("/apis").catch(() => undefined);
  expect(
    await screen.findByText("The server does not accept the token. It is wrong or has expired."),
  ).toBeTruthy();
  expect(screen.queryByLabelText("Name")).toBeNull();
});

test("the sign-out asks before edits are lost", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const started = start();
  await fillIn(started);
  await started.user.click(button("Sign out"));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
});

async function lose({ services, expire }: Started) {
  expire("second");
  await services.http.json("/apis").catch(() => undefined);
}

/** The page behind the sign-in is not visible. */
const issuerButton = () => screen.findByRole("button", { name: "Sign in with issuer.test", hidden: true });

test("a user who stays when the browser asks before the way to the issuer keeps the edits and the form", async () => {
  // The user stays, so nothing happens.
  const leave = vi.fn<(url: string) => void>();
  const started = start(() => DISCOVERY, leave);
  await fillIn(started);
  await lose(started);
  for (const times of [1, 2]) {
    await started.user.click(await issuerButton());
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(screen.queryByText("Signing in…")).toBeNull());
    expect(await issuerButton()).toBeTruthy();
  }
  expect(leave.mock.lastCall?.[0]).toContain(`${ISSUER}/auth?`);
  expect(screen.getByText("Discard the edits")).toBeTruthy();
  await signInAgain(started, "second");
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
});

test.each([
  ["an answer", DISCOVERY],
  ["a problem", {}],
])("%s of the issuer after a sign-in with a token changes nothing", async (_, discovery) => {
  let answer = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const leave = vi.fn<(url: string) => void>();
  const started = start(() => slow, leave);
  await fillIn(started);
  await lose(started);
  const isDone = started.services.signIn.withIssuer(CLIENT);
  await signInAgain(started, "second");
  answer(discovery);
  await isDone;
  expect(leave).not.toHaveBeenCalled();
  expect(started.services.session.current().phase).toBe("open");
});

test("a problem of the issuer is told over the page with edits", async () => {
  const started = start(() => new Response("", { status: 500 }));
  await fillIn(started);
  await lose(started);
  await started.user.click(await issuerButton());
  expect(await screen.findByText("The sign-in failed")).toBeTruthy();
  await signInAgain(started, "second");
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
});

test("Back behind the sign-in asks, and the sign-in promises no edits that the user left", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  history.replaceState(null, "", "/console/platform");
  history.pushState(null, "", PAGE);
  const started = start();
  await fillIn(started);
  await lose(started);
  await issuerButton();
  history.back();
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  expect(screen.getByText(/Your edits are not lost/)).toBeTruthy();
  expect((screen.getByLabelText("Size") as HTMLInputElement).value).toBe("2Gi");
  confirm.mockReturnValue(true);
  history.back();
  await waitFor(() => expect(screen.queryByText(/Your edits are not lost/)).toBeNull());
  expect(screen.getByLabelText("Token")).toBeTruthy();
  expect(location.pathname).toBe("/console/platform");
});
