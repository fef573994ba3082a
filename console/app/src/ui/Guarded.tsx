/** A button for users with the right, and a word with the reason for others. */
import { type ReactNode, useId, useState } from "react";
import type { Right } from "../api/access";
import { useRight } from "../shell/access";
import { TEXTS } from "../texts";

interface GuardedProps {
  readonly right: Right;
  readonly label: string;
  /** Whether only the reason is shown, because there is no room for the label. */
  readonly isCompact?: boolean | undefined;
  /** The button or link. It appears only if the user has the right. */
  readonly children: ReactNode;
}

export function Guarded({ right, label, isCompact, children }: GuardedProps) {
  const decision = useRight(right);
  if (!decision) {
    return null;
  }
  return decision.allowed ? (
    children
  ) : (
    <Denied label={label} reason={decision.reason} isCompact={isCompact} />
  );
}

interface DeniedProps {
  readonly label: string;
  readonly reason: string;
  readonly isCompact?: boolean | undefined;
}

export function Denied({ label, reason, isCompact = false }: DeniedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="denied">
      {!isCompact && label}
      <button
        type="button"
        className="tip-button"
        aria-label={TEXTS.why(label)}
        aria-describedby={id}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      >
        ?
      </button>
      <span role="tooltip" id={id} className="tip" hidden={!isOpen}>
        {reason || TEXTS.noRight}
      </span>
    </span>
  );
}
