import { type ReactNode, useEffect, useState } from "react";

interface LoadProps<T> {
  /** The same function in each render. */
  readonly load: () => Promise<T>;
  readonly children: (data: T) => ReactNode;
}

/** Shows what a function loads, or why it could not. */
export function Load<T>({ load, children }: LoadProps<T>) {
  const [answer, setAnswer] = useState<{ data?: T; problem?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    setAnswer({});
    load().then(
      (data) => isCurrent && setAnswer({ data }),
      (error: unknown) => isCurrent && setAnswer({ problem: String((error as Error).message) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (answer.problem !== undefined) {
    return <p role="alert">{answer.problem}</p>;
  }
  return answer.data === undefined ? <p>Loading…</p> : <>{children(answer.data)}</>;
}
