/** Follows a collection of the API while a component shows it. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Collection, NOTHING, type Snapshot } from "../api/collection";
import { Reflector } from "../api/reflector";
import type { WatchSource } from "../api/watch-source";
import { useServices } from "./services";
import { wakeWhenBack } from "./wake";

/** Snapshots at most this often, so that a burst of events costs one render. */
const PUBLISH_MS = 60;

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
