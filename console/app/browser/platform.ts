/** What a server in a cluster has and dev mode does not: definitions, rollouts, metrics and records of Helm. */
import type { Page } from "playwright-core";
import { addSubresources, changeGroups } from "./discovery";
import { hostileText } from "./rows";

const LONG = `${hostileText} ${"w".repeat(400)}`;
const SCRIPT = "(globalThis.top ?? globalThis).pwned=1";
/** An image with scripts, which run if it is loaded as anything else. */
export const hostileIcon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" onload="${SCRIPT}"><script>${SCRIPT}</script><image href="x" onerror="${SCRIPT}"/></svg>`,
)}`;
const condition = (type: string, status: string, message: string) => ({
  type,
  status,
  reason: "Reason",
  message,
  lastTransitionTime: "2026-01-01T00:00:00Z",
});
const definition = {
  metadata: { name: "redises.apps.example.com", generation: 1 },
  spec: {
    group: "apps.example.com",
    names: { kind: "Redis", plural: "redises" },
    description: LONG,
    icon: hostileIcon,
    versions: [{ name: "v1alpha1", served: true, storage: true }],
    release: {
      prefix: "redis-",
      chartRef: { kind: "OCIRepository", name: "redis", namespace: "charts" },
      rollout: { perMinute: 6, maxUnready: 1 },
    },
  },
  status: {
    observedGeneration: 1,
    objects: 2,
    conditions: [
      condition("Accepted", "False", `spec.${"a".repeat(300)}: ${LONG}; spec.b: ${LONG}`),
      condition("Established", "True", "the last valid version of the definition is served"),
      condition("Ready", "False", LONG),
    ],
  },
};
const DETAILS = `ok
refused: ${"f".repeat(200)}.yaml: ${LONG}
warning: ${LONG}
rollout: redises.apps.example.com: 40 releases, 22 to be updated, 2 updated but not Ready, 1 refused
`;
const PARTS = ["notes", "manifest", "history"];
const ANSWERS: Readonly<Record<string, object>> = {
  kinddefinitions: { items: [definition] },
  notes: { revision: 1, notes: `Open https://redis.example.com/${"x".repeat(300)} ${LONG}` },
  manifest: {
    revision: 1,
    objects: [
      { apiVersion: "v1", kind: "Secret", name: "a", manifest: { kind: "Secret", data: { a: LONG } } },
      { apiVersion: "v1", kind: "Service", name: LONG, namespace: LONG },
    ],
  },
  history: {
    revisions: [
      {
        revision: 2,
        status: "deployed",
        chart: { name: "redis", version: LONG },
        lastDeployed: "2026-01-01T01:00:00Z",
      },
      { revision: 1, status: "failed", chart: {}, lastDeployed: "2026-01-01T00:00:00Z" },
    ],
  },
};

const served = (name: string, resource: string, scope: string) => ({
  metadata: { name },
  versions: [{ version: "v1alpha1", resources: [{ resource, scope, verbs: ["get", "list"] }] }],
});

/** Adds them to a page, with content that tries to become more than text. */
export async function addPlatform(page: Page): Promise<void> {
  await changeGroups(page, (groups) => {
    addSubresources(
      groups,
      PARTS.map((subresource) => ({ subresource, verbs: ["get"] })),
    );
    groups.push(served("computed.chartroom.dev", "applicationmetrics", "Namespaced"));
  });
  for (const [name, json] of Object.entries(ANSWERS)) {
    await page.route(`**/${name}`, (route) => route.fulfill({ json }));
  }
  await page.route("**/readyz/kind-definitions", (route) => route.fulfill({ body: DETAILS }));
  await page.route("**/readyz/definition-advice", (route) =>
    route.fulfill({ body: `ok\nredises.apps.example.com: ${hostileText}\n` }),
  );
  await page.route("**/applicationmetrics/**", (route) =>
    route.fulfill({ json: { status: { pods: 2, measuredPods: 2, cpu: "250m", memory: "128Mi" } } }),
  );
}

/** Adds a brand, whose logo has a script. */
export async function addBrand(page: Page): Promise<void> {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.pwned=1</script></svg>';
  await page.route("**/branding.json", (route) =>
    route.fulfill({
      json: {
        name: "Acme Cloud",
        logo: `data:image/svg+xml,${encodeURIComponent(logo)}`,
        colours: { accent: "#ffd24d", top: "#7f7f7f" },
      },
    }),
  );
}
