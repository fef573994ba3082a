import { useEffect, useState } from "react";
import { TEXTS } from "../texts";
import { Icon } from "./Icon";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), 2_000) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={`${TEXTS.copy} ${label}`}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      <Icon name={isCopied ? "check" : "copy"} />
      <span role="status">{isCopied ? TEXTS.copied : TEXTS.copy}</span>
    </button>
  );
}
