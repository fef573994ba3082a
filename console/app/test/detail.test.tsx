// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../src/api/json";
import { AccessInfo } from "../src/detail/AccessInfo";
import { Actions } from "../src/detail/Actions";
import { availableActions } from "../src/detail/actions";
import { Conditions } from "../src/detail/Conditions";
import { conditionsOf, statusOf, toneOf } from "../src/detail/conditions";
import { DeleteDialog } from "../src/detail/DeleteDialog";
import { History } from "../src/detail/History";
import { Logs } from "../src/detail/Logs";
import { useLiveObject } from "../src/detail/live-object";
import { append, MAX_LINES, NO_LINES, plainLine } from "../src/detail/log-lines";
import { Resources } from "../src/detail/Resources";
import { treeOf } from "../src/detail/resource-tree";
import { Settings } from "../src/detail/Settings";
import { Values } from "../src/detail/Values";
import { Yaml } from "../src/detail/Yaml";
import { ALLOWED, KIND, PATH, rights, show, TARGET } from "./harness";

afterEach(cleanup);

function object(conditions: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    metadata: { name: "cart", uid: "u", generation: 2, ...more },
    status: { observedGeneration: 2, conditions },
  };
}
const condition = (type: string, status: string) => ({ type, status });

test.each([
  [[], {}, "unknown"],
  [[condition("Ready", "True")], {}, "ready"],
  [[condition("Ready", "False")], {}, "notReady"],
  [[condition("Ready", "Unknown")], {}, "progressing"],
  [[condition("Ready", "True")], { generation: 3 }, "progressing"],
  [[condition("Ready", "False"), condition("Stalled", "True")], {}, "failed"],
  [[condition("Ready", "True"), condition("Suspended", "True")], {}, "suspended"],
  [[condition("Ready", "True")], { deletionTimestamp: "2030-01-01T00:00:00Z" }, "deleting"],
] as const)("conditions %j and metadata %j mean %s", (conditions, metadata, expected) => {
  expect(statusOf(object(conditions, metadata))).toBe(expected);
});

test("a condition that is true is not always good", () => {
  const [stalled, ready] = conditionsOf(object([condition("Stalled", "True"), condition("Ready", "True")]));
  expect(stalled && toneOf(stalled)).toBe("failed");
  expect(ready && toneOf(ready)).toBe("ready");
});

test("a condition has its age, unless it has no valid time", () => {
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const conditions = [
    { ...condition("Ready", "True"), lastTransitionTime: since },
    { ...condition("Released", "True"), lastTransitionTime: "yesterday" },
  ];
  show(<Conditions object={object(conditions)} />, {});
  const ages = screen.getAllByRole("listitem").map((item) => item.querySelector("time"));
  expect(ages.map((age) => age?.textContent)).toEqual(["3d", undefined]);
  expect(ages[0]?.dateTime).toBe(since);
});

test("a suspended object can be resumed, and others can be suspended", () => {
  expect(availableActions(KIND, object([condition("Suspended", "True")]))).toEqual([
    "reconcile",
    "resume",
    "restart",
  ]);
  expect(availableActions(KIND, object([]))).toEqual(["reconcile", "suspend", "restart"]);
});

test("an action without the right is no button, and says why", async () => {
  const user = userEvent.setup();
  const routes = rights(({ subresource }) => subresource !== "restart");
  show(<Actions {...TARGET} object={object([])} />, routes);
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await screen.findByRole("button", { name: "Reconcile now" });
  expect(screen.queryByRole("button", { name: "Restart pods" })).toBeNull();
  await user.hover(await screen.findByRole("button", { name: 'Why is "Restart pods" unavailable?' }));
  expect(screen.getByRole("tooltip").textContent).toBe("RBAC: no role allows this");
});

test("an action sends its options, once it is confirmed", async () => {
  const user = userEvent.setup();
  const { sent } = show(<Actions {...TARGET} object={object([])} />, {
    ...ALLOWED,
    [`POST ${PATH}/suspend`]: () => ({}),
  });
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  expect(sent.some(({ url }) => url.pathname.endsWith("/suspend"))).toBe(false);
  await user.click(
    within(screen.getByRole("dialog", { hidden: true })).getByText("Suspend", { selector: "button" }),
  );
  await waitFor(() => expect(sent.some(({ url }) => url.pathname.endsWith("/suspend"))).toBe(true));
  const call = sent.find(({ url }) => url.pathname.endsWith("/suspend"));
  expect(JSON.parse(call?.body ?? "")).toEqual({
    apiVersion: "chartroom.dev/v1alpha1",
    kind: "SuspendOptions",
  });
});

test("the focus is back on the menu when its dialog is closed", async () => {
  const user = userEvent.setup();
  show(<Actions {...TARGET} object={object([])} />, ALLOWED);
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  const cancel = screen.getByText("Cancel", { selector: "button" });
  expect(document.activeElement).toBe(cancel);
  await user.click(cancel);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions" }));
});

const STAY = "the resources of release cache-cart stay: the kind retains them";
const RELEASE =
  "release cache-cart is suspended: Flux deletes it without an uninstall, so its resources stay";
const removes = () => screen.queryByText(/The release and the resources that it made are removed/) !== null;

test.each([
  ["", true],
  [STAY, false],
  [RELEASE, false],
  ["a policy: backups of deleted resources stay for 30 days", true],
])("a deletion of which the server warns %j removes resources: %s", async (warning, isRemoved) => {
  const headers: HeadersInit = warning === "" ? {} : { warning: `299 - "${warning}"` };
  const { sent } = show(<DeleteDialog {...TARGET} object={object([])} onClose={() => {}} />, {
    [`DELETE ${PATH}`]: () => Response.json({}, { headers }),
    [`GET ${PATH}/resources`]: () => ({ resources: [{ kind: "Service", name: "cart", namespace: "shop" }] }),
  });
  await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
  await waitFor(() => expect(removes()).toBe(isRemoved));
  expect(screen.queryByText(warning || "no warning") !== null).toBe(warning !== "");
  if (isRemoved) {
    expect(await screen.findByText("It takes along")).toBeTruthy();
  } else {
    expect(sent.some(({ url }) => url.pathname.endsWith("/resources"))).toBe(false);
  }
  expect(sent.filter(({ method }) => method === "DELETE").map(({ body }) => JSON.parse(body).dryRun)).toEqual(
    [["All"]],
  );
});

test("a deletion waits for the answer of the server, and shows why it would refuse", async () => {
  const user = userEvent.setup();
  const message = "the object is protected from deletion";
  let answer: (response: Response) => void = () => {};
  const refused = () => new Promise<Response>((resolve) => (answer = resolve));
  show(<DeleteDialog {...TARGET} object={object([])} onClose={() => {}} />, { [`DELETE ${PATH}`]: refused });
  const button = screen.getByText<HTMLButtonElement>("Delete", { selector: "button" });
  await user.type(screen.getByLabelText("Type cart to confirm"), "cart");
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/This cannot be undone/)).toBeTruthy();
  answer(Response.json({ kind: "Status", code: 403, message }, { status: 403 }));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  expect(button.disabled).toBe(false);
});

test("the history shows what a rollback changes before it rolls back", async () => {
  const user = userEvent.setup();
  const calls: string[] = [];
  show(<History {...TARGET} version="1" />, {
    ...ALLOWED,
    [`GET ${PATH}/history`]: () => ({
      revisions: [
        {
          revision: 2,
          status: "deployed",
          chart: { name: "cache", version: "1.1.0" },
          changed: ["spec.replicas"],
        },
        { revision: 1, status: "superseded", chart: { name: "cache", version: "1.0.0" } },
      ],
    }),
    [`POST ${PATH}/rollback`]: ({ url, body }) => {
      calls.push(`${url.searchParams.get("dryRun")} ${JSON.parse(body).revision}`);
      return Response.json({}, { headers: { warning: '299 - "spec.replicas would change from 5 to 3"' } });
    },
  });
  expect(await screen.findByText("cache 1.1.0")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Roll back to revision 1" }));
  expect(await screen.findByText("spec.replicas would change from 5 to 3")).toBeTruthy();
  expect(calls).toEqual(["All 1"]);
  await user.click(screen.getByText("Roll back", { selector: ".dialog-foot button" }));
  await waitFor(() => expect(calls).toEqual(["All 1", "null 1"]));
});

test("values have their sources, and the page says if some are missing", async () => {
  show(<Values {...TARGET} version="1" schema={undefined} />, {
    [`GET ${PATH}/values`]: () => ({
      complete: false,
      values: [
        { path: "replicas", value: 3, source: "spec" },
        { path: "image.tag", value: "7", source: "default" },
      ],
      valuesFrom: [{ kind: "Secret", name: "platform-values" }],
    }),
  });
  expect(await screen.findByText("your settings")).toBeTruthy();
  expect(screen.getByText("Secret platform-values")).toBeTruthy();
});

test("resources are a tree, in which a lost owner hides nothing", async () => {
  const resources = [
    { kind: "Deployment", name: "cart", status: "Current" },
    { kind: "ReplicaSet", name: "cart-1", status: "Current", owner: "Deployment/cart" },
    {
      kind: "Pod",
      name: "cart-1-a",
      status: "InProgress",
      owner: "ReplicaSet/cart-1",
      message: "is starting",
    },
    { kind: "Pod", name: "orphan", status: "Failed", owner: "ReplicaSet/gone" },
    { kind: "X", name: "circle", status: "Unknown", owner: "Y/circle" },
    { kind: "Y", name: "circle", status: "Unknown", owner: "X/circle" },
  ];
  const count = (nodes: ReturnType<typeof treeOf>): number =>
    nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
  const tree = treeOf(resources);
  expect(count(tree)).toBe(resources.length);
  expect(tree[0]?.children[0]?.children).toHaveLength(1);
  show(<Resources {...TARGET} version="1" />, { [`GET ${PATH}/resources`]: () => ({ resources }) });
  expect(await screen.findByText("2 of 6 are current")).toBeTruthy();
  expect(screen.getByText("is starting")).toBeTruthy();
});

test("credentials load on demand, and are hidden until the user reveals them", async () => {
  const user = userEvent.setup();
  const { sent } = show(<AccessInfo {...TARGET} version="1" />, {
    ...ALLOWED,
    [`GET ${PATH}/access`]: () => ({
      endpoints: [{ address: "cart.shop.svc:6379", scope: "cluster", kind: "Service", name: "cart" }],
    }),
    [`GET ${PATH}/credentials`]: () => ({
      secrets: [{ name: "cart-auth", data: { password: Buffer.from("pässword").toString("base64") } }],
    }),
  });
  expect(await screen.findByText("cart.shop.svc:6379")).toBeTruthy();
  await screen.findByRole("button", { name: "Load the credentials" });
  expect(sent.some(({ url }) => url.pathname.endsWith("credentials"))).toBe(false);
  await user.click(screen.getByRole("button", { name: "Load the credentials" }));
  await user.click(await screen.findByRole("button", { name: "Reveal password" }));
  expect(screen.getByText("pässword")).toBeTruthy();
});

test("the log is read as text, without the colours of a terminal", async () => {
  show(<Logs {...TARGET} />, {
    [`GET ${PATH}/log`]: () =>
      "[pod/a/b] 2030-01-01T00:00:00.1Z \u001b[31mred\u001b[0m <b>text</b>\n2030-01-01T00:00:00.2Z last",
  });
  expect(await screen.findByText(/red <b>text<\/b>/)).toBeTruthy();
  expect(await screen.findByText("The log has ended.")).toBeTruthy();
});

test("a log keeps its newest lines", () => {
  const many = Array.from({ length: MAX_LINES + 5 }, (_, i) => String(i));
  const state = append(append(NO_LINES, ["first"]), many);
  expect(state.lines).toHaveLength(MAX_LINES);
  expect(state.lines.at(-1)).toBe(String(MAX_LINES + 4));
  expect(state.dropped).toBe(6);
  expect(plainLine("a\u001b[1;31mb\r")).toBe("ab");
});

test("YAML masks sensitive values until the user asks for them", async () => {
  const user = userEvent.setup();
  const content = { kind: "Cache", metadata: { name: "cart" }, spec: { password: "hunter2", size: 1 } };
  show(<Yaml object={content} schema={{ "x-chartroom-sensitive-paths": ["spec.password"] }} />, {});
  expect(document.querySelector("pre")?.textContent).not.toContain("hunter2");
  await user.click(screen.getByLabelText("Show sensitive values"));
  expect(document.querySelector("pre")?.textContent).toContain("hunter2");
});

function LiveCart() {
  const { object } = useLiveObject(KIND, "shop", "cart");
  return (
    object && (
      <>
        <Settings object={object} schema={undefined} />
        <Yaml object={object} schema={undefined} />
      </>
    )
  );
}

test("the settings and the YAML of a live object have every digit of an integer", async () => {
  const events = [
    '{"type":"ADDED","object":{"kind":"Cache","metadata":{"name":"cart"},"spec":{"size":9007199254740993}}}',
    '{"type":"BOOKMARK","object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}',
  ];
  const stream = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${events.join("\n")}\n`)),
    });
  show(<LiveCart />, { "GET /apis/a.io/v1/namespaces/shop/caches": () => new Response(stream()) });
  expect(await screen.findByText("9007199254740993")).toBeTruthy();
  expect(document.querySelector("pre")?.textContent).toContain("size: 9007199254740993\n");
});
