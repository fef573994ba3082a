// @vitest-environment jsdom
/** The subresource `values`, whose paths are printed by ReleaseValues in core/subresource. */
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/api/json";
import { MASK } from "../src/api/sensitive";
import { maskedValue, segmentsOf } from "../src/detail/masked-values";
import { Values } from "../src/detail/Values";
import { barriers } from "./axe";
import { PATH, show, TARGET } from "./harness";

afterEach(cleanup);

const SCHEMA: JsonObject = {
  "x-chartroom-sensitive-paths": ["spec.users[*].password", "spec.tokens.*"],
  properties: {
    spec: {
      properties: {
        auth: { properties: { password: { type: "string", format: "password" } } },
        tls: { "x-kubernetes-sensitive": true },
      },
    },
  },
};

test.each([
  ["auth.password", "hunter2", MASK],
  ["auth.user", "root", "root"],
  ["tls.key.pem", "hunter2", MASK],
  ["tokens.ci", "hunter2", MASK],
  ['tokens["a.b/c"]', "hunter2", MASK],
  ["users", [{ name: "a", password: "hunter2" }], [{ name: "a", password: MASK }]],
  ["auth.password", "", ""],
  ["password", "public", "public"],
] as const)("of the value %s, %j, the page shows %j", (path, value, expected) => {
  expect(maskedValue({ path, value: value as Json }, SCHEMA)).toEqual(expected);
});

test("a value that the server marks is masked, also if its schema has other names", () => {
  const entry = { path: "credentials.secret", value: "hunter2", sensitive: true };
  expect(maskedValue(entry, SCHEMA)).toBe(MASK);
  expect(maskedValue({ ...entry, value: ["a"] }, undefined)).toBe(MASK);
  expect(maskedValue({ ...entry, value: "" }, SCHEMA)).toBe("");
  const users = { path: "users", value: [{ name: "a", password: "p" }], sensitive: true };
  expect(maskedValue(users, SCHEMA)).toEqual([{ name: "a", password: MASK }]);
});

test("a path has the names of the chart, also those with dots and quotes", () => {
  expect(segmentsOf('master.nodeSelector["kubernetes.io/os"].x["a\\"]b"]')).toEqual([
    "master",
    "nodeSelector",
    "kubernetes.io/os",
    "x",
    'a"]b',
  ]);
});

const values = [
  { path: "auth.password", value: "hunter2", source: "spec" },
  { path: "size", value: 3, source: "spec" },
];

test("sensitive values are masked until the user asks for them", async () => {
  const user = userEvent.setup();
  show(<Values {...TARGET} version="1" schema={SCHEMA} />, {
    [`GET ${PATH}/values`]: () => ({ complete: true, values }),
  });
  expect(await screen.findByText(MASK)).toBeTruthy();
  expect(document.body.innerHTML).not.toContain("hunter2");
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByLabelText("Show sensitive values"));
  expect(screen.getByText("hunter2")).toBeTruthy();
  await user.click(screen.getByLabelText("Show sensitive values"));
  expect(screen.queryByText("hunter2")).toBeNull();
});

test("an integer of any size is shown as it is", async () => {
  show(<Values {...TARGET} version="1" schema={SCHEMA} />, {
    [`GET ${PATH}/values`]: () => '{"values": [{"path": "limit", "value": 9007199254740993}]}',
  });
  expect(await screen.findByText("9007199254740993")).toBeTruthy();
});

test("without sensitive values there is nothing to reveal", async () => {
  show(<Values {...TARGET} version="1" schema={{}} />, {
    [`GET ${PATH}/values`]: () => ({ complete: true, values }),
  });
  expect(await screen.findByText("hunter2")).toBeTruthy();
  expect(screen.queryByLabelText("Show sensitive values")).toBeNull();
});

test.each([
  [500, false],
  [501, true],
])("of %i values, the page says whether it has all", async (count, isCut) => {
  const many = Array.from({ length: count }, (_, i) => ({ path: `v${i}`, value: i, source: "chart" }));
  show(<Values {...TARGET} version="1" schema={{}} />, {
    [`GET ${PATH}/values`]: () => ({ complete: true, values: many }),
  });
  expect(await screen.findByRole("rowheader", { name: "v499" })).toBeTruthy();
  expect(screen.queryByRole("rowheader", { name: "v500" })).toBeNull();
  expect(screen.queryByText(/^Only the first 500 values/) !== null).toBe(isCut);
});
