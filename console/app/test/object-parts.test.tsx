// @vitest-environment jsdom
/** Events, the copy button, and what actions send. */
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../src/api/json";
import { Actions } from "../src/detail/Actions";
import { Events } from "../src/detail/Events";
import { ScaleDialog } from "../src/detail/ScaleDialog";
import { CopyButton } from "../src/ui/CopyButton";
import { Toasts } from "../src/ui/toast";
import { ALLOWED, PATH, type Sent, show, TARGET } from "./harness";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const CART: JsonObject = { metadata: { name: "cart", uid: "u-1" } };
const SUSPENDED: JsonObject = { ...CART, status: { conditions: [{ type: "Suspended", status: "True" }] } };

const event = (name: string, uid: string, more: JsonObject): JsonObject => ({
  metadata: { name, namespace: "shop" },
  involvedObject: { name: "cart", uid },
  reason: name,
  ...more,
});

function watched(...items: readonly JsonObject[]) {
  const end = { metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } } };
  const events = [...items.map((object) => ({ type: "ADDED", object })), { type: "BOOKMARK", object: end }];
  const text = events.map((each) => `${JSON.stringify(each)}\n`).join("");
  return new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
  );
}

test("events are those of this very object, newest first, with their number", async () => {
  const { sent } = show(<Events namespace="shop" object={CART} />, {
    "GET /api/v1/namespaces/shop/events": () =>
      watched(
        event("Old", "u-1", { lastTimestamp: "2030-01-01T00:00:01Z", message: "once", count: 1 }),
        event("New", "u-1", { lastTimestamp: "2030-01-01T00:00:03Z", message: "often", count: 4 }),
        event("Before", "u-0", { lastTimestamp: "2030-01-01T00:00:04Z", message: "another cart" }),
        event("Series", "u-1", {
          type: "Warning",
          eventTime: "2030-01-01T00:00:00.5Z",
          series: { count: 2, lastObservedTime: "2030-01-01T00:00:02Z" },
        }),
      ),
  });
  const items = await screen.findAllByRole("listitem");
  expect(items.map((item) => item.querySelector(".event-reason")?.textContent)).toEqual([
    "New",
    "Series",
    "Old",
  ]);
  expect(items.map((item) => within(item).queryByText(/\d+ times/)?.textContent)).toEqual([
    "4 times",
    "2 times",
    undefined,
  ]);
  expect(screen.getByText("Series").className).toContain("is-warning");
  expect(sent[0]?.url.searchParams.get("fieldSelector")).toBe("involvedObject.name=cart");
});

test("the copy button copies the text and says so", async () => {
  const user = userEvent.setup();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  render(<CopyButton text="cart.shop.svc:6379" label="the address" />);
  await user.click(screen.getByRole("button", { name: "Copy the address" }));
  expect(writeText).toHaveBeenCalledWith("cart.shop.svc:6379");
  expect(await screen.findByText("Copied")).toBeTruthy();
});

test("the copy button does not say that it has copied if the browser refuses", async () => {
  const user = userEvent.setup();
  const writeText = vi
    .spyOn(navigator.clipboard, "writeText")
    .mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  render(<CopyButton text="x" label="x" />);
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(writeText.mock.settledResults[0]?.type).toBe("rejected"));
  await act(async () => {});
  expect(screen.queryByText("Copied")).toBeNull();
});

test("a scale is sent as a patch, and a refusal is shown before the dialog closes", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const message = "spec.replicas: must be at most 5";
  const answers = [Response.json({ kind: "Status", code: 422, message }, { status: 422 }), Response.json({})];
  const { sent } = show(<ScaleDialog {...TARGET} onClose={onClose} />, {
    [`GET ${PATH}/scale`]: () => ({ spec: { replicas: 3 } }),
    [`PATCH ${PATH}/scale`]: () => answers.shift(),
  });
  const input = await screen.findByDisplayValue("3");
  const submit = screen.getByText("Scale", { selector: "button" });
  await user.clear(input);
  await user.type(input, "9");
  await user.click(submit);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(input);
  await user.type(input, "5");
  await user.click(submit);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const patches = sent.filter(({ method }) => method === "PATCH");
  expect(patches.map(({ body }) => JSON.parse(body))).toEqual([
    { spec: { replicas: 9 } },
    { spec: { replicas: 5 } },
  ]);
  expect(patches[0]?.url.search).toBe("?fieldManager=chartroom-console");
});

const posts = (sent: readonly Sent[]) =>
  sent.filter(({ method, url }) => method === "POST" && url.pathname.startsWith(PATH));

test.each([
  ["Resume", "resume", SUSPENDED],
  ["Reconcile now", "reconcile", CART],
  ["Restart pods", "restart", CART],
])("%s calls the subresource %s", async (label, action, object) => {
  const user = userEvent.setup();
  const { sent } = show(
    <>
      <Actions {...TARGET} object={object} />
      <Toasts />
    </>,
    { ...ALLOWED, [`POST ${PATH}/${action}`]: () => ({}) },
  );
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(await screen.findByRole("button", { name: label }));
  if (action === "restart") {
    expect(posts(sent)).toEqual([]);
    const dialog = screen.getByRole("dialog", { hidden: true });
    expect(within(dialog).getByText("Restart pods cart?")).toBeTruthy();
    await user.click(within(dialog).getByText(label, { selector: "button" }));
  }
  expect(await screen.findByText(`${label}: done.`)).toBeTruthy();
  expect(posts(sent).map(({ url }) => url.pathname + url.search)).toEqual([
    `${PATH}/${action}?fieldManager=chartroom-console`,
  ]);
  const kind = `${action.charAt(0).toUpperCase()}${action.slice(1)}Options`;
  expect(JSON.parse(posts(sent)[0]?.body ?? "")).toEqual({ apiVersion: "chartroom.dev/v1alpha1", kind });
});

test("an action that the server refuses is told", async () => {
  const user = userEvent.setup();
  const message = "the release is being deleted";
  show(
    <>
      <Actions {...TARGET} object={CART} />
      <Toasts />
    </>,
    {
      ...ALLOWED,
      [`POST ${PATH}/reconcile`]: () =>
        Response.json({ kind: "Status", code: 409, message }, { status: 409 }),
    },
  );
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(await screen.findByRole("button", { name: "Reconcile now" }));
  expect(await screen.findByText(`Reconcile now failed. ${message}`)).toBeTruthy();
});
