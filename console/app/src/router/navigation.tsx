/** The current address, links, and navigation without a reload. */
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  useCallback,
  useMemo,
  useSyncExternalStore,
} from "react";
import { staysOnPage } from "./guards";
import { changeAddress, currentAddress, subscribe } from "./history";
import { parseRoute, printRoute, type Route } from "./routes";

export function navigate(to: Route | string, options: { replace?: boolean; force?: boolean } = {}): void {
  const url = typeof to === "string" ? to : printRoute(to);
  const isSamePage = url.split("?")[0] === currentAddress().pathname;
  if (options.force || isSamePage || !staysOnPage()) {
    changeAddress(url, options.replace ?? false);
  }
}

export function useRoute(): Route {
  const pathname = useSyncExternalStore(subscribe, () => currentAddress().pathname);
  return useMemo(() => parseRoute(pathname), [pathname]);
}

/** Returns a parameter of the query, and a function that sets it without a new entry in the history. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const search = useSyncExternalStore(subscribe, () => currentAddress().search);
  const value = new URLSearchParams(search).get(name) ?? "";
  const set = useCallback(
    (next: string) => {
      const address = currentAddress();
      const query = new URLSearchParams(address.search);
      if (next === "") {
        query.delete(name);
      } else {
        query.set(name, next);
      }
      const suffix = query.size === 0 ? "" : `?${query}`;
      navigate(address.pathname + suffix, { replace: true });
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
