// @vitest-environment jsdom
/**
 * Plots of usage and readiness. The status of an ApplicationMetrics is that of ComputedKinds, with the values of
 * ApplicationUsageTest and ApplicationMetricsTest; a revision is that of HelmRevisions.
 */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Http } from "../src/api/http";
import { parseQuantity, printBytes, printCpu } from "../src/api/quantity";
import { ReadinessPlot } from "../src/detail/ReadinessPlot";
import { revisionsOf, spansOf, withChange } from "../src/detail/readiness";
import { UsagePlots } from "../src/detail/UsagePlots";
import { next, POLL_MS, poll, type Usage, useUsage } from "../src/detail/usage";
import { binaryTicks, decimalTicks, runsOf } from "../src/plot/scale";
import { PlatformProvider } from "../src/shell/platform";
import { barriers } from "./axe";
import { fakeApi, type Handler, show, TARGET } from "./harness";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const METRICS = "/apis/computed.chartroom.dev/v1alpha1/namespaces/shop/applicationmetrics/cart.caches.a.io";
const APPLICATION = { group: "a.io", kind: "Cache", name: "cart" };
const MEASURED = { application: APPLICATION, pods: 2, measuredPods: 1, cpu: "1250m", memory: "128Mi" };
const EMPTY: Usage = { samples: [], pods: 0, measuredPods: 0, reason: "" };

test.each([
  ["250m", 0.25],
  ["4000m", 4],
  ["128Mi", 134_217_728],
  ["1.5Gi", 1_610_612_736],
  ["1e3", 1000],
  ["2k", 2000],
  ["100n", 1e-7],
  ["0", 0],
  ["", undefined],
  ["1.5 Gi", undefined],
  ["Gi", undefined],
  ["0x10", undefined],
  ["1e999", undefined],
] as const)("the quantity %j is %j", (text, value) => {
  const parsed = parseQuantity(text);
  expect(parsed === undefined ? parsed : Number(parsed.toPrecision(12))).toBe(value);
});

test("a printed quantity is a quantity of nearly the same value", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (value) => {
      for (const printed of [printCpu(value), printBytes(value * 1024)]) {
        const wanted = printed === printCpu(value) ? value : value * 1024;
        expect(Math.abs((parseQuantity(printed) ?? 0) / wanted - 1)).toBeLessThan(0.01);
      }
    }),
  );
  expect([printCpu(0.25), printCpu(1.25), printCpu(0), printBytes(0)]).toEqual(["250m", "1.25", "0", "0"]);
  expect([printBytes(1.5 * 2 ** 30), printBytes(128 * 2 ** 20)]).toEqual(["1.5Gi", "128Mi"]);
});

test("an axis has few round steps, and reaches the highest value", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-4, max: 1e12, noNaN: true }), (highest) => {
      for (const ticks of [decimalTicks(highest), binaryTicks(highest)]) {
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * 0.9999);
      }
    }),
  );
  expect(decimalTicks(0.3).map(printCpu)).toEqual(["0", "100m", "200m", "300m"]);
  expect(binaryTicks(1.4 * 2 ** 30).map(printBytes)).toEqual(["0", "512Mi", "1Gi", "1.5Gi"]);
  expect(decimalTicks(0)).toHaveLength(2);
});

test("a line does not cross the time in which nothing was measured", () => {
  const times = [0, 1, 2, 9, 10].map((time) => ({ time, value: 1 }));
  expect(runsOf(times, 3).map((run) => run.length)).toEqual([3, 2]);
});

/** Runs the polling over answers, and returns the last usage and the waits. */
async function polled(answers: readonly (() => unknown)[]) {
  const stop = new AbortController();
  let i = 0;
  const { fetch, sent } = fakeApi({ [`GET ${METRICS}`]: () => answers[i++]?.() });
  const http = new Http({ fetch, token: () => undefined });
  let usage = EMPTY;
  const waits: number[] = [];
  const clock = {
    now: () => 1000 * i,
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds);
      if (i >= answers.length) {
        stop.abort();
      }
    },
  };
  const publish = (change: (old: Usage) => Usage) => {
    usage = change(usage);
  };
  await poll({ http, clock, path: METRICS, signal: stop.signal, publish });
  return { usage, waits, requests: sent.length };
}

const failure = (code: number, message: string) => () =>
  Response.json({ kind: "Status", code, message }, { status: code });

test("usage is polled, and an error keeps what was measured before", async () => {
  const { usage, waits } = await polled([
    () => ({ status: MEASURED }),
    failure(503, "busy"),
    failure(503, "busy"),
    () => ({ status: { ...MEASURED, cpu: "500m" } }),
  ]);
  expect(usage.samples.map(({ cpu }) => cpu)).toEqual([1.25, 0.5]);
  expect(usage.reason).toBe("");
  expect(waits).toEqual([POLL_MS, 2 * POLL_MS, 4 * POLL_MS, POLL_MS]);
});

test("polling ends if the user may not read the metrics", async () => {
  const { usage, requests } = await polled([failure(403, "you may not read what it is computed from")]);
  expect(usage.reason).toBe("you may not read what it is computed from");
  expect(requests).toBe(1);
});

test("polling waits until the page is visible", async () => {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const done = polled([() => ({ status: MEASURED })]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  state.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect((await done).usage.samples).toHaveLength(1);
});

test.each([
  [
    { application: APPLICATION, message: "the cluster has no metrics of pods" },
    "the cluster has no metrics of pods",
  ],
  [{ application: APPLICATION, pods: 2, measuredPods: 0 }, "the pods have no metrics yet."],
  [{ application: APPLICATION, pods: 0, measuredPods: 0 }, "there are no pods."],
  [
    { application: APPLICATION, cpu: "<b>", memory: "1Mi", pods: 1, measuredPods: 1 },
    "the pods have no metrics yet.",
  ],
])("the status %j has no usage, and a reason", (status, reason) => {
  expect(next(EMPTY, status, 0)).toMatchObject({ samples: [], reason });
});

function Measured() {
  return <UsagePlots usage={useUsage(TARGET)} />;
}

const computed = {
  metadata: { name: "computed.chartroom.dev" },
  versions: [
    {
      version: "v1alpha1",
      resources: [{ resource: "applicationmetrics", scope: "Namespaced", verbs: ["get", "list"] }],
    },
  ],
};
const server = (groups: readonly unknown[]): Readonly<Record<string, Handler>> => ({
  "GET /api": () => ({ items: [] }),
  "GET /apis": () => ({ items: groups }),
  [`GET ${METRICS}`]: () => ({ status: MEASURED }),
});

test("the plots of an object have labels in quantities, a summary and a table", async () => {
  show(
    <PlatformProvider namespace={undefined}>
      <Measured />
    </PlatformProvider>,
    server([computed]),
  );
  const cpu = await screen.findByRole("img", { name: "CPU over time: between 1.25 and 1.25, 1.25 at last." });
  expect(within(cpu).getByText("1.5")).toBeTruthy();
  const memory = screen.getByRole("img", { name: /^Memory over time/ });
  expect(within(memory).getByText("128Mi")).toBeTruthy();
  expect(screen.getByText("Sum over 1 of 2 pods, since you opened this page.")).toBeTruthy();
  expect(await barriers()).toEqual([]);
});

test("a server without ApplicationMetrics is told in words", async () => {
  const { sent } = show(
    <PlatformProvider namespace={undefined}>
      <Measured />
    </PlatformProvider>,
    server([]),
  );
  expect(
    await screen.findByText("Not shown now: the server does not serve ApplicationMetrics."),
  ).toBeTruthy();
  expect(sent.some(({ url }) => url.pathname === METRICS)).toBe(false);
});

test("the table of a plot has its values, the newest first", async () => {
  const samples = [0, 1, 2].map((i) => ({ time: i * POLL_MS, cpu: (i + 1) / 4, memory: 2 ** (20 + i) }));
  render(<UsagePlots usage={{ ...EMPTY, samples, pods: 1, measuredPods: 1 }} />);
  const details = document.querySelector("details");
  if (details) {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  }
  const cells = [...document.querySelectorAll("td")].map((cell) => cell.textContent);
  expect(cells).toEqual(["750m", "500m", "250m"]);
  expect(await barriers()).toEqual([]);
});

const ready = (status: string, lastTransitionTime: string) => ({
  status: { conditions: [{ type: "Ready", status, lastTransitionTime }] },
});
const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
const time = (minute: number) => Date.parse(at(minute));

test("each change of Ready is remembered once, in the order of time", () => {
  const objects = [
    ready("Unknown", at(1)),
    ready("Unknown", at(1)),
    ready("True", at(3)),
    ready("False", at(2)),
    ready("True", "not a time"),
    {},
  ];
  const changes = objects.reduce<ReturnType<typeof withChange>>(
    (old, object) => withChange(old, object, time(9)),
    [],
  );
  expect(changes).toEqual([
    { since: time(1), status: "Unknown" },
    { since: time(3), status: "True" },
    { since: time(3) + 1, status: "False" },
    { since: time(9), status: "True" },
  ]);
});

const HISTORY = {
  kind: "ApplicationHistory",
  apiVersion: "chartroom.dev/v1alpha1",
  revisions: [
    {
      revision: 2,
      status: "deployed",
      chart: { name: "cache", version: "1.1.0" },
      firstDeployed: at(1),
      lastDeployed: at(20),
    },
    { revision: 1, status: "failed", chart: { name: "cache", version: "1.0.0" }, lastDeployed: at(1) },
    { revision: 0, status: "pending-install", chart: {} },
  ],
};

test("the band begins with the first revision, and claims no state before the first known one", () => {
  const marks = revisionsOf(HISTORY);
  expect(marks.map(({ label, isBad }) => [label, isBad])).toEqual([
    ["r1", true],
    ["r2", false],
  ]);
  const spans = spansOf([{ since: time(21), status: "True" }], marks, time(30));
  expect(spans).toEqual([
    { from: time(1), to: time(21), tone: "none" },
    { from: time(21), to: time(30), tone: "good" },
  ]);
});

test("readiness has a summary, a legend and a table", async () => {
  vi.spyOn(Date, "now").mockReturnValue(time(50));
  render(<ReadinessPlot changes={[{ since: time(20), status: "False" }]} history={HISTORY} />);
  expect(screen.getByRole("img", { name: "Not ready for 30m. 2 revisions." })).toBeTruthy();
  expect(screen.getByText("Not known", { selector: "li" })).toBeTruthy();
  const details = document.querySelector("details");
  if (details) {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  }
  expect([...document.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual([
    "Not ready",
    "r2 · deployed · cache 1.1.0",
    "r1 · failed · cache 1.0.0",
  ]);
  expect(await barriers()).toEqual([]);
});
