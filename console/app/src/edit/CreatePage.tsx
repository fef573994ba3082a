import { useId, useState } from "react";
import { set } from "../api/changes";
import { equal, type JsonObject, text } from "../api/json";
import { apiVersionOf, type Kind } from "../api/kinds";
import { masked } from "../api/sensitive";
import { printYaml } from "../api/yaml";
import { Limits } from "../catalogue/Limits";
import { navigate } from "../router/navigation";
import { ALL, type KindRef } from "../router/routes";
import { useEntry, usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { useTitle } from "../shell/title";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { Problem } from "../ui/Problem";
import { toast } from "../ui/toast";
import { type Causes, causesOfError } from "./causes";
import { useDraft } from "./draft";
import { Editor } from "./Editor";
import { EditorFoot } from "./EditorFoot";
import "../styles/edit.css";
import { useUnsavedGuard } from "./guard";
import { ReviewDialog } from "./ReviewDialog";
import { findKind, useSchema } from "./schema";
import { WithSchema } from "./WithSchema";

export function CreatePage({ namespace, group, resource }: KindRef) {
  const { kinds, isLoading, error } = usePlatform();
  const kind = findKind(kinds, group, resource);
  const published = useSchema(kind);
  useTitle(TEXTS.edit.createTitle(kind?.kind ?? resource));
  if (namespace === ALL) {
    return <Notice tone="info" title={TEXTS.edit.noNamespace} />;
  }
  if (error !== undefined && !kind) {
    return <Problem error={error} />;
  }
  if (!kind) {
    return <p className="muted">{isLoading ? TEXTS.loading : TEXTS.table.unknownKind}</p>;
  }
  return (
    <WithSchema published={published}>
      {(schema) => <Create kind={kind} namespace={namespace} schema={schema} />}
    </WithSchema>
  );
}

interface CreateProps {
  readonly kind: Kind;
  readonly namespace: string;
  readonly schema: JsonObject | undefined;
}

interface Review {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

const NO_CAUSES: Causes = { name: "", others: [] };

function Create({ kind, namespace, schema }: CreateProps) {
  const { objects } = useServices();
  const entry = useEntry(kind.group, kind.resource);
  const [initial] = useState(() => emptyObject(kind, namespace));
  const draft = useDraft(() => initial, schema ? "form" : "yaml");
  const [causes, setCauses] = useState(NO_CAUSES);
  const [isBusy, setBusy] = useState(false);
  const [review, setReview] = useState<Review>();
  const [isSaved, setSaved] = useState(false);
  useUnsavedGuard(!isSaved && (draft.yamlError !== "" || !equal(initial, draft.object)));
  const name = text(draft.object, "metadata", "name");
  const check = async () => {
    if (name === "") {
      setCauses({ name: TEXTS.edit.nameMissing, others: [] });
      return;
    }
    if (draft.yamlError !== "") {
      return;
    }
    setBusy(true);
    setCauses(NO_CAUSES);
    try {
      setReview(await objects.create(kind, namespace, draft.object, { dryRun: true }));
    } catch (error) {
      setCauses(causesOfError(error));
    } finally {
      setBusy(false);
    }
  };
  const create = async () => {
    setBusy(true);
    try {
      const { object } = await objects.create(kind, namespace, draft.object);
      setSaved(true);
      toast("good", TEXTS.edit.created(text(object, "metadata", "name")));
      const route = { namespace, group: kind.group, resource: kind.resource };
      navigate({ page: "detail", ...route, name: text(object, "metadata", "name") }, { force: true });
    } catch (error) {
      setReview(undefined);
      setCauses(causesOfError(error));
      setBusy(false);
    }
  };
  return (
    <div className="edit-page">
      <header className="page-head">
        <h1>{TEXTS.edit.createTitle(kind.kind)}</h1>
        <Limits limits={entry?.limits ?? []} />
      </header>
      <NameField
        value={name}
        error={causes.name}
        onChange={(next) => draft.setObject(set(draft.object, ["metadata", "name"], next))}
        isHidden={draft.mode === "yaml"}
      />
      <Editor
        kind={kind}
        namespace={namespace}
        draft={draft}
        schema={schema}
        mode="create"
        causes={causes}
        onSubmit={check}
      >
        <EditorFoot
          isBusy={isBusy}
          cancel={{ page: "table", namespace, group: kind.group, resource: kind.resource }}
        />
      </Editor>
      {review && (
        <ReviewDialog
          title={TEXTS.edit.createTitle(name)}
          after={printYaml(masked(draft.object, schema))}
          warnings={review.warnings}
          confirm={TEXTS.edit.create}
          isBusy={isBusy}
          onConfirm={create}
          onClose={() => setReview(undefined)}
        />
      )}
    </div>
  );
}

function emptyObject(kind: Kind, namespace: string): JsonObject {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name: "", namespace }, spec: {} };
}

interface NameFieldProps {
  readonly value: string;
  readonly error: string;
  readonly isHidden: boolean;
  readonly onChange: (name: string) => void;
}

function NameField({ value, error, isHidden, onChange }: NameFieldProps) {
  const id = useId();
  if (isHidden) {
    return null;
  }
  return (
    <div className="name-field">
      <label className="label" htmlFor={id}>
        {TEXTS.edit.name}
      </label>
      <p className="muted" id={`${id}help`}>
        {TEXTS.edit.nameHelp}
      </p>
      <input
        id={id}
        className="input"
        value={value}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={253}
        required
        aria-invalid={error !== ""}
        aria-describedby={`${id}help ${id}error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="field-error" id={`${id}error`} role="alert">
        {error}
      </p>
    </div>
  );
}
