/** The page of the browser test: a form over the scenario in the address, and the object that it edits. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { type Cause, type ChoiceSource, Form, printJson } from "../src";
import { SCENARIOS } from "./scenarios";

const NO_CAUSES: readonly Cause[] = [];
const choices: ChoiceSource = async () => ({
  choices: [{ value: "fast", isDefault: true }, { value: "replicated" }, { value: "local" }],
});

function Page() {
  const scenario = SCENARIOS[new URLSearchParams(location.search).get("scenario") ?? ""];
  const [value, setValue] = useState(scenario?.value ?? {});
  const [errors, setErrors] = useState(NO_CAUSES);
  return (
    <main>
      <h1>Cache cart</h1>
      <Form
        schema={scenario?.schema ?? {}}
        value={value}
        onChange={setValue}
        errors={errors}
        mode={scenario?.mode}
        choices={choices}
        label="Cache"
        onSubmit={() => setErrors(scenario?.errors ?? NO_CAUSES)}
      >
        <button type="submit" className="cf-button">
          Save
        </button>
      </Form>
      <output hidden>{printJson(value)}</output>
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<Page />);
}
