import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";
import { describe, messageOf, Problem } from "../ui/Problem";
import type { LogPhase } from "./log-reader";

interface LogStateProps {
  readonly phase: LogPhase;
  readonly error: unknown;
  readonly hasLines: boolean;
  readonly isFollowing: boolean;
  readonly onRetry: () => void;
}

/** Tells whether the lines are all lines. What was read before an error stays below it. */
export function LogState({ phase, error, hasLines, isFollowing, onRetry }: LogStateProps) {
  if (error !== undefined && !hasLines) {
    return <Problem error={error} onRetry={onRetry} />;
  }
  if (phase === "refused") {
    return (
      <Notice tone="danger" title={describe(error)[1]} isLive>
        <p>{messageOf(error)}</p>
        <Retry onRetry={onRetry} />
      </Notice>
    );
  }
  if (phase === "interrupted") {
    return (
      <Notice tone="warning" title={TEXTS.logs.interrupted} isLive>
        <p>{TEXTS.logs.interruptedHelp}</p>
      </Notice>
    );
  }
  return (
    <div role="status">
      {phase === "ended" && (
        <div className="toolbar">
          <p className="muted">{hasLines ? TEXTS.logs.ended : TEXTS.logs.none}</p>
          {isFollowing && <p className="muted">{TEXTS.logs.endedHelp}</p>}
          {isFollowing && <Retry onRetry={onRetry} />}
        </div>
      )}
    </div>
  );
}

function Retry({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <button type="button" className="button button-small" onClick={onRetry}>
      {TEXTS.retry}
    </button>
  );
}
