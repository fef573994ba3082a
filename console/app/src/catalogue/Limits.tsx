import { TEXTS } from "../texts";
import type { Limit } from "./catalogue";

/** What the quotas of the namespace leave for objects of a kind. */
export function Limits({ limits }: { readonly limits: readonly Limit[] }) {
  if (limits.length === 0) {
    return null;
  }
  return (
    <ul className="limits">
      {limits.map(({ quota, resource, hard, left }) => (
        <li key={`${quota}/${resource}`} className={left === "0" ? "tag limit-reached" : "tag"}>
          {TEXTS.catalogue.left(left || "?", hard, quota)}
        </li>
      ))}
    </ul>
  );
}
