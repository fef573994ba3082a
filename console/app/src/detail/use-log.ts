/** Reads the log of an object while a component shows it. */
import { useCallback, useEffect, useState } from "react";
import { objectPath } from "../api/kinds";
import { useServices } from "../shell/services";
import { wakeWhenBack } from "../shell/wake";
import { append, type LogLines, NO_LINES } from "./log-lines";
import { type LogPhase, LogReader } from "./log-reader";
import type { Target } from "./view";

/** New lines are shown at most this often. */
const PUBLISH_MS = 200;

interface LogChoice {
  readonly tail: string;
  readonly isFollowing: boolean;
  readonly isPrevious: boolean;
}

interface Outcome {
  readonly phase: LogPhase;
  readonly error?: unknown;
}

export function useLog({ kind, namespace, name }: Target, { tail, isFollowing, isPrevious }: LogChoice) {
  const { http, clock } = useServices();
  const [log, setLog] = useState<LogLines>(NO_LINES);
  const [outcome, setOutcome] = useState<Outcome>({ phase: "open" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    const stop = new AbortController();
    setLog(NO_LINES);
    setOutcome({ phase: "open" });
    let waiting: string[] = [];
    const publish = () => {
      const more = waiting;
      waiting = [];
      if (more.length > 0) {
        setLog((old) => append(old, more));
      }
    };
    const timer = setInterval(publish, PUBLISH_MS);
    const reader = new LogReader({
      http,
      clock,
      path: objectPath(kind, namespace, name, "log"),
      tailLines: tail,
      isFollowing: isFollowing && !isPrevious,
      isPrevious,
      onLine: (line) => waiting.push(line),
      onPhase: (phase, error) => {
        if (!stop.signal.aborted) {
          publish();
          setOutcome({ phase, error });
        }
      },
    });
    void reader.run(stop.signal);
    const forget = wakeWhenBack(reader);
    return () => {
      stop.abort();
      clearInterval(timer);
      forget();
    };
  }, [http, clock, kind, namespace, name, tail, isFollowing, isPrevious, round]);
  const retry = useCallback(() => setRound((old) => old + 1), []);
  return { log, ...outcome, retry };
}
