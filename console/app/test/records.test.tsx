// @vitest-environment jsdom
/** Notes, manifests and the export. The shapes are those of ReleaseNotes and ReleaseManifest in core/subresource. */
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Manifest } from "../src/detail/Manifest";
import { Notes } from "../src/detail/Notes";
import { useParts } from "../src/detail/parts";
import { partsOf, printable } from "../src/detail/plain-text";
import { Yaml } from "../src/detail/Yaml";
import { Denied } from "../src/ui/Guarded";
import { Tabs } from "../src/ui/Tabs";
import { barriers } from "./axe";
import { PATH, rights, show, TARGET } from "./harness";

/** The names and the texts of the files that the page offers. jsdom can save none. */
const saved: string[] = [];
let text = "";
beforeEach(() => {
  saved.splice(0);
  vi.stubGlobal(
    "Blob",
    class {
      constructor(parts: readonly string[]) {
        text = parts.join("");
      }
    },
  );
  Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download}\n${text}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const content = (kind: string) => ({
  kind,
  apiVersion: "chartroom.dev/v1alpha1",
  metadata: { name: "cart", namespace: "shop" },
  revision: 3,
});

test("notes are text, in which only web addresses are links", async () => {
  show(<Notes {...TARGET} version="1" />, {
    [`GET ${PATH}/notes`]: () => ({
      ...content("ApplicationNotes"),
      notes:
        "1. Open <b>https://cart.example.com/login?a=1</b>.\n2. Run javascript:alert(1) or ftp://a.example\n",
    }),
  });
  const link = await screen.findByRole("link");
  expect(link.getAttribute("href")).toBe("https://cart.example.com/login?a=1");
  expect(link.getAttribute("rel")).toContain("noopener");
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(document.querySelector("b")).toBeNull();
  expect(document.querySelector("pre")?.textContent).toContain("Run javascript:alert(1)");
  expect(screen.getByText("Printed by the chart for revision 3")).toBeTruthy();
  expect(await barriers()).toEqual([]);
});

test.each([
  ["see https://a.example/b).", ["https://a.example/b"]],
  ["HTTP://A.example", ["HTTP://A.example"]],
  ["https://bank.example@evil.example/", []],
  ["https://", []],
  ["https://a.example/\u202Egnp.exe", ["https://a.example/"]],
  ["javascript:https://a.example", ["https://a.example"]],
  ["data:text/html,<script>x</script>", []],
  ["x".repeat(100_000), []],
] as const)("the links of %j are %j", (text, links) => {
  const parts = partsOf(text);
  expect(parts.filter(({ href }) => href !== "").map(({ href }) => href)).toEqual(links);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});

test("control characters of notes are visible, and those of terminals are gone", () => {
  expect(printable("a\u0000b\u001b[31mred\u001b[0m\r\n\tc\u0007")).toBe("a\ufffdbred\n\tc\ufffd");
});

test("an error of the records is told in the words of the server", async () => {
  const message = 'Operation cannot be fulfilled on caches "cart": Helm has no revision of its release';
  show(<Notes {...TARGET} version="1" />, {
    [`GET ${PATH}/notes`]: () =>
      Response.json({ kind: "Status", code: 409, reason: "Conflict", message }, { status: 409 }),
  });
  expect(await screen.findByText(message)).toBeTruthy();
});

const SECRET = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "cart-auth" },
  data: { password: "aHVudGVyMg==" },
};
const MANIFEST = {
  ...content("ApplicationManifest"),
  objects: [
    { apiVersion: "v1", kind: "Secret", name: "cart-auth", namespace: "shop", manifest: SECRET },
    { apiVersion: "apps/v1", kind: "Deployment", name: "cart", namespace: "shop" },
  ],
};

test("a manifest has the objects that the user may get, and the names of the others", async () => {
  const user = userEvent.setup();
  show(<Manifest {...TARGET} version="1" />, { [`GET ${PATH}/manifest`]: () => MANIFEST });
  expect(await screen.findByText("2 objects of revision 3")).toBeTruthy();
  expect(
    screen.getByText("You may not get 1 of these objects in the cluster, so only its name is shown."),
  ).toBeTruthy();
  await user.click(screen.getByText("cart-auth"));
  const shown = await screen.findByText(/kind: Secret/);
  expect(shown.textContent).not.toContain("aHVudGVyMg==");
  await user.click(screen.getByLabelText("Show sensitive values"));
  expect(shown.textContent).toContain("aHVudGVyMg==");
  expect(screen.queryByText(/kind: Deployment/)).toBeNull();
  expect(await barriers()).toEqual([]);
});

test("a manifest can be downloaded as one file, without masks", async () => {
  const user = userEvent.setup();
  show(<Manifest {...TARGET} version="1" />, { [`GET ${PATH}/manifest`]: () => MANIFEST });
  await user.click(await screen.findByRole("button", { name: "Download" }));
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^cache-cart-manifest\.yaml\n---\napiVersion: v1\nkind: Secret\n/);
  expect(saved[0]).toContain("aHVudGVyMg==");
});

function Shown() {
  const parts = useParts(TARGET);
  return (
    <Tabs
      label="Parts"
      tabs={parts.flatMap(({ id, denied }) => (denied ? [] : [{ id, label: id }]))}
      selected="history"
      onSelect={() => undefined}
      after={parts.map(({ id, denied }) => denied && <Denied key={id} label={id} reason={denied.reason} />)}
    >
      <p>content</p>
    </Tabs>
  );
}

test("a part that the user may not read is no tab, and says why", async () => {
  const user = userEvent.setup();
  show(
    <Shown />,
    rights(({ subresource }) => subresource !== "log" && subresource !== "credentials"),
  );
  await user.hover(await screen.findByRole("button", { name: 'Why is "logs" unavailable?' }));
  expect(screen.getByRole("tooltip").textContent).toBe("RBAC: no role allows this");
  const tabs = within(screen.getByRole("tablist"));
  expect(tabs.queryByRole("tab", { name: "logs" })).toBeNull();
  expect(tabs.getByRole("tab", { name: "access" }), "addresses need another right").toBeTruthy();
  expect(await barriers()).toEqual([]);
});

test("the export has neither the status nor what servers and kubectl add", async () => {
  const user = userEvent.setup();
  const object = {
    apiVersion: "a.io/v1",
    kind: "Cache",
    metadata: {
      name: "cart",
      namespace: "shop",
      uid: "u",
      resourceVersion: "7",
      managedFields: [{ manager: "kubectl" }],
      annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}", team: "a" },
    },
    spec: { size: 1 },
    status: { version: "1" },
  };
  render(<Yaml object={object} schema={undefined} />);
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(saved[0]).toBe(
    "cache-cart.yaml\napiVersion: a.io/v1\nkind: Cache\nmetadata:\n  name: cart\n  namespace: shop\n  annotations:\n    team: a\nspec:\n  size: 1\n",
  );
});
