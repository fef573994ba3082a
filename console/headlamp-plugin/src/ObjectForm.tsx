import { type Cause, Form } from "@chartroom/form";
import "@chartroom/form/form.css";
import { type ReactNode, useState } from "react";
import type { JsonObject } from "../../app/src/api/json";
import { ApiError } from "../../app/src/api/status";
import { exportable } from "../../app/src/api/yaml";

interface ObjectFormProps {
  readonly schema: JsonObject;
  readonly object: JsonObject;
  readonly mode: "create" | "edit";
  readonly label: string;
  /** Stores the object and returns what the server made of it, or throws the error of the server. */
  readonly save: (object: JsonObject) => Promise<JsonObject>;
  /** The fields that are not part of the spec. */
  readonly children?: (object: JsonObject, onChange: (next: JsonObject) => void) => ReactNode;
}

/** The form of an object. The server's answer to an invalid object is shown at its fields. */
export function ObjectForm({ schema, object, mode, label, save, children }: ObjectFormProps) {
  const [value, setValue] = useState(object);
  const [errors, setErrors] = useState<readonly Cause[]>([]);
  const [isSaved, setSaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (next: JsonObject) => {
    setBusy(true);
    setErrors([]);
    setSaved(false);
    try {
      setValue(exportable(await save(next)));
      setSaved(true);
    } catch (error) {
      const causes = error instanceof ApiError ? error.causes : [];
      setErrors(causes.length > 0 ? causes : [{ message: (error as Error).message }]);
    }
    setBusy(false);
  };
  return (
    <>
      {children?.(value, setValue)}
      <Form
        schema={schema}
        value={value}
        onChange={setValue}
        onSubmit={(next) => void submit(next)}
        errors={errors}
        mode={mode}
        label={label}
      >
        <button type="submit" disabled={isBusy}>
          Save
        </button>
        {isSaved && <span role="status">Saved.</span>}
      </Form>
    </>
  );
}
