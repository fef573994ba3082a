/** What the user may do, for components. */
import { useEffect, useState } from "react";
import type { Decision, Right } from "../api/access";
import { useServices } from "./services";

type Answers = Readonly<Record<string, Decision>>;
/** A question that fails counts as a yes: the server decides anyway. */
const YES: Decision = { allowed: true, reason: "" };

/** Returns undefined while the answer is not known. */
export function useRight(right: Right | undefined): Decision | undefined {
  return useRights(right ? [right] : [])[0];
}

/** Returns the decision about each right; undefined while its answer is not known. */
export function useRights(rights: readonly Right[]): readonly (Decision | undefined)[] {
  const { access } = useServices();
  const key = JSON.stringify(rights);
  const [answers, setAnswers] = useState<Answers>({});
  useEffect(() => {
    let isCurrent = true;
    const asked: readonly Right[] = JSON.parse(key);
    for (const right of asked) {
      const answer = (decision: Decision) =>
        isCurrent && setAnswers((old) => ({ ...old, [JSON.stringify(right)]: decision }));
      access.check(right).then(answer, () => answer(YES));
    }
    return () => {
      isCurrent = false;
    };
  }, [access, key]);
  return rights.map((right) => answers[JSON.stringify(right)] ?? access.known(right));
}
