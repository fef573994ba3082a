/** Shows why something is refused, with a line for each cause. */
import type { JsonObject } from "../api/json";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { problemsOf } from "./kinds";
import { causesOf } from "./reports";

export function CauseList({ message }: { readonly message: string }) {
  return (
    <ul className="bullets">
      {causesOf(message).map(({ path, message: problem }) => (
        <li key={`${path} ${problem}`}>
          {path !== "" && <span className="code">{path}: </span>}
          <span>{problem}</span>
        </li>
      ))}
    </ul>
  );
}

export function Problems({ definition }: { readonly definition: JsonObject }) {
  return problemsOf(definition).map(({ type, message }) => (
    <Notice
      key={type}
      tone={type === "Accepted" || type === "NamesAccepted" ? "danger" : "warning"}
      title={TEXTS.status.words[type]?.False || TEXTS.platform.problem(type)}
    >
      {message !== "" && <CauseList message={message} />}
    </Notice>
  ));
}
