/** An input for the key of a map's entry, with the button that takes it. */
import { type KeyboardEvent, useState } from "react";
import { useForm } from "../context";

interface Props {
  readonly id: string;
  readonly label: string;
  readonly first: string;
  readonly taken: readonly string[];
  readonly action: string;
  readonly onKey: (key: string) => void;
}

export function KeyInput({ id, label, first, taken, action, onKey }: Props) {
  const { texts } = useForm();
  const [key, setKey] = useState(first);
  const [problem, setProblem] = useState("");
  const commit = () => {
    const found = key === "" ? texts.keyEmpty : taken.includes(key) ? texts.keyTaken(key) : "";
    setProblem(found);
    if (found === "") {
      setKey(first);
      onKey(key);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // Enter would submit the form.
      event.preventDefault();
      commit();
    }
  };
  return (
    <div className="cf-key">
      <label htmlFor={id} className="cf-label">
        {label}
      </label>
      <div className="cf-row">
        <input
          id={id}
          className="cf-input cf-code"
          value={key}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== "" || undefined}
          aria-describedby={problem === "" ? undefined : `${id}-problem`}
          onChange={(event) => setKey(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="cf-button" onClick={commit}>
          {action}
        </button>
      </div>
      {problem !== "" && (
        <p id={`${id}-problem`} className="cf-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
