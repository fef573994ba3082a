/** The parts of an object that its kind has as subresources, and which of them the user may read. */
import { useEffect, useState } from "react";
import type { Decision } from "../api/access";
import { type Kind, serves } from "../api/kinds";
import { useServices } from "../shell/services";
import type { Target } from "./view";

const PARTS = [
  { id: "resources", subresources: ["resources"] },
  { id: "access", subresources: ["access", "credentials"] },
  { id: "logs", subresources: ["log"] },
  { id: "values", subresources: ["values"] },
  { id: "history", subresources: ["history"] },
  { id: "manifest", subresources: ["manifest"] },
  { id: "notes", subresources: ["notes"] },
] as const;

export type PartId = (typeof PARTS)[number]["id"];

export interface Part {
  readonly id: PartId;
  /** Undefined if the user may read the part, or while the answer is open. */
  readonly denied: Decision | undefined;
}

/** Returns the parts. The user may read a part with several subresources if one of them is allowed. */
export function useParts({ kind, namespace, name }: Target): readonly Part[] {
  const { access } = useServices();
  const [denials, setDenials] = useState<Partial<Record<PartId, Decision>>>({});
  useEffect(() => {
    let isCurrent = true;
    for (const { id, served } of servedParts(kind)) {
      const answers = served.map((subresource) =>
        access.check({
          verb: "get",
          group: kind.group,
          resource: kind.resource,
          subresource,
          namespace,
          name,
        }),
      );
      // If the question fails, the part itself says what is wrong.
      Promise.all(answers).then(
        (decisions) => {
          const denied = decisions.every(({ allowed }) => !allowed) ? decisions[0] : undefined;
          if (isCurrent && denied) {
            setDenials((old) => ({ ...old, [id]: denied }));
          }
        },
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [access, kind, namespace, name]);
  return servedParts(kind).map(({ id }) => ({ id, denied: denials[id] }));
}

function servedParts(kind: Kind) {
  return PARTS.map(({ id, subresources }) => ({
    id,
    served: subresources.filter((subresource) => serves(kind, subresource, "get")),
  })).filter(({ served }) => served.length > 0);
}
