import { useCallback, useState } from "react";
import { type Change, changesOf } from "../api/changes";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { masked, maskedAt } from "../api/sensitive";
import { exportable, printYaml } from "../api/yaml";
import { navigate } from "../router/navigation";
import type { KindRef } from "../router/routes";
import { useLoad } from "../shell/load";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { toast } from "../ui/toast";
import { ConflictDialog } from "./ConflictDialog";
import { useDraft } from "./draft";
import { Editor } from "./Editor";
import { EditorFoot } from "./EditorFoot";
import "../styles/edit.css";
import { useUnsavedGuard } from "./guard";
import { ReviewDialog } from "./ReviewDialog";
import { findKind, useSchema } from "./schema";
import { useEdit } from "./use-edit";
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

function EditObject({ kind, namespace, name, live, schema }: EditObjectProps) {
  const { objects } = useServices();
  const draft = useDraft(() => exportable(live), schema ? "form" : "yaml");
  const [isSaved, setSaved] = useState(false);
  const detail = { page: "detail", namespace, group: kind.group, resource: kind.resource, name } as const;
  const edit = useEdit({ objects, kind, namespace, name }, live, draft, () => {
    setSaved(true);
    toast("good", TEXTS.edit.saved(name));
    navigate(detail, { force: true });
  });
  const { outcome, isBusy } = edit;
  const isDirty = draft.yamlError !== "" || changesOf(exportable(edit.base), draft.object).length > 0;
  useUnsavedGuard(isDirty && !isSaved);
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
        causes={edit.causes}
        onSubmit={edit.review}
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
          onConfirm={() => edit.apply(outcome)}
          onClose={edit.close}
        />
      )}
      {(outcome?.type === "changed" || outcome?.type === "managed") && (
        <ConflictDialog
          // Other conflicts are another question, in which nothing is chosen yet.
          key={edit.attempts}
          title={outcome.type === "managed" ? TEXTS.conflict.managedTitle : TEXTS.conflict.title}
          help={outcome.type === "managed" ? TEXTS.conflict.managedHelp : TEXTS.conflict.help}
          conflicts={outcome.conflicts}
          schema={schema}
          isBusy={isBusy}
          onResolve={(mine, theirs) => edit.resolve(outcome, mine, theirs)}
          onClose={edit.close}
        />
      )}
    </div>
  );
}

/** The values get masks only after they are compared, because masks are all the same. */
function maskedChange({ path, before, after }: Change, schema: JsonObject | undefined): Change {
  return { path, before: maskedAt(path, before, schema), after: maskedAt(path, after, schema) };
}
