import { useMemo } from "react";
import { type DiffLine, diffLines } from "../api/line-diff";

/** Unchanged lines around each change. */
const CONTEXT = 3;
const SIGNS = { same: " ", added: "+", removed: "-" } as const;

interface YamlDiffProps {
  readonly before: string;
  readonly after: string;
}

export function YamlDiff({ before, after }: YamlDiffProps) {
  const lines = useMemo(() => near(diffLines(before, after)), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre className="diff" tabIndex={0}>
      {lines.map(({ line, position }) =>
        line ? (
          <span key={position} className={`diff-${line.type}`}>
            {SIGNS[line.type]} {line.text}
            {"\n"}
          </span>
        ) : (
          <span key={position} className="muted">
            {"  …\n"}
          </span>
        ),
      )}
    </pre>
  );
}

interface Shown {
  readonly line: DiffLine | undefined;
  readonly position: number;
}

function near(lines: readonly DiffLine[]): readonly Shown[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ type }) => type !== "same"),
  );
  return lines.flatMap((line, position): Shown[] => {
    if (isNear[position]) {
      return [{ line, position }];
    }
    return position === 0 || isNear[position - 1] ? [{ line: undefined, position }] : [];
  });
}
