import { useMemo } from "react";
import { type JsonObject, number, text } from "../api/json";
import { objectsFormat, sourceOf } from "../api/watch-http";
import { useLive } from "../shell/live";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";
import { Problem } from "../ui/Problem";

interface EventsProps {
  readonly namespace: string;
  readonly object: JsonObject;
}

const MAX_SHOWN = 50;

export function Events({ namespace, object }: EventsProps) {
  const { http } = useServices();
  const name = text(object, "metadata", "name");
  const uid = text(object, "metadata", "uid");
  const source = useMemo(
    () =>
      sourceOf(http, `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`, objectsFormat(), {
        fieldSelector: `involvedObject.name=${name}`,
      }),
    [http, namespace, name],
  );
  const { snapshot, retry } = useLive(source);
  const events = useMemo(
    () =>
      snapshot.items
        .filter((event) => text(event, "involvedObject", "uid") === uid)
        .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
        .slice(0, MAX_SHOWN),
    [snapshot.items, uid],
  );
  if (snapshot.phase === "failed") {
    return <Problem error={snapshot.error} onRetry={retry} />;
  }
  if (events.length === 0) {
    return <p className="muted">{snapshot.phase === "loading" ? TEXTS.loading : TEXTS.detail.noEvents}</p>;
  }
  return (
    <ul className="events">
      {events.map((event) => {
        const count = number(event, "count") ?? number(event, "series", "count") ?? 1;
        return (
          <li key={text(event, "metadata", "name")} className="event">
            <span className={text(event, "type") === "Warning" ? "event-reason is-warning" : "event-reason"}>
              {text(event, "reason")}
            </span>
            <span className="event-text">
              {text(event, "message")}
              {count > 1 && <span className="tag">{TEXTS.detail.times(count)}</span>}
            </span>
            <span className="muted">
              <Age since={timeOf(event)} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function timeOf(event: JsonObject): string {
  return (
    text(event, "series", "lastObservedTime") ||
    text(event, "lastTimestamp") ||
    text(event, "eventTime") ||
    text(event, "metadata", "creationTimestamp")
  );
}
