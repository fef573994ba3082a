import type { JsonObject } from "../api/json";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";
import { Icon, type IconName } from "../ui/Icon";
import type { Status } from "../ui/StatusMark";
import { type Condition, conditionsOf, toneOf } from "./conditions";

const ICONS: Readonly<Record<Status, IconName>> = {
  ready: "ready",
  notReady: "alert",
  failed: "failed",
  progressing: "progress",
  suspended: "paused",
  deleting: "progress",
  unknown: "unknown",
};

export function Conditions({ object }: { readonly object: JsonObject }) {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) {
    return <p className="muted">{TEXTS.detail.noConditions}</p>;
  }
  return (
    <ul className="conditions">
      {conditions.map((condition) => (
        <li key={condition.type} className="condition">
          <span className={`status status-${toneOf(condition)}`}>
            <Icon name={ICONS[toneOf(condition)]} />
          </span>
          <div className="condition-text">
            <p>
              <strong>{condition.type}</strong> {wordsOf(condition)}
            </p>
            {condition.message && <p className="muted">{condition.message}</p>}
          </div>
          <p className="condition-when muted">
            {condition.reason && <span className="tag">{condition.reason}</span>}{" "}
            <Age since={condition.since} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ type, status }: Condition): string {
  const words = Object.hasOwn(TEXTS.status.words, type) ? TEXTS.status.words[type] : undefined;
  return words?.[status] || TEXTS.status.is(status);
}
