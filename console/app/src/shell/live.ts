/** Follows a collection of the API while a component shows it. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Collection, type Snapshot } from "../api/collection";
import { Reflector } from "../api/reflector";
import type { WatchSource } from "../api/watch-source";
import { useServices } from "./services";

/** Snapshots at most this often, so that a burst of events costs one render. */
const PUBLISH_MS = 60;
/** A timer that is this late means that the machine slept. */
const WAKE_CHECK_MS = 5_000;
const SLEPT_MS = 20_000;

const NOTHING: Snapshot<never> = { phase: "loading", items: [], received: 0, error: undefined };
const noSubscription = () => () => undefined;
const nothing = () => NOTHING;

export interface Live<T> {
  readonly snapshot: Snapshot<T>;
  readonly retry: () => void;
}

/** `source` must be stable (useMemo); a new one starts anew. */
export function useLive<T>(source: WatchSource<T> | undefined): Live<T> {
  const { clock } = useServices();
  const [reflector, setReflector] = useState<Reflector<T>>();
  const collection = useMemo(
    () => source && new Collection<T>((task) => setTimeout(task, PUBLISH_MS)),
    [source],
  );
  useEffect(() => {
    if (!source || !collection) {
      return;
    }
    const stop = new AbortController();
    const started = new Reflector(source, collection, clock);
    setReflector(started);
    void started.run(stop.signal);
    const forget = wakeWhenBack(started);
    return () => {
      stop.abort();
      forget();
    };
  }, [source, collection, clock]);
  const snapshot = useSyncExternalStore<Snapshot<T>>(
    collection?.subscribe ?? noSubscription,
    collection?.current ?? nothing,
  );
  return { snapshot, retry: () => reflector?.wake() };
}

/** Wakes the reflector when the network, the page or the machine is back. */
function wakeWhenBack(reflector: { wake: () => void }): () => void {
  const wake = () => {
    if (document.visibilityState === "visible") {
      reflector.wake();
    }
  };
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) {
      reflector.wake();
    }
    last = now;
  }, WAKE_CHECK_MS);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  return () => {
    clearInterval(timer);
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  };
}
