// @vitest-environment jsdom
/**
 * Content of the cluster is text, whatever it has in it. Each view shows it, makes no element of it, and no link but to
 * pages of the console and to web addresses.
 */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CataloguePage } from "../src/catalogue/CataloguePage";
import { iconOf } from "../src/catalogue/catalogue";
import { AccessInfo } from "../src/detail/AccessInfo";
import { History } from "../src/detail/History";
import { Logs } from "../src/detail/Logs";
import { Manifest } from "../src/detail/Manifest";
import { Notes } from "../src/detail/Notes";
import { Overview } from "../src/detail/Overview";
import { Resources } from "../src/detail/Resources";
import { UsagePlots } from "../src/detail/UsagePlots";
import { Values } from "../src/detail/Values";
import { Yaml } from "../src/detail/Yaml";
import { DefinitionPage } from "../src/platform/DefinitionPage";
import { PlatformPage } from "../src/platform/PlatformPage";
import { PlatformProvider } from "../src/shell/platform";
import { KindTable } from "../src/table/TablePage";
import { Denied } from "../src/ui/Guarded";
import { KindIcon } from "../src/ui/KindIcon";
import { Problem } from "../src/ui/Problem";
import { Toasts, toast } from "../src/ui/toast";
import { ALLOWED, type Handler, KIND, PATH, show, TARGET } from "./harness";

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/console/n/shop");
});
afterEach(cleanup);

const EVIL = [
  `<img src=x onerror="globalThis.pwned=1">`,
  "<script>globalThis.pwned=1</script>",
  `"><svg onload=globalThis.pwned=1><a href=javascript:globalThis.pwned=1>click</a>`,
  "javascript:globalThis.pwned=1",
  "data:text/html,<script>globalThis.pwned=1</script>",
  "{{7*7}}",
  "\u202Egnp.exe\u2066",
  "a\u0000b",
  "w".repeat(3_000),
].join(" ");

/** Elements that no text may become. The tags of the console's own icons are svg, path and so on. */
function expectHarmless() {
  const own = ".kind-icon, .brand-logo";
  const made = [...document.querySelectorAll("script, iframe, object, embed, base, form[action], img")];
  expect(made.filter((element) => !element.matches(own)).map(({ outerHTML }) => outerHTML)).toEqual([]);
  for (const element of document.querySelectorAll("body *")) {
    for (const { name, value } of element.attributes) {
      expect(name, element.tagName).not.toMatch(/^on/i);
      if (name === "href" || name === "src" || name === "xlink:href" || name === "action") {
        expect(value).toMatch(/^(?:\/console\/|https?:\/\/|#|data:image\/)/);
      }
    }
  }
  expect("pwned" in globalThis).toBe(false);
}

const pairs = { [EVIL]: EVIL, plain: EVIL };
const condition = {
  type: EVIL,
  status: EVIL,
  reason: EVIL,
  message: EVIL,
  lastTransitionTime: EVIL,
};
const object = {
  apiVersion: "a.io/v1",
  kind: "Cache",
  metadata: {
    name: "cart",
    uid: "u",
    generation: 1,
    labels: pairs,
    annotations: pairs,
    creationTimestamp: EVIL,
    managedFields: [{ manager: EVIL, operation: "Update", time: EVIL, fieldsV1: {} }],
  },
  spec: { [EVIL]: EVIL, list: [EVIL], constructor: EVIL, deep: { [EVIL]: [EVIL] } },
  status: { version: EVIL, conditions: [condition, { ...condition, type: "Ready", status: "False" }] },
};
const bookmark = {
  type: "BOOKMARK",
  object: { metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } } },
};
const event = {
  type: "ADDED",
  object: {
    metadata: { name: "e", resourceVersion: "1" },
    involvedObject: { name: "cart", uid: "u" },
    type: EVIL,
    reason: EVIL,
    message: EVIL,
    lastTimestamp: EVIL,
    count: 3,
  },
};
const stream = (...events: readonly unknown[]) => events.map((each) => `${JSON.stringify(each)}\n`).join("");

const SCHEMA = {
  type: "object",
  description: EVIL,
  "x-kubernetes-group-version-kind": [{ group: "a.io", version: "v1", kind: "Cache" }],
  "x-chartroom-form": { fields: [{ path: "spec.a", title: EVIL }] },
  properties: {
    spec: {
      type: "object",
      required: [EVIL],
      properties: {
        a: { type: "string", description: EVIL, default: EVIL, enum: [EVIL, "x"] },
        [EVIL]: { type: "object", description: EVIL, properties: { [EVIL]: { type: EVIL, pattern: EVIL } } },
      },
    },
  },
};
const definition = {
  metadata: {
    name: "caches.a.io",
    annotations: { [EVIL]: EVIL },
  },
  spec: {
    group: "a.io",
    names: { kind: EVIL, plural: "caches" },
    description: EVIL,
    icon: `data:image/svg+xml,${EVIL}`,
    store: EVIL,
    costs: [{ name: EVIL }],
    versions: [{ name: EVIL, served: true }],
    release: { prefix: EVIL, chartRef: { kind: EVIL, name: EVIL, namespace: EVIL } },
  },
  status: {
    conditions: [{ ...condition, type: "Accepted", status: "False", message: `spec.a: ${EVIL}; ${EVIL}` }],
  },
};
const PLATFORM: Readonly<Record<string, Handler>> = {
  ...ALLOWED,
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({
    items: [
      {
        metadata: { name: "a.io" },
        versions: [
          {
            version: "v1",
            resources: [
              {
                resource: "caches",
                responseKind: { kind: "Cache" },
                scope: "Namespaced",
                verbs: ["list", "create"],
                categories: [EVIL],
                subresources: [{ subresource: EVIL, verbs: ["get"] }],
              },
            ],
          },
        ],
      },
      {
        metadata: { name: "chartroom.dev" },
        versions: [{ version: "v1alpha1", resources: [{ resource: "kinddefinitions", verbs: ["list"] }] }],
      },
    ],
  }),
  "GET /apis/chartroom.dev/v1alpha1/kinddefinitions": () => ({ items: [definition] }),
  "GET /readyz/kind-definitions": () => `ok\nrefused: ${EVIL}: ${EVIL}\nwarning: ${EVIL}\n`,
  "GET /openapi/v3": () => ({ paths: { "apis/a.io/v1": { serverRelativeURL: "/openapi/v3/a" } } }),
  "GET /openapi/v3/a": () => ({ components: { schemas: { c: SCHEMA } } }),
};
const inPlatform = (page: ReactNode) => <PlatformProvider namespace={undefined}>{page}</PlatformProvider>;
const tabOf = (tab: string) => {
  history.replaceState(null, "", `/console/platform/caches.a.io?tab=${tab}`);
  return inPlatform(<DefinitionPage name="caches.a.io" />);
};

const UNPUBLISHED = { known: { schema: undefined }, error: undefined, reload: () => {} };
const VIEWS: readonly (readonly [string, () => ReactNode, Readonly<Record<string, Handler>>])[] = [
  [
    "the overview",
    () => <Overview namespace="shop" object={object} published={UNPUBLISHED} />,
    { "GET /api/v1/namespaces/shop/events": () => stream(event, bookmark) },
  ],
  [
    "the notes",
    () => <Notes {...TARGET} version="1" />,
    { [`GET ${PATH}/notes`]: () => ({ revision: 1, notes: EVIL }) },
  ],
  [
    "the manifest",
    () => <Manifest {...TARGET} version="1" />,
    {
      [`GET ${PATH}/manifest`]: () => ({
        objects: [{ apiVersion: EVIL, kind: EVIL, name: EVIL, namespace: EVIL, manifest: { [EVIL]: EVIL } }],
      }),
    },
  ],
  [
    "the resources",
    () => <Resources {...TARGET} version="1" />,
    {
      [`GET ${PATH}/resources`]: () => ({
        resources: [{ kind: EVIL, name: EVIL, status: EVIL, message: EVIL, owner: EVIL, created: EVIL }],
      }),
    },
  ],
  [
    "the history",
    () => <History {...TARGET} version="1" />,
    {
      ...ALLOWED,
      [`GET ${PATH}/history`]: () => ({
        revisions: [
          {
            revision: 2,
            status: EVIL,
            chart: { name: EVIL, version: EVIL },
            lastDeployed: EVIL,
            changed: [EVIL],
          },
        ],
      }),
    },
  ],
  [
    "the values",
    () => <Values {...TARGET} version="1" schema={undefined} />,
    {
      [`GET ${PATH}/values`]: () => ({
        complete: false,
        values: [{ path: EVIL, value: EVIL, source: EVIL }],
        valuesFrom: [{ kind: EVIL, name: EVIL }],
      }),
    },
  ],
  [
    "the addresses",
    () => <AccessInfo {...TARGET} version="1" />,
    {
      ...ALLOWED,
      [`GET ${PATH}/access`]: () => ({
        endpoints: [{ address: EVIL, scope: EVIL, kind: EVIL, name: EVIL }],
      }),
    },
  ],
  ["the log", () => <Logs {...TARGET} />, { [`GET ${PATH}/log`]: () => `2030-01-01T00:00:00Z ${EVIL}\n` }],
  ["the YAML", () => <Yaml object={object} schema={undefined} />, {}],
  ["the usage", () => <UsagePlots usage={{ samples: [], pods: 0, measuredPods: 0, reason: EVIL }} />, {}],
  ["an error", () => <Problem error={new Error(EVIL)} />, {}],
  ["a reason", () => <Denied label={EVIL} reason={EVIL} />, {}],
  ["the platform view", () => inPlatform(<PlatformPage />), PLATFORM],
  ["a definition", () => tabOf(""), PLATFORM],
  ["the form of a definition", () => tabOf("form"), PLATFORM],
  ["the explanation of a definition", () => tabOf("explain"), PLATFORM],
  ["the YAML of a definition", () => tabOf("yaml"), PLATFORM],
  ["the catalogue", () => inPlatform(<CataloguePage namespace="shop" />), PLATFORM],
  [
    "a table",
    () => inPlatform(<KindTable kind={KIND} namespace="shop" />),
    {
      ...PLATFORM,
      "GET /apis/a.io/v1/namespaces/shop/caches": () =>
        stream(
          {
            type: "ADDED",
            object: {
              kind: "Table",
              columnDefinitions: [
                { name: "Name", type: "string", priority: 0 },
                { name: EVIL, type: "string", priority: 0, description: EVIL },
              ],
              rows: [
                {
                  cells: [EVIL, EVIL],
                  object: {
                    metadata: {
                      name: EVIL,
                      namespace: "shop",
                      uid: "u",
                      resourceVersion: "1",
                      labels: pairs,
                    },
                  },
                },
              ],
            },
          },
          { type: "BOOKMARK", object: { kind: "Table", rows: [{ cells: [], object: bookmark.object }] } },
        ),
    },
  ],
];

test.each(VIEWS)("%s shows content of the cluster as text", async (_, view, routes) => {
  show(view(), routes);
  // The YAML and the log replace or quote some characters, but none of these.
  await waitFor(() => expect(document.body.textContent).toContain("globalThis.pwned=1</script>"));
  await waitFor(() => expect(screen.queryAllByText(/^Loading/)).toEqual([]));
  expectHarmless();
});

test("a message about an action is text", async () => {
  render(<Toasts />);
  toast("danger", EVIL);
  await screen.findByText(/globalThis\.pwned=1<\/script>/);
  expectHarmless();
});

test("an icon with a script is only an image, in which no script runs", () => {
  const icon = iconOf(
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.pwned=1</script></svg>`,
  );
  const { container } = render(<KindIcon name="Cache" icon={icon} />);
  expect(container.innerHTML).toMatch(/^<img class="kind-icon" alt="" src="data:image\/svg\+xml,/);
  expectHarmless();
});

test.each([
  "https://evil.example/track.svg",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg",
  "//evil.example/a.png",
])("the icon %j is ignored", (icon) => expect(iconOf(icon)).toBe(""));
