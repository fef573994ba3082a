// @vitest-environment jsdom
/** An edit keeps what the user typed, and asks again after each decision. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { set } from "../src/api/changes";
import type { JsonObject } from "../src/api/json";
import { edit, replace } from "./edit-page";
import { type Handler, PATH, type Sent } from "./harness";
import { CACHE } from "./password";

afterEach(cleanup);

const VERSION = ["metadata", "resourceVersion"];
const yaml = () => screen.getByLabelText<HTMLTextAreaElement>("The object as YAML").value;
const dialog = () => document.querySelector("dialog") as HTMLElement;
const press = (name: string) => userEvent.click(within(dialog()).getByRole("button", { name, hidden: true }));
const versionOf = ({ body }: Sent) => JSON.parse(body).metadata.resourceVersion;

/** A server whose object changes before the first write. */
function changed(theirs: JsonObject, write: Handler = ({ body }) => JSON.parse(body)) {
  let now = CACHE;
  return edit({
    [`GET ${PATH}`]: () => now,
    [`PATCH ${PATH}`]: (sent) => {
      now = theirs;
      return versionOf(sent) === "2" ? write(sent) : refusal(409, "Conflict");
    },
  });
}

function refusal(code: number, reason: string, causes: readonly object[] = []): Response {
  return Response.json(
    { kind: "Status", code, reason, message: reason, details: { causes } },
    { status: code },
  );
}

const SAME_FIELD = set(set(CACHE, VERSION, "2"), ["spec", "size"], "3Gi");

test("a conflict that the user leaves undecided changes nothing in the editor", async () => {
  changed(SAME_FIELD);
  await replace("1Gi", "2Gi");
  await screen.findByText("Somebody else changed the same fields");
  await press("Back to editing");
  expect(yaml()).toContain("size: 2Gi");
  await userEvent.click(screen.getByRole("button", { name: "Review" }));
  expect(await screen.findByText("Somebody else changed the same fields")).toBeTruthy();
});

test("a decision stays in the editor if the server refuses its review", async () => {
  changed(SAME_FIELD, () => refusal(422, "Invalid"));
  await replace("size: 1Gi", "size: 2Gi\n  more: words");
  await screen.findByText("Somebody else changed the same fields");
  await userEvent.click(within(dialog()).getByLabelText(/Keep theirs/));
  await press("Continue");
  await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
  expect(yaml()).toContain("size: 3Gi");
  expect(yaml()).toContain("more: words");
});

test("the text has what others changed, so that the next key does not take it back", async () => {
  const { sent } = changed(set(set(CACHE, VERSION, "2"), ["spec", "replicas"], 7));
  await replace("1Gi", "2Gi");
  await screen.findByText(/Others changed the object meanwhile/);
  await press("Back to editing");
  expect(yaml()).toContain("replicas: 7");
  // The merge itself is no reason to check again.
  expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(2);
  expect(yaml()).toContain("size: 2Gi");
});

test("what the user types during a check is checked, too", async () => {
  const answers: (() => void)[] = [];
  const { sent } = edit({
    [`PATCH ${PATH}`]: ({ body }) => new Promise((resolve) => answers.push(() => resolve(JSON.parse(body)))),
  });
  await replace("1Gi", "2Gi");
  await waitFor(() => expect(answers).toHaveLength(1));
  await userEvent.type(screen.getByLabelText("The object as YAML"), "  more: words\n");
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(document.querySelector("dialog")).toBeNull();
  answers[1]?.();
  expect(await screen.findByText("spec.more")).toBeTruthy();
  expect(yaml()).toContain("more: words");
  expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(2);
});

test("a field that the user takes over does not take over other fields later", async () => {
  const { sent } = edit({
    [`PATCH ${PATH}`]: ({ url, body }) =>
      url.searchParams.get("force") === "true"
        ? JSON.parse(body)
        : refusal(409, "Conflict", [
            {
              reason: "FieldManagerConflict",
              message: 'conflict with "flux" using a.io/v1',
              field: ".spec.size",
            },
          ]),
  });
  await replace("1Gi", "2Gi");
  await screen.findByText(/flux/);
  await userEvent.click(within(dialog()).getByLabelText(/Use mine/));
  await press("Continue");
  await screen.findByText("Review the changes");
  await press("Back to editing");
  await userEvent.click(screen.getByRole("button", { name: "Review" }));
  await screen.findByText(/flux/);
  const forced = sent
    .filter(({ method }) => method === "PATCH")
    .map(({ url }) => url.searchParams.get("force"));
  expect(forced).toEqual([null, "true", null]);
});
