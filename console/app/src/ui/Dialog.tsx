/** A modal dialog. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { TEXTS } from "../texts";
import { Icon } from "./Icon";
import { useModal } from "./modal";
import { Scroll } from "./Scroll";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly isWide?: boolean;
}

export function Dialog({ title, onClose, children, footer, isWide }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(element);
  useEffect(() => {
    // The close button comes first, but the user wants to fill in or decide.
    element.current
      ?.querySelector<HTMLElement>(".dialog-body input, .dialog-body select, .dialog-foot button")
      ?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      className={isWide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button-icon" onClick={onClose} aria-label={TEXTS.close}>
          <Icon name="close" />
        </button>
      </header>
      <Scroll className="dialog-body" label={title}>
        {children}
      </Scroll>
      {footer && <footer className="dialog-foot">{footer}</footer>}
    </dialog>
  );
}
