// @vitest-environment jsdom
/** The reviews of a user's kinds, which the console repeats every minute. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { PlatformProvider, usePlatform } from "../src/shell/platform";
import { type Handler, type Sent, show } from "./harness";

afterEach(cleanup);

const REVIEWS = "/apis/computed.chartroom.dev/v1alpha1/namespaces/shop/selfsubjectkindsreviews";
const COMPUTED = {
  metadata: { name: "computed.chartroom.dev" },
  versions: [
    { version: "v1alpha1", resources: [{ resource: "selfsubjectkindsreviews", verbs: ["create"] }] },
  ],
};

const resource = (name: string) => ({
  resource: name,
  responseKind: { kind: name },
  scope: "Namespaced",
  verbs: ["list"],
});
const iconOf = (name: string) => `data:image/png,${name}`;
const specOf = ({ body }: Sent) => JSON.parse(body).spec;

/** Answers a review with these kinds. */
function reviewed(names: readonly string[], icons: unknown, next = "") {
  const kinds = names.map((name) => ({
    group: "a.io",
    resource: name,
    ...(icons === true && { icon: iconOf(name) }),
  }));
  return { status: { kinds, ...(next !== "" && { continue: next }) } };
}

function Shown() {
  const { entries, isLoading, reload } = usePlatform();
  return (
    <>
      <button type="button" onClick={reload}>
        Reload
      </button>
      <p role="status">{isLoading ? "loading" : entries.map(({ id, icon }) => `${id}=${icon}`).join(" ")}</p>
    </>
  );
}

function platform(served: readonly string[], review: Handler) {
  let names = served;
  const { sent } = show(
    <PlatformProvider namespace="shop">
      <Shown />
    </PlatformProvider>,
    {
      "GET /api": () => ({ items: [] }),
      "GET /apis": () => ({
        items: [
          { metadata: { name: "a.io" }, versions: [{ version: "v1", resources: names.map(resource) }] },
          COMPUTED,
        ],
      }),
      [`POST ${REVIEWS}`]: review,
    },
  );
  const specs = () => sent.filter(({ method }) => method === "POST").map(specOf);
  /** Loads again, and waits for so many reviews in all. */
  const reload = async (reviews: number) => {
    await userEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(specs()).toHaveLength(reviews));
  };
  return { specs, reload, serve: (...more: readonly string[]) => (names = more) };
}

const shown = (...names: readonly string[]) =>
  waitFor(() =>
    expect(screen.getByRole("status").textContent).toBe(
      names.map((name) => `${name}.a.io=${iconOf(name)}`).join(" "),
    ),
  );

test("icons are downloaded once, and again if discovery has other kinds", async () => {
  let names = ["a", "b"];
  const { specs, reload, serve } = platform(names, (sent) => reviewed(names, specOf(sent).icons));
  await shown("a", "b");
  expect(specs()).toEqual([{ icons: true }]);
  await reload(2);
  await shown("a", "b");
  expect(specs()[1]).toEqual({});
  names = ["a", "b", "c"];
  serve(...names);
  await reload(3);
  await shown("a", "b", "c");
  expect(specs()[2]).toEqual({ icons: true });
});

test("icons are downloaded for a kind that the user may newly create", async () => {
  let names = ["a"];
  const { specs, reload } = platform(["a", "b"], (sent) => reviewed(names, specOf(sent).icons));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("b.a.io="));
  names = ["a", "b"];
  await reload(3);
  await shown("a", "b");
  expect(specs()).toEqual([{ icons: true }, {}, { icons: true }]);
});

test("icons are downloaded when a review works again", async () => {
  const broken = Response.json({ kind: "Status", code: 500 }, { status: 500 });
  const answers: Handler[] = [() => broken];
  const { specs, reload } = platform(["a"], (sent) => {
    const answer = answers.shift() ?? (() => reviewed(["a"], specOf(sent).icons));
    return answer(sent);
  });
  await waitFor(() => expect(specs()).toHaveLength(1));
  await reload(2);
  await shown("a");
  expect(specs()[1]).toEqual({ icons: true });
});

test("many kinds with large icons need many answers, and all of them are asked for", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `k${i + 10}`);
  platform(names, (sent) => {
    const { icons, continue: from = "0" } = specOf(sent);
    const start = Number(from);
    const next = start + 2 < names.length ? String(start + 2) : "";
    return reviewed(names.slice(start, start + 2), icons, next);
  });
  await shown(...names);
});

test.each([
  ["the same position", 1, () => "again", 2],
  ["ever more positions without kinds", 0, (count: number) => String(count), 2_000],
  ["ever more kinds", 100, (count: number) => String(count), 20],
])(
  "a server that answers %s is not asked endlessly",
  async (_, size, next, most) => {
    let count = 0;
    platform(["a"], (sent) => {
      count++;
      const names = Array.from({ length: size }, (_, i) => (i === 0 ? "a" : `${count}-${i}`));
      return reviewed(names, specOf(sent).icons, next(count));
    });
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("a.a.io="), {
      timeout: 20_000,
    });
    expect(count).toBe(most);
  },
  30_000,
);
