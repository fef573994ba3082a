/** Loads data for a component, and drops the answer if the component no longer needs it. */
import { useCallback, useEffect, useState } from "react";

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** The data before the error, if there is one. */
  readonly last: T | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly last?: T | undefined;
  readonly isLoading: boolean;
  /** What the state is about. A new `load` is not there yet in the first render that has it. */
  readonly load?: unknown;
}

/** `load` must be stable (useCallback); a new one loads again. */
export function useLoad<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined): Loaded<T> {
  const [state, setState] = useState<State<T>>({ isLoading: load !== undefined });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads again
  useEffect(() => {
    if (!load) {
      setState({ isLoading: false });
      return;
    }
    const stop = new AbortController();
    setState((old) => ({ ...old, isLoading: true, load }));
    load(stop.signal).then(
      (data) => !stop.signal.aborted && setState({ data, isLoading: false, load }),
      (error: unknown) =>
        !stop.signal.aborted &&
        setState(({ data, last }) => ({ error, last: data ?? last, isLoading: false, load })),
    );
    return () => stop.abort();
  }, [load, round]);
  const reload = useCallback(() => setRound((old) => old + 1), []);
  const isLoading = load !== undefined && (state.isLoading || state.load !== load);
  return { data: state.data, error: state.error, last: state.last, isLoading, reload };
}
