import { memo } from "react";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import type { Problem } from "./problems";

/** One mistake can cause thousands of problems. */
const MAX_SHOWN = 100;

interface YamlProblemsProps {
  /** The id of the text that sums up the problems. */
  readonly countId: string;
  readonly problems: readonly Problem[];
  readonly onSelect: (problem: Problem) => void;
}

/** The problems of the text. Each one leads to its line. */
export const YamlProblems = memo(function YamlProblems({ countId, problems, onSelect }: YamlProblemsProps) {
  const shown = problems.slice(0, MAX_SHOWN);
  const [first] = problems;
  return (
    <div className={problems.length > 0 ? "yaml-problems" : ""}>
      {problems.some(({ source }) => source === "server") && (
        <Notice tone="danger" title={TEXTS.edit.rejected} isLive />
      )}
      <p id={countId} role="status" className="yaml-count">
        {TEXTS.yaml.count(problems.length)}
        {first && (
          <span className="hidden">{` ${TEXTS.yaml.line(first.line)}: ${first.field} ${first.message}`}</span>
        )}
      </p>
      {first && (
        <ul aria-label={TEXTS.yaml.problems}>
          {shown.map((problem) => (
            <li key={`${problem.field} ${problem.message}`}>
              <button type="button" className="yaml-problem" onClick={() => onSelect(problem)}>
                <span className={`yaml-problem-line yaml-mark-${markOf(problem)}`}>
                  {TEXTS.yaml.line(problem.line)}
                </span>
                <span className="yaml-problem-text">
                  {problem.field && <span className="code">{`${problem.field}: `}</span>}
                  {problem.message}
                </span>
                <span className="tag">{TEXTS.yaml.sources[problem.source]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {problems.length > shown.length && (
        <p className="muted">{TEXTS.yaml.more(problems.length - shown.length)}</p>
      )}
    </div>
  );
});

function markOf({ source }: Problem): "error" | "advice" {
  return source === "schema" ? "advice" : "error";
}
