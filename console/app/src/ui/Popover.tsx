/** A button that opens a small panel. Escape and a click elsewhere close it. */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon";

interface PopoverProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly badge?: number;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

export function Popover({ label, icon, badge = 0, className = "button", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    element.current?.querySelector<HTMLElement>(".popover input, .popover button, .popover a")?.focus();
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) {
        setOpen(false);
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        close();
      }
    };
    addEventListener("pointerdown", onPointer);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("pointerdown", onPointer);
      removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen, close]);
  return (
    <div className="popover-anchor" ref={element}>
      <button
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        ref={button}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} />}
        {label}
        {badge > 0 && <span className="badge">{badge}</span>}
      </button>
      {isOpen && (
        <div className="popover" id={id}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
