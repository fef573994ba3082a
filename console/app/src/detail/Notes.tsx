/** The text that the chart prints after an installation. It comes from the chart, so it is shown as text only. */
import { useMemo } from "react";
import { number, text } from "../api/json";
import { TEXTS } from "../texts";
import { CopyButton } from "../ui/CopyButton";
import { Problem } from "../ui/Problem";
import { partsOf, printable } from "./plain-text";
import { type Target, useView } from "./view";

export function Notes({ version, ...target }: Target & { readonly version: string }) {
  const { data, error, reload } = useView(target, "notes", version);
  const notes = useMemo(() => printable(text(data, "notes")).trim(), [data]);
  const parts = useMemo(() => partsOf(notes), [notes]);
  if (error !== undefined) {
    return <Problem error={error} onRetry={reload} />;
  }
  if (!data || notes === "") {
    return <p className="muted">{data ? TEXTS.notes.none : TEXTS.loading}</p>;
  }
  return (
    <div className="stack">
      <div className="toolbar">
        <span className="muted">{TEXTS.notes.revision(number(data, "revision") ?? 0)}</span>
        <span className="toolbar-count">
          <CopyButton text={notes} label={TEXTS.detail.tabs.notes} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="diff notes" tabIndex={0}>
        {parts.map((part, i) =>
          part.href === "" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their position
            <span key={i}>{part.text}</span>
          ) : (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their position
              key={i}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {part.text}
            </a>
          ),
        )}
      </pre>
    </div>
  );
}
