// @vitest-environment jsdom
/** Sensitive values on the pages of an edit. */
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { set } from "../src/api/changes";
import { MASK } from "../src/api/sensitive";
import { ConflictDialog } from "../src/edit/ConflictDialog";
import { barriers } from "./axe";
import { edit, replace } from "./edit-page";
import { PATH, show } from "./harness";
import { CACHE, SCHEMA } from "./password";

afterEach(cleanup);

test("an edit of only a secret is a change with masked values", async () => {
  edit();
  await replace("hunter2", "swordfish");
  const row = (await screen.findByText("spec.password")).closest("tr") as HTMLElement;
  expect(within(row).getAllByText(MASK)).toHaveLength(2);
  expect(screen.queryByText("Nothing has changed.")).toBeNull();
  expect(document.querySelector("dialog")?.textContent).not.toMatch(/hunter2|swordfish/);
});

test("the review of another edit shows its values", async () => {
  edit();
  await replace("1Gi", "2Gi");
  const row = (await screen.findByText("spec.size")).closest("tr") as HTMLElement;
  expect(
    within(row)
      .getAllByRole("cell", { hidden: true })
      .map((cell) => cell.textContent),
  ).toEqual(["1Gi", "2Gi"]);
  expect(screen.queryByText("spec.password")).toBeNull();
});

test("a conflict about a secret is shown with masks until the user reveals them", async () => {
  const theirs = set(set(CACHE, ["metadata", "resourceVersion"], "2"), ["spec", "password"], "theirs1");
  let now = CACHE;
  edit({
    [`GET ${PATH}`]: () => now,
    [`PATCH ${PATH}`]: () => {
      now = theirs;
      return Response.json({ kind: "Status", code: 409, reason: "Conflict" }, { status: 409 });
    },
  });
  await replace("hunter2", "swordfish");
  await screen.findByText("Somebody else changed the same fields");
  const dialog = document.querySelector("dialog") as HTMLElement;
  expect(dialog.textContent).not.toMatch(/hunter2|swordfish|theirs1/);
  expect(within(dialog).getAllByText(MASK)).toHaveLength(3);
  await userEvent.click(within(dialog).getByLabelText("Show sensitive values"));
  expect(dialog.textContent).toMatch(/Beforehunter2.*Keep theirstheirs1.*Use mineswordfish/);
});

test("a choice between masked values is one of the real values", async () => {
  const onResolve = vi.fn();
  const conflict = { path: ["spec", "password"], base: "a", mine: "b", theirs: "c" };
  show(
    <ConflictDialog
      title="Conflict"
      help=""
      conflicts={[conflict]}
      schema={SCHEMA}
      isBusy={false}
      onResolve={onResolve}
      onClose={() => {}}
    />,
    {},
  );
  expect(await barriers()).toEqual([]);
  await userEvent.click(screen.getByLabelText(/Use mine/));
  await userEvent.click(screen.getByText("Continue"));
  expect(onResolve).toHaveBeenCalledWith([conflict], []);
});

test("a conflict without secrets offers nothing to reveal", () => {
  const conflict = { path: ["spec", "size"], base: "1Gi", mine: "2Gi", theirs: "3Gi" };
  const page = { title: "Conflict", help: "", isBusy: false, onResolve: () => {}, onClose: () => {} };
  show(<ConflictDialog {...page} conflicts={[conflict]} schema={SCHEMA} />, {});
  expect(screen.getByText("3Gi")).toBeTruthy();
  expect(screen.queryByLabelText("Show sensitive values")).toBeNull();
});
