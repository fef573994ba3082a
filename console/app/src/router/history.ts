/** The entries of the browser's history. Back and Forward ask before unsaved edits are lost. */
import { staysOnPage } from "./guards";

/** The place of an entry, in its state. The distance of two entries is known only if they have the same run. */
interface Position {
  readonly run: number;
  readonly index: number;
}

interface Address {
  readonly pathname: string;
  readonly search: string;
}

const listeners = new Set<() => void>();
/** The entry of the page that the user sees. */
let shown: (Address & { readonly position: Position }) | undefined;
/** True while the browser goes back to the entry of a page that stays. Its address is that of the other page. */
let isReturning = false;

/** Calls the listener after each change of the address. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    readEntry();
    addEventListener("popstate", onPopState);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      removeEventListener("popstate", onPopState);
      isReturning = false;
    }
  };
}

/** The address of the page that the user sees. */
export function currentAddress(): Address {
  return isReturning && shown ? shown : location;
}

/** Changes the address, in a new entry or in the current one. */
export function changeAddress(url: string, isReplacement: boolean): void {
  if (isReturning) {
    addEventListener("popstate", () => changeAddress(url, isReplacement), { once: true });
    return;
  }
  if (isReplacement) {
    history.replaceState(positionOf(history.state) ?? firstPosition(), "", url);
  } else {
    history.pushState(nextPosition(), "", url);
  }
  accept();
}

function onPopState(): void {
  if (isReturning) {
    isReturning = false;
    keepPage();
  } else if (shown && location.pathname !== shown.pathname && staysOnPage()) {
    returnToShown(shown.position);
  } else {
    accept();
  }
}

function returnToShown({ run, index }: Position): void {
  const left = positionOf(history.state);
  if (left?.run === run && left.index !== index) {
    isReturning = true;
    history.go(index - left.index);
  } else {
    keepPage();
  }
}

/** Adds an entry for the page if the browser is at another one, and the way back is not known. */
function keepPage(): void {
  if (shown && location.pathname !== shown.pathname) {
    history.pushState(nextPosition(), "", shown.pathname + shown.search);
  }
  accept();
}

function accept(): void {
  readEntry();
  for (const listener of listeners) {
    listener();
  }
}

/** An entry without a position begins a run. It is of an older console, or of a link to a part of the page. */
function readEntry(): void {
  const known = positionOf(history.state);
  const position = known ?? firstPosition();
  if (!known) {
    history.replaceState({ ...history.state, ...position }, "");
  }
  shown = { position, pathname: location.pathname, search: location.search };
}

function firstPosition(): Position {
  return { run: Math.random(), index: 0 };
}

function nextPosition(): Position {
  const here = positionOf(history.state);
  return here ? { run: here.run, index: here.index + 1 } : firstPosition();
}

function positionOf(state: unknown): Position | undefined {
  const { run, index } = (state ?? {}) as Partial<Position>;
  return typeof run === "number" && typeof index === "number" ? { run, index } : undefined;
}
