/** The current address, links, and navigation without a reload. */
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  useCallback,
  useMemo,
  useSyncExternalStore,
} from "react";
import { parseRoute, printRoute, type Route } from "./routes";

const CHANGED = "chartroom:navigated";

/** Asks before unsaved edits are lost. Returns true to stay. */
type Guard = () => boolean;
const guards = new Set<Guard>();

export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** True if the page has edits that are not saved. */
export function hasUnsavedEdits(): boolean {
  return guards.size > 0;
}

/** Asks the user if the page has unsaved edits. Returns true to stay. */
export function staysOnPage(): boolean {
  return [...guards].some((stays) => stays());
}

export function navigate(to: Route | string, options: { replace?: boolean; force?: boolean } = {}): void {
  const url = typeof to === "string" ? to : printRoute(to);
  const isSamePage = url.split("?")[0] === location.pathname;
  if (!options.force && !isSamePage && staysOnPage()) {
    return;
  }
  if (options.replace) {
    history.replaceState(null, "", url);
  } else {
    history.pushState(null, "", url);
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(CHANGED, listener);
  };
}

export function useRoute(): Route {
  const pathname = useSyncExternalStore(subscribe, () => location.pathname);
  return useMemo(() => parseRoute(pathname), [pathname]);
}

/** Returns a parameter of the query, and a function that sets it without a new entry in the history. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const value = new URLSearchParams(search).get(name) ?? "";
  const set = useCallback(
    (next: string) => {
      const query = new URLSearchParams(location.search);
      if (next === "") {
        query.delete(name);
      } else {
        query.set(name, next);
      }
      const suffix = query.size === 0 ? "" : `?${query}`;
      navigate(location.pathname + suffix, { replace: true });
    },
    [name],
  );
  return [value, set];
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: Route;
}

export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const href = printRoute(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (isPlain && !event.defaultPrevented) {
      event.preventDefault();
      navigate(href);
    }
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
