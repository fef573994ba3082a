import { Fragment, memo, type Ref, useMemo } from "react";
import type { Problem } from "./problems";

interface YamlGutterProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** The line numbers, with marks at problems. The list of problems says the same to screen readers. */
export const YamlGutter = memo(function YamlGutter({ ref, lines, problems }: YamlGutterProps) {
  const parts = useMemo(() => partsOf(lines, problems), [lines, problems]);
  return (
    <div className="yaml-gutter" aria-hidden="true" ref={ref}>
      {parts.map(({ first, last, mark }) =>
        mark === "" ? (
          numbers(first, last)
        ) : (
          <Fragment key={first}>
            <span className={`yaml-mark yaml-mark-${mark}`}>{first}</span>
            {"\n"}
          </Fragment>
        ),
      )}
    </div>
  );
});

interface Part {
  readonly first: number;
  readonly last: number;
  readonly mark: "" | "error" | "advice";
}

/** Lines without problems are one text, because a text can have thousands of lines. */
function partsOf(lines: number, problems: readonly Problem[]): readonly Part[] {
  const marks = new Map<number, Part["mark"]>();
  for (const { line, source } of problems) {
    marks.set(line, source === "schema" ? (marks.get(line) ?? "advice") : "error");
  }
  const marked = [...marks.keys()].filter((line) => line <= lines).sort((a, b) => a - b);
  const starts = [0, ...marked];
  return starts.flatMap((line, i): readonly Part[] => {
    const end = (starts[i + 1] ?? lines + 1) - 1;
    const own: readonly Part[] = line === 0 ? [] : [{ first: line, last: line, mark: marks.get(line) ?? "" }];
    return line + 1 > end ? own : [...own, { first: line + 1, last: end, mark: "" }];
  });
}

function numbers(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => `${first + i}\n`).join("");
}
