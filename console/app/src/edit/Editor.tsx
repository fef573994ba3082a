/** The form or the YAML of a draft, with the switch between both. */
import { Form } from "@chartroom/form";
import "@chartroom/form/form.css";
import { type ReactNode, useMemo } from "react";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { YamlEditor } from "../yaml/YamlEditor";
import { allOf, type Causes } from "./causes";
import { useChoices } from "./choices";
import type { Draft, Mode } from "./draft";

interface EditorProps {
  readonly kind: Kind;
  readonly namespace: string;
  readonly draft: Draft;
  readonly schema: JsonObject | undefined;
  readonly mode: "create" | "edit";
  readonly causes: Causes;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const MODES: readonly Mode[] = ["form", "yaml"];

export function Editor({ kind, namespace, draft, schema, mode, causes, onSubmit, children }: EditorProps) {
  const choices = useChoices(kind, namespace);
  const all = useMemo(() => allOf(causes), [causes]);
  const isForm = draft.mode === "form" && schema !== undefined;
  return (
    <>
      {schema ? (
        <fieldset className="switch plain">
          <legend className="hidden">{TEXTS.edit.mode}</legend>
          {MODES.map((each) => (
            <label key={each} className="switch-option">
              <input
                type="radio"
                name="mode"
                checked={draft.mode === each}
                disabled={draft.yamlError !== "" && each === "form"}
                onChange={() => draft.setMode(each)}
              />
              {TEXTS.edit[each]}
            </label>
          ))}
        </fieldset>
      ) : (
        <Notice tone="info" title={TEXTS.edit.noSchema} />
      )}
      {isForm ? (
        <Form
          schema={schema}
          value={draft.object}
          onChange={draft.setObject}
          onSubmit={onSubmit}
          errors={causes.others}
          mode={mode}
          choices={choices}
          label={kind.kind}
        >
          {children}
        </Form>
      ) : (
        <form
          className="yaml-form"
          onSubmit={(event) => {
            event.preventDefault();
            event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
            onSubmit();
          }}
        >
          <YamlEditor
            value={draft.yaml}
            error={draft.yamlError}
            object={draft.object}
            causes={all}
            kind={kind}
            schema={schema}
            onChange={draft.setYaml}
          />
          {children}
        </form>
      )}
    </>
  );
}
