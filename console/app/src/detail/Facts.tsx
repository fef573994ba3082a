/** What an object is: its age, its chart, who changed it last, labels and annotations. */
import type { ReactNode } from "react";
import { type JsonObject, object as objectAt, text } from "../api/json";
import { managersOf } from "../api/managed-fields";
import { LAST_APPLIED } from "../api/sensitive";
import { TEXTS } from "../texts";
import { Age } from "../ui/Age";

export function Facts({ object }: { readonly object: JsonObject }) {
  const last = managersOf(object).reduce<ReturnType<typeof managersOf>[number] | undefined>(
    (latest, each) => (latest && latest.time >= each.time ? latest : each),
    undefined,
  );
  const version = text(object, "status", "installedVersion") || text(object, "status", "version");
  return (
    <dl className="facts">
      <Fact name={TEXTS.detail.created}>
        <Age since={text(object, "metadata", "creationTimestamp")} />
      </Fact>
      {last && (
        <Fact name={TEXTS.detail.lastChange}>
          <Age since={last.time} /> <span className="muted">{TEXTS.detail.by(last.name)}</span>
        </Fact>
      )}
      {version && <Fact name={TEXTS.detail.version}>{version}</Fact>}
      <Pairs name={TEXTS.detail.labels} pairs={objectAt(object, "metadata", "labels")} />
      <Pairs name={TEXTS.detail.annotations} pairs={objectAt(object, "metadata", "annotations")} />
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Pairs({ name, pairs }: { readonly name: string; readonly pairs: JsonObject }) {
  const shown = Object.entries(pairs).filter(([key]) => key !== LAST_APPLIED);
  if (shown.length === 0) {
    return null;
  }
  return (
    <Fact name={name}>
      <ul className="pairs">
        {shown.map(([key, value]) => (
          <li key={key} className="tag">
            {key}: {String(value)}
          </li>
        ))}
      </ul>
    </Fact>
  );
}
