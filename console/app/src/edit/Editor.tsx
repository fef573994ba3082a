/** The form or the YAML of a draft, with the switch between both. */
import { type Cause, Form } from "@chartroom/form";
import "@chartroom/form/form.css";
import type { ReactNode } from "react";
import type { JsonObject } from "../api/json";
import type { Kind } from "../api/kinds";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { useChoices } from "./choices";
import type { Draft, Mode } from "./draft";
import { YamlEditor } from "./YamlEditor";

interface EditorProps {
  readonly kind: Kind;
  readonly namespace: string;
  readonly draft: Draft;
  readonly schema: JsonObject | undefined;
  readonly mode: "create" | "edit";
  readonly errors: readonly Cause[];
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const MODES: readonly Mode[] = ["form", "yaml"];

export function Editor({ kind, namespace, draft, schema, mode, errors, onSubmit, children }: EditorProps) {
  const choices = useChoices(kind, namespace);
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
          errors={errors}
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
            onSubmit();
          }}
        >
          {errors.length > 0 && (
            <Notice tone="danger" title={TEXTS.edit.rejected} isLive>
              <ul className="bullets">
                {errors.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    {field && <span className="code">{field}: </span>}
                    {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <YamlEditor value={draft.yaml} error={draft.yamlError} onChange={draft.setYaml} />
          {children}
        </form>
      )}
    </>
  );
}
