/** The parts of an object and its actions that a server in a cluster has and dev mode does not, with long and hostile content. */
import type { Page } from "playwright-core";
import { addSubresources, changeGroups } from "./discovery";
import { hostileText } from "./rows";

const LONG = `${hostileText} ${"w".repeat(400)}`;
const VIEWS: Readonly<Record<string, object>> = {
  resources: {
    resources: [
      { kind: "Deployment", name: "redis", status: "Current", created: "2026-01-01T00:00:00Z" },
      { kind: "Pod", name: LONG, status: "InProgress", message: LONG, owner: "Deployment/redis" },
      { kind: "Job", name: "j".repeat(200), status: "Failed", message: LONG },
      { kind: "Secret", name: "gone", status: "NotFound" },
    ],
  },
  access: {
    endpoints: [
      { address: `${"h".repeat(300)}.example.com:6379`, scope: "external", kind: "Service", name: LONG },
      { address: LONG, scope: LONG, kind: LONG, name: LONG },
    ],
  },
  credentials: {
    secrets: [{ name: "s".repeat(200), data: { [LONG]: Buffer.from(LONG).toString("base64") } }],
  },
  values: {
    complete: false,
    values: [
      { path: "replicas", value: 3, source: "spec" },
      { path: LONG, value: LONG, source: "default" },
      { path: "deep", value: { [LONG]: [LONG] }, source: LONG },
    ],
    valuesFrom: [{ kind: "Secret", name: LONG }],
  },
  history: {
    revisions: [
      { revision: 2, status: "deployed", chart: { name: "redis", version: LONG }, changed: [LONG] },
      { revision: 1, status: LONG, chart: {}, lastDeployed: "2026-01-01T00:00:00Z" },
    ],
  },
  scale: { spec: { replicas: 2 } },
};
const ACTIONS = ["suspend", "reconcile", "restart", "rollback"];

export async function addRelease(page: Page): Promise<void> {
  const serves = (subresource: string, verb: string) => ({ subresource, verbs: [verb] });
  await changeGroups(page, (groups) =>
    addSubresources(groups, [
      ...[...Object.keys(VIEWS), "log"].map((view) => serves(view, "get")),
      ...ACTIONS.map((action) => serves(action, "create")),
      serves("scale", "patch"),
    ]),
  );
  for (const [name, json] of Object.entries(VIEWS)) {
    await page.route(`**/redises/*/${name}`, (route) => route.fulfill({ json }));
  }
  const lines = Array.from(
    { length: 200 },
    (_, i) => `[pod/redis-0/redis] 2026-01-01T00:00:00.${String(i).padStart(9, "0")}Z ${LONG}\n`,
  );
  await page.route("**/redises/*/log?**", (route) =>
    route.fulfill({ contentType: "text/plain", body: lines.join("") }),
  );
  await page.route("**/redises/*/rollback?**", (route) =>
    route.fulfill({ json: {}, headers: { warning: `299 - "spec.${"a".repeat(300)} would change"` } }),
  );
}
