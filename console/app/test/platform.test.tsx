// @vitest-environment jsdom
/**
 * The platform view. Conditions are those of DefinitionStatus in Java, the details of health checks those of Catalogues
 * and AppliedPlacements, and the answer to a preview that of ApplicationPreview.
 */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { explain, printFields } from "../src/api/explain";
import type { JsonObject } from "../src/api/json";
import { DefinitionPage } from "../src/platform/DefinitionPage";
import { PlatformPage } from "../src/platform/PlatformPage";
import { RolloutBar } from "../src/platform/RolloutBar";
import { RolloutPanel } from "../src/platform/RolloutPanel";
import { adviceOf, causesOf, placementsOf, reportOf } from "../src/platform/reports";
import { PlatformProvider } from "../src/shell/platform";
import { barriers } from "./axe";
import { ALLOWED, type Handler, rights, show } from "./harness";

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/console/platform");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const DETAILS = `ok
8 kinds served
refused: broken.yaml: while parsing a flow sequence
 in line 1, column 7
refused: ConfigMap chartroom-system/kinds, redis2.yaml: metadata.name: Invalid value: "x": must be redises.a.io; spec.names.plural: Invalid value
refused: KindDefinition queues.a.io: spec.release: Required value
warning: the prefix "redis-" begins with that of another kind
rollout: caches.a.io: 40 releases, 22 to be updated, 2 updated but not Ready, 1 refused
`;

test("the details of the health check are read line by line", () => {
  const report = reportOf(DETAILS);
  expect(report.refusals.map(({ source }) => source)).toEqual([
    "broken.yaml",
    "ConfigMap chartroom-system/kinds, redis2.yaml",
    "KindDefinition queues.a.io",
  ]);
  expect(report.refusals[0]?.message).toBe("while parsing a flow sequence\n in line 1, column 7");
  expect(report.warnings).toEqual(['the prefix "redis-" begins with that of another kind']);
  expect(report.rollouts.get("caches.a.io")).toEqual({ releases: 40, outdated: 22, unready: 2, refused: 1 });
  expect(reportOf("").refusals).toEqual([]);
  expect(reportOf("<html>\nrollout: x: many releases").rollouts.size).toBe(0);
});

test("the placements of kinds that can move are read", () => {
  const placements = placementsOf("ok\nplacements 3\ncaches.a.io: Paused in helmrelease\nx: Odd in y\n");
  expect([...placements]).toEqual([["caches.a.io", { phase: "Paused", store: "helmrelease" }]]);
});

test("advice is read by the kind", () => {
  const advice = adviceOf(
    "ok\ncaches.a.io: spec.size has no default: see\ncaches.a.io: more\nnone: of a kind\n",
  );
  expect([...advice]).toEqual([["caches.a.io", ["spec.size has no default: see", "more"]]]);
});

test("a refusal is split into its causes, but not inside of one", () => {
  expect(
    causesOf(
      "spec.versions[0].schema.properties[spec].type: Unsupported value; see the docs; spec.release.prefix: Required value",
    ),
  ).toEqual([
    { path: "spec.versions[0].schema.properties[spec].type", message: "Unsupported value; see the docs" },
    { path: "spec.release.prefix", message: "Required value" },
  ]);
  expect(causesOf("the kind is served without parts of its schema: spec.a: no type")).toEqual([
    { path: "spec.a", message: "no type" },
  ]);
  expect(causesOf("its names are taken")).toEqual([{ path: "", message: "its names are taken" }]);
});

const condition = (type: string, status: string, reason: string, message: string): JsonObject => ({
  type,
  status,
  reason,
  message,
  observedGeneration: 1,
  lastTransitionTime: "2026-02-03T04:05:06Z",
});
const VALID = condition("Accepted", "True", "Valid", "the definition is valid");
const definition = (
  plural: string,
  kind: string,
  conditions: readonly JsonObject[],
  spec: JsonObject = {},
) => ({
  metadata: { name: `${plural}.a.io`, generation: 1, uid: plural },
  spec: {
    group: "a.io",
    names: { kind, plural },
    description: `Runs a ${kind}.`,
    versions: [
      { name: "v1", served: true, storage: true },
      { name: "v0", served: false, storage: false, deprecated: true },
    ],
    release: {
      prefix: `${plural}-`,
      chartRef: { kind: "OCIRepository", name: plural, namespace: "charts" },
      rollout: { perMinute: 6, maxUnready: 2 },
    },
    ...spec,
  },
  status: { observedGeneration: 1, objects: 3, conditions },
});
const REFUSAL = 'spec.names.plural: Invalid value: "queues": it is taken; spec.release: Required value';
const DEFINITIONS = [
  definition("caches", "Cache", [
    VALID,
    condition("NamesAccepted", "True", "NoConflicts", "no conflicts found"),
    condition("Established", "True", "Served", "the kind is served"),
    condition("Ready", "True", "Served", "the kind is served"),
    condition("Stalled", "False", "Served", "the kind is served"),
  ]),
  definition("queues", "Queue", [
    condition("Accepted", "False", "Invalid", REFUSAL),
    condition("NamesAccepted", "Unknown", "NotAccepted", "the definition is not accepted"),
    condition("Established", "False", "NotAccepted", "the definition is not accepted"),
    condition("Ready", "False", "Invalid", REFUSAL),
    condition("Stalled", "True", "Invalid", REFUSAL),
  ]),
];
const SCHEMA = {
  type: "object",
  description: "A cache of keys.",
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  "x-chartroom-sensitive-paths": ["spec.token"],
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object" },
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "integer", description: "How many keys.", default: 2, maximum: 9 },
        users: {
          type: "array",
          items: {
            type: "object",
            properties: { name: { type: "string" }, password: { type: "string", format: "password" } },
          },
        },
        labels: { type: "object", additionalProperties: { type: "string" } },
        memory: { "x-kubernetes-int-or-string": true },
      },
    },
  },
};
const resource = (name: string, kind: string, scope: string, verbs: readonly string[]) => ({
  resource: name,
  responseKind: { kind },
  scope,
  verbs,
});
const GROUPS = [
  {
    metadata: { name: "a.io" },
    versions: [{ version: "v1", resources: [resource("caches", "Cache", "Namespaced", ["list", "create"])] }],
  },
  {
    metadata: { name: "chartroom.dev" },
    versions: [
      {
        version: "v1alpha1",
        resources: [resource("kinddefinitions", "KindDefinition", "Cluster", ["list"])],
      },
    ],
  },
  {
    metadata: { name: "computed.chartroom.dev" },
    versions: [
      {
        version: "v1alpha1",
        resources: [resource("applicationpreviews", "ApplicationPreview", "Namespaced", ["create"])],
      },
    ],
  },
];
const PREVIEW = "POST /apis/computed.chartroom.dev/v1alpha1/namespaces/default/applicationpreviews";
const API: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({ items: GROUPS }),
  "GET /api/v1/namespaces": () => ({ items: [{ metadata: { name: "default" } }] }),
  "GET /apis/chartroom.dev/v1alpha1/kinddefinitions": () => ({ items: DEFINITIONS }),
  "GET /readyz/kind-definitions": () => DETAILS,
  "GET /readyz/store-placements": () => "ok\nplacements 1\ncaches.a.io: Moved in postgres\n",
  "GET /readyz/definition-advice": () =>
    "ok\ncaches.a.io: spec.size has no description for kubectl explain\n",
  "GET /openapi/v3": () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/apis/a.io/v1" } } }),
  "GET /openapi/v3/apis/a.io/v1": () => ({ components: { schemas: { "io.a.Cache": SCHEMA } } }),
};
const start = (page: React.ReactNode, routes = API) =>
  show(<PlatformProvider namespace={undefined}>{page}</PlatformProvider>, routes);

test("a refused definition comes first, with a line for each cause", async () => {
  start(<PlatformPage />);
  const queue = await screen.findByRole("heading", { level: 2, name: "Queue" });
  await screen.findByText("1 definition has a problem");
  expect(screen.getAllByRole("heading", { level: 2 })[0]).toBe(queue);
  const causes = within(queue.closest("li") ?? document.body).getAllByText(/^spec\./);
  expect(causes.map((cause) => cause.textContent)).toEqual(["spec.names.plural: ", "spec.release: "]);
  expect(screen.queryAllByText("The kind is not served."), "it follows from the refusal").toEqual([]);
  expect(await barriers()).toEqual([]);
});

test("refused files and warnings are shown to users who may read the health check", async () => {
  start(<PlatformPage />);
  expect(await screen.findByText("broken.yaml is refused")).toBeTruthy();
  expect(screen.getByText("ConfigMap chartroom-system/kinds, redis2.yaml is refused")).toBeTruthy();
  expect(screen.queryByText(/KindDefinition queues.a.io is refused/), "its conditions say it").toBeNull();
  expect(screen.getByText("The server has 1 warning")).toBeTruthy();
  cleanup();
  const forbidden = () => Response.json({ kind: "Status", code: 403 }, { status: 403 });
  start(<PlatformPage />, { ...API, "GET /readyz/kind-definitions": forbidden });
  expect(await screen.findByText("1 definition has a problem")).toBeTruthy();
  expect(screen.queryByText("broken.yaml is refused")).toBeNull();
});

test("definitions that the discovery of the server lacks are read, because the cluster has them", async () => {
  start(<PlatformPage />, { ...API, "GET /apis": () => ({ items: [GROUPS[0]] }) });
  expect(await screen.findByText("1 definition has a problem")).toBeTruthy();
});

test("a server without KindDefinitions has its served kinds", async () => {
  const missing = () => Response.json({ kind: "Status", code: 404 }, { status: 404 });
  start(<PlatformPage />, {
    ...API,
    "GET /apis": () => ({ items: [GROUPS[0]] }),
    "GET /apis/chartroom.dev/v1alpha1/kinddefinitions": missing,
  });
  expect(await screen.findByRole("link", { name: "Cache" })).toBeTruthy();
  expect(screen.getByText(/It may read its definitions from files/)).toBeTruthy();
});

test("a definition has its conditions, its facts, its store and its rollout", async () => {
  start(<DefinitionPage name="caches.a.io" />);
  expect(await screen.findByText("18 of 40 releases are up to date")).toBeTruthy();
  for (const text of [
    "The kind is served.",
    "OCIRepository charts/caches",
    "postgres",
    "The objects have moved to it. Writes begin when all replicas know that.",
    "At most 6 releases per minute, while fewer than 2 of the updated ones are not ready.",
    "16 up to date",
    "2 updated, not ready",
    "1 refused by the cluster",
    "21 to be updated",
    "The rollout may wait: 2 updated releases are not ready.",
    "spec.size has no description for kubectl explain",
  ]) {
    expect(screen.getByText(text), text).toBeTruthy();
  }
  expect(screen.getByText("(not served, deprecated)")).toBeTruthy();
  expect(await barriers()).toEqual([]);
});

test("the bar of a rollout has parts that fill it", () => {
  const { container } = render(
    <RolloutBar rollout={{ releases: 10, outdated: 4, unready: 2, refused: 1 }} />,
  );
  const widths = [...container.querySelectorAll(".rollout-bar rect")]
    .slice(1)
    .map((bar) => bar.getAttribute("width"));
  expect(widths).toEqual(["96", "48", "24", "72"]);
  cleanup();
  render(<RolloutBar rollout={{ releases: 0, outdated: 0, unready: 0, refused: 0 }} />);
  expect(screen.getByText("There are no releases.")).toBeTruthy();
});

test("the releases to be updated become a line while the page is open", () => {
  const each = (outdated: number) => ({
    id: "caches.a.io",
    title: "Cache",
    icon: "",
    description: "",
    definition: undefined,
    kind: undefined,
    isRefused: false,
    placement: undefined,
    advice: [],
    rollout: { releases: 10, outdated, unready: 0, refused: 0 },
  });
  const { rerender } = render(<RolloutPanel each={each(4)} />);
  expect(screen.queryByRole("img")).toBeNull();
  rerender(<RolloutPanel each={each(3)} />);
  expect(
    screen.getByRole("img", { name: "Releases to be updated over time: between 3 and 4, 3 at last." }),
  ).toBeTruthy();
});

test("the form of a definition can be tried, and the server says what would happen", async () => {
  const user = userEvent.setup();
  history.replaceState(null, "", "/console/platform/caches.a.io?tab=form");
  const { sent } = start(<DefinitionPage name="caches.a.io" />, {
    ...API,
    [PREVIEW]: () => ({
      status: {
        allowed: true,
        operation: "Create",
        object: { kind: "Cache", spec: { size: 5, token: "hunter2", users: [{ password: "hunter2" }] } },
        release: {
          kind: "HelmRelease",
          spec: { values: { token: "hunter2", users: [{ password: "hunter2" }] } },
        },
        changes: [],
        costs: [{ name: "cpu", description: "CPUs.", value: 10, resource: "cost.a.io/cpu" }],
        warnings: ["mind the gap"],
      },
    }),
  });
  fireEvent.change(await screen.findByLabelText(/^Size/), { target: { value: "5" } });
  await waitFor(() => expect(document.querySelector("pre")?.textContent).toContain("size: 5"));
  await user.click(await screen.findByRole("button", { name: "Ask the server" }));
  expect(await screen.findByText("The server would accept this.")).toBeTruthy();
  expect(screen.getByText("mind the gap")).toBeTruthy();
  expect(document.body.textContent).toContain("kind: HelmRelease");
  expect(document.body.textContent, "sensitive values are masked, also in the release").not.toContain(
    "hunter2",
  );
  expect(screen.getByText("Cost cpu: 10")).toBeTruthy();
  const asked = sent.find(({ url }) => url.pathname.endsWith("applicationpreviews"));
  expect(JSON.parse(asked?.body ?? "")).toEqual({
    apiVersion: "computed.chartroom.dev/v1alpha1",
    kind: "ApplicationPreview",
    metadata: { namespace: "default" },
    spec: {
      object: { apiVersion: "a.io/v1", kind: "Cache", metadata: { name: "example" }, spec: { size: 5 } },
    },
  });
  const writes = sent.filter(
    ({ method, url }) => method !== "GET" && !/reviews$|previews$/.test(url.pathname),
  );
  expect(writes, "nothing is written").toEqual([]);
  expect(await barriers()).toEqual([]);
});

test("a rejection is told in the words of the server", async () => {
  const user = userEvent.setup();
  history.replaceState(null, "", "/console/platform/caches.a.io?tab=form");
  const message = 'caches.a.io "example" is forbidden: exceeded quota: cpus';
  start(<DefinitionPage name="caches.a.io" />, {
    ...API,
    [PREVIEW]: () => ({
      status: {
        allowed: false,
        operation: "Create",
        error: { kind: "Status", status: "Failure", reason: "Forbidden", code: 403, message },
        warnings: [],
      },
    }),
  });
  await user.click(await screen.findByRole("button", { name: "Ask the server" }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test("a user who may not ask for a preview gets no button, and the reason", async () => {
  history.replaceState(null, "", "/console/platform/caches.a.io?tab=form");
  start(<DefinitionPage name="caches.a.io" />, { ...API, ...rights(() => false) });
  expect(await screen.findByRole("button", { name: 'Why is "Ask the server" unavailable?' })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ask the server" })).toBeNull();
});

test("the explanation is a tree of the published schema", async () => {
  history.replaceState(null, "", "/console/platform/caches.a.io?tab=explain");
  start(<DefinitionPage name="caches.a.io" />);
  expect(await screen.findByText("How many keys.")).toBeTruthy();
  expect(screen.getByText("default: 2")).toBeTruthy();
  expect(screen.getByText("<[]Object>")).toBeTruthy();
  expect(screen.queryByText("metadata")).toBeNull();
  expect(await barriers()).toEqual([]);
  expect(printFields(explain(SCHEMA))).toBe(
    "  spec\t<Object>\n    size\t<integer> -required-\n    users\t<[]Object>\n      name\t<string>\n      password\t<string>\n    labels\t<map[string]string>\n    memory\t<IntOrString>\n",
  );
});

test("a schema without an end does not stop the page", () => {
  const deep: { properties: Record<string, unknown>; type: string } = { type: "object", properties: {} };
  let inner = deep;
  for (let i = 0; i < 200; i++) {
    const next = { type: "object", properties: {} };
    inner.properties.a = next;
    inner.properties.b = inner === deep ? deep.properties.a : next;
    inner = next;
  }
  expect(printFields(explain(deep as unknown as JsonObject)).split("\n").length).toBeLessThan(5_100);
});

test("an unknown definition is told", async () => {
  start(<DefinitionPage name="x.y" />);
  expect(await screen.findByText("The platform has no such definition.")).toBeTruthy();
});
