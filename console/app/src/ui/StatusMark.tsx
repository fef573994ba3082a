/** The state of an object, as an icon and a word. */
import { TEXTS } from "../texts";
import { Icon, type IconName } from "./Icon";

export type Status = "ready" | "notReady" | "progressing" | "failed" | "suspended" | "deleting" | "unknown";

const ICONS: Readonly<Record<Status, IconName>> = {
  ready: "ready",
  notReady: "alert",
  progressing: "progress",
  failed: "failed",
  suspended: "paused",
  deleting: "progress",
  unknown: "unknown",
};

export function StatusMark({ status }: { readonly status: Status }) {
  return (
    <span className={`status status-${status}`}>
      <Icon name={ICONS[status]} />
      {TEXTS.status[status]}
    </span>
  );
}

/** Reads the cell of a Ready column; undefined if it has other words. */
export function toneOfWord(cell: string): Status | undefined {
  switch (cell) {
    case "True":
      return "ready";
    case "False":
      return "notReady";
    case "Unknown":
      return "progressing";
    case "True,Suspended":
    case "False,Suspended":
    case "Unknown,Suspended":
      return "suspended";
    default:
      return undefined;
  }
}
