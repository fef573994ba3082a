/** Why something cannot be shown, in words, with a way to try again. */
import { ApiError, isCode, UnreachableError } from "../api/status";
import { TEXTS } from "../texts";
import { Icon, type IconName } from "./Icon";

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export function Problem({ error, onRetry }: ProblemProps) {
  const [icon, title] = describe(error);
  return (
    <div className="blank" role="alert">
      <Icon name={icon} className="blank-icon" />
      <p className="blank-title">{title}</p>
      <p className="blank-text">{messageOf(error)}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {TEXTS.retry}
        </button>
      )}
    </div>
  );
}

export function describe(error: unknown): readonly [IconName, string] {
  if (error instanceof UnreachableError || isCode(error, 502, 503, 504)) {
    return ["unplugged", TEXTS.errors.unreachable];
  }
  if (isCode(error, 403)) {
    return ["lock", TEXTS.errors.forbidden];
  }
  if (isCode(error, 404)) {
    return ["box", TEXTS.errors.notFound];
  }
  return ["alert", isCode(error, 429) ? TEXTS.errors.busy : TEXTS.errors.other];
}

export function messageOf(error: unknown): string {
  if (error instanceof UnreachableError) {
    return TEXTS.errors.again;
  }
  return error instanceof ApiError || error instanceof Error ? error.message : String(error);
}
