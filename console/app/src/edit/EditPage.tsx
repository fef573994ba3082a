import { useCallback, useRef, useState } from "react";
import { type Change, type Conflict, changesOf, set } from "../api/changes";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { masked, maskedAt } from "../api/sensitive";
import { exportable, printYaml } from "../api/yaml";
import { navigate } from "../router/navigation";
import type { KindRef } from "../router/routes";
import { useLatest } from "../shell/latest";
import { useLoad } from "../shell/load";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { toast } from "../ui/toast";
import { ConflictDialog } from "./ConflictDialog";
import { type Causes, causesOfError } from "./causes";
import { useDraft } from "./draft";
import { Editor } from "./Editor";
import { EditorFoot } from "./EditorFoot";
import "../styles/edit.css";
import { useUnsavedGuard } from "./guard";
import { ReviewDialog } from "./ReviewDialog";
import { findKind, useSchema } from "./schema";
import { type Edit, type Outcome, submit } from "./submit";
import { WithSchema } from "./WithSchema";

interface EditPageProps extends KindRef {
  readonly name: string;
}

export function EditPage({ namespace, group, resource, name }: EditPageProps) {
  const { objects } = useServices();
  const { kinds } = usePlatform();
  const kind = findKind(kinds, group, resource);
  const published = useSchema(kind);
  const load = useCallback(
    (signal: AbortSignal) => (kind ? objects.get(kind, namespace, name, signal) : Promise.reject()),
    [objects, kind, namespace, name],
  );
  const object = useLoad(kind ? load : undefined);
  useTitle(TEXTS.edit.editTitle(name));
  // An edit stays if the object cannot be loaded again, as it is after a change of the kind.
  const live = object.data ?? object.last;
  if (!kind || !live) {
    return object.error === undefined ? (
      <p className="muted">{TEXTS.loading}</p>
    ) : (
      <Problem error={object.error} onRetry={object.reload} />
    );
  }
  return (
    <WithSchema published={published}>
      {(schema) => <EditObject kind={kind} namespace={namespace} name={name} live={live} schema={schema} />}
    </WithSchema>
  );
}

interface EditObjectProps {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly live: JsonObject;
  readonly schema: JsonObject | undefined;
}

const NO_CAUSES: Causes = { name: "", others: [] };

function EditObject({ kind, namespace, name, live, schema }: EditObjectProps) {
  const { objects } = useServices();
  const [base, setBase] = useState(live);
  const draft = useDraft(() => exportable(live), schema ? "form" : "yaml");
  const latest = useLatest(draft);
  const [causes, setCauses] = useState(NO_CAUSES);
  const [outcome, setOutcome] = useState<Outcome>();
  const attempts = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const isDirty = draft.yamlError !== "" || changesOf(exportable(base), draft.object).length > 0;
  useUnsavedGuard(isDirty && !isSaved);
  const target = { objects, kind, namespace, name };
  const detail = { page: "detail", namespace, group: kind.group, resource: kind.resource, name } as const;

  /** Keeps the rebased edit, so that the form shows it and the next attempt starts from it. */
  const adopt = (edit: Edit) => {
    setBase(edit.base);
    draft.setObject(exportable(edit.edited));
  };
  /** Returns the outcome; undefined if there is nothing to show. */
  const send = async (edit: Edit, dryRun: boolean): Promise<Outcome | undefined> => {
    setBusy(true);
    setCauses(NO_CAUSES);
    try {
      const result = await submit(target, edit, dryRun);
      attempts.current++;
      return result;
    } catch (error) {
      setCauses(causesOfError(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const show = (edit: Edit, result: Outcome | undefined) => {
    // The user's values stay in the form until the user has decided about them.
    if (result && result.type !== "unchanged" && result.type !== "changed" && result.edit !== edit) {
      adopt(result.edit);
    }
    setOutcome(result);
  };
  const review = async () => {
    const seen = latest.current;
    if (seen.yamlError !== "") {
      return;
    }
    const edit = { base, edited: onto(base, seen.object), force: false };
    const result = await send(edit, true);
    if (latest.current.object === seen.object) {
      show(edit, result);
    } else {
      // The user went on during the check, so its answer is about another object.
      await review();
    }
  };
  const apply = async (edit: Edit) => {
    const result = await send(edit, false);
    if (result?.type === "done") {
      setSaved(true);
      toast("good", TEXTS.edit.saved(name));
      navigate(detail, { force: true });
    } else {
      show(edit, result);
    }
  };
  const resolve = async (
    { base: theirBase, edited: merged, force }: Edit,
    mine: readonly Conflict[],
    theirs: readonly Conflict[],
    isManaged: boolean,
  ) => {
    const values = [
      ...theirs.map((conflict) => ({ path: conflict.path, value: conflict.theirs })),
      ...mine.map((conflict) => ({ path: conflict.path, value: conflict.mine })),
    ];
    const edited = values.reduce((object, { path, value }) => set(object, path, value), merged);
    const edit = { base: theirBase, edited, force: force || (isManaged && mine.length > 0) };
    adopt(edit);
    show(edit, await send(edit, true));
  };
  const mask = (object: JsonObject) => masked(exportable(object), schema) as JsonObject;
  return (
    <div className="edit-page">
      <header className="page-head">
        <h1>{TEXTS.edit.editTitle(name)}</h1>
      </header>
      {outcome?.type === "unchanged" && <Notice tone="info" title={TEXTS.edit.nothing} isLive />}
      <Editor
        kind={kind}
        namespace={namespace}
        draft={draft}
        schema={schema}
        mode="edit"
        causes={causes}
        onSubmit={() => void review()}
      >
        <EditorFoot isBusy={isBusy} cancel={detail} />
      </Editor>
      {outcome?.type === "done" && (
        <ReviewDialog
          title={TEXTS.edit.reviewTitle}
          changes={outcome.changes.map((change) => maskedChange(change, schema))}
          before={printYaml(mask(outcome.edit.base))}
          after={printYaml(mask(outcome.object))}
          warnings={outcome.warnings}
          notes={
            <>
              {outcome.others.length > 0 && <Notice tone="info" title={TEXTS.conflict.merged} />}
              {outcome.isPatch && <p className="muted">{TEXTS.edit.sends}</p>}
            </>
          }
          confirm={TEXTS.edit.apply}
          isBusy={isBusy}
          onConfirm={() => void apply(outcome.edit)}
          onClose={() => setOutcome(undefined)}
        />
      )}
      {(outcome?.type === "changed" || outcome?.type === "managed") && (
        <ConflictDialog
          // Other conflicts are another question, in which nothing is chosen yet.
          key={attempts.current}
          title={outcome.type === "managed" ? TEXTS.conflict.managedTitle : TEXTS.conflict.title}
          help={outcome.type === "managed" ? TEXTS.conflict.managedHelp : TEXTS.conflict.help}
          conflicts={outcome.conflicts}
          schema={schema}
          isBusy={isBusy}
          onResolve={(mine, theirs) => void resolve(outcome.edit, mine, theirs, outcome.type === "managed")}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </div>
  );
}

/** The values get masks only after they are compared, because masks are all the same. */
function maskedChange({ path, before, after }: Change, schema: JsonObject | undefined): Change {
  return { path, before: maskedAt(path, before, schema), after: maskedAt(path, after, schema) };
}

/** Puts the edited parts onto the object with all that the editor does not show. */
function onto(base: JsonObject, edited: JsonObject): JsonObject {
  return changesOf(exportable(base), edited).reduce(
    (object, { path, after }) => set(object, path, after),
    base,
  );
}
