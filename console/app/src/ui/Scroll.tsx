/** A part that scrolls if its content is too large. Only then, it is a stop of the keyboard, which scrolls it. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

interface ScrollProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

export function Scroll({ className, label, children }: ScrollProps) {
  const element = useRef<HTMLDivElement>(null);
  const region = useOverflow(element) ? { role: "region", tabIndex: 0, "aria-label": label } : {};
  return (
    <div ref={element} className={className} {...region}>
      {children}
    </div>
  );
}

function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  // After each render, because the children can be others.
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === "undefined") {
      return;
    }
    const observer = new ResizeObserver(() =>
      setOverflows(current.scrollHeight > current.clientHeight || current.scrollWidth > current.clientWidth),
    );
    for (const each of [current, ...current.children]) {
      observer.observe(each);
    }
    return () => observer.disconnect();
  });
  return overflows;
}
