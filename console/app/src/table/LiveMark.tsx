import type { Phase } from "../api/collection";
import { TEXTS } from "../texts";

/** Tells whether the page follows the server. */
export function LiveMark({ phase }: { readonly phase: Phase }) {
  if (phase !== "live" && phase !== "stale") {
    return null;
  }
  const isLive = phase === "live";
  return (
    <span
      className={`live-mark ${isLive ? "is-live" : "is-stale"}`}
      title={isLive ? TEXTS.table.liveHelp : TEXTS.table.staleHelp}
      role="status"
    >
      {isLive ? TEXTS.table.live : TEXTS.table.stale}
    </span>
  );
}
