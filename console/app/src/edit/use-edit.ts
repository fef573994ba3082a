/** The steps of an edit: its review by a dry run, the decisions about conflicts, and the write. */
import { useState } from "react";
import { type Conflict, changesOf, set } from "../api/changes";
import type { JsonObject } from "../api/json";
import { exportable } from "../api/yaml";
import { useLatest } from "../shell/latest";
import { type Causes, causesOfError } from "./causes";
import type { Draft } from "./draft";
import { type Edit, type Outcome, submit, type Target } from "./submit";

/** The answer to a dry run, or to a write that was refused. */
interface Answer {
  readonly outcome: Outcome | undefined;
  readonly causes: Causes;
  /** The number of answers, so that a new question starts without choices. */
  readonly attempts: number;
}

type Decided = Extract<Outcome, { readonly type: "changed" | "managed" }>;

export interface EditSteps {
  /** The object that the edit starts from. */
  readonly base: JsonObject;
  readonly outcome: Outcome | undefined;
  readonly causes: Causes;
  readonly attempts: number;
  readonly isBusy: boolean;
  readonly review: () => void;
  readonly apply: (reviewed: Extract<Outcome, { readonly type: "done" }>) => void;
  readonly resolve: (question: Decided, mine: readonly Conflict[], theirs: readonly Conflict[]) => void;
  readonly close: () => void;
}

const NO_CAUSES: Causes = { name: "", others: [] };

export function useEdit(target: Target, live: JsonObject, draft: Draft, onSaved: () => void): EditSteps {
  const [base, setBase] = useState(live);
  const [answer, setAnswer] = useState<Answer>({ outcome: undefined, causes: NO_CAUSES, attempts: 0 });
  const [isBusy, setBusy] = useState(false);
  const latest = useLatest(draft);

  /** Keeps the rebased edit, so that the form shows it and the next attempt starts from it. */
  const adopt = (edit: Edit) => {
    setBase(edit.base);
    draft.setObject(exportable(edit.edited));
  };
  const show = (edit: Edit, outcome: Outcome | undefined, causes: Causes) => {
    // The user's values stay in the form until the user has decided about them.
    if (outcome && outcome.type !== "unchanged" && outcome.type !== "changed" && outcome.edit !== edit) {
      adopt(outcome.edit);
    }
    setAnswer(({ attempts }) => ({ outcome, causes, attempts: attempts + 1 }));
  };
  /** Sends an edit. Returns false, and shows nothing, if its answer no longer matters. */
  const send = async (edit: Edit, dryRun: boolean, matters = () => true): Promise<boolean> => {
    setBusy(true);
    setAnswer((old) => ({ ...old, causes: NO_CAUSES }));
    const { outcome, causes } = await submit(target, edit, dryRun).then(
      (outcome) => ({ outcome, causes: NO_CAUSES }),
      (error: unknown) => ({ outcome: undefined, causes: causesOfError(error) }),
    );
    setBusy(false);
    if (outcome?.type === "done" && !dryRun) {
      onSaved();
      return true;
    }
    // Before it is shown, which changes the draft.
    const isCurrent = matters();
    if (isCurrent) {
      show(edit, outcome, causes);
    }
    return isCurrent;
  };
  const review = async (): Promise<void> => {
    const { object, yamlError } = latest.current;
    const edit = { base, edited: onto(base, object), force: false };
    if (yamlError === "" && !(await send(edit, true, () => latest.current.object === object))) {
      // The user went on during the check, so its answer is about another object.
      await review();
    }
  };
  return {
    base,
    ...answer,
    isBusy,
    review: () => void review(),
    apply: ({ edit }) => void send(edit, false),
    resolve: (question, mine, theirs) => {
      const edit = decided(question, mine, theirs);
      adopt(edit);
      void send(edit, true);
    },
    close: () => setAnswer((old) => ({ ...old, outcome: undefined })),
  };
}

/** Returns the edit with the values that the user has chosen. */
function decided({ type, edit }: Decided, mine: readonly Conflict[], theirs: readonly Conflict[]): Edit {
  const values = [
    ...theirs.map((conflict) => ({ path: conflict.path, value: conflict.theirs })),
    ...mine.map((conflict) => ({ path: conflict.path, value: conflict.mine })),
  ];
  return {
    base: edit.base,
    edited: values.reduce((object, { path, value }) => set(object, path, value), edit.edited),
    force: edit.force || (type === "managed" && mine.length > 0),
  };
}

/** Puts the edited parts onto the object with all that the editor does not show. */
function onto(base: JsonObject, edited: JsonObject): JsonObject {
  return changesOf(exportable(base), edited).reduce(
    (object, { path, after }) => set(object, path, after),
    base,
  );
}
