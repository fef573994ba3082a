/** What the user may do, for components. */
import { useEffect, useState } from "react";
import type { Decision, Right } from "../api/access";
import { useServices } from "./services";

/** Returns undefined while the answer is not known. A question that fails counts as a yes: the server decides anyway. */
export function useRight(right: Right | undefined): Decision | undefined {
  const { access } = useServices();
  const key = right ? JSON.stringify(right) : "";
  const [answer, setAnswer] = useState<{ key: string; decision: Decision }>();
  useEffect(() => {
    if (key === "") {
      return;
    }
    let isCurrent = true;
    const asked: Right = JSON.parse(key);
    access.check(asked).then(
      (decision) => isCurrent && setAnswer({ key, decision }),
      () => isCurrent && setAnswer({ key, decision: { allowed: true, reason: "" } }),
    );
    return () => {
      isCurrent = false;
    };
  }, [access, key]);
  if (answer?.key === key) {
    return answer.decision;
  }
  return right && access.known(right);
}
