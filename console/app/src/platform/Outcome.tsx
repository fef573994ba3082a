/** Asks the server what it would make of an object. An ApplicationPreview is not stored. */
import { useState } from "react";
import { type JsonObject, object as objectAt } from "../api/json";
import { apiVersionOf, collectionPath, type Kind } from "../api/kinds";
import { findKind } from "../edit/schema";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";
import { Answer } from "./Answer";

interface OutcomeProps {
  readonly namespace: string;
  readonly object: JsonObject;
  /** The schema of the kind. */
  readonly schema: JsonObject;
}

export function Outcome({ namespace, object, schema }: OutcomeProps) {
  const { kinds } = usePlatform();
  const review = findKind(kinds, "computed.chartroom.dev", "applicationpreviews");
  if (!review) {
    return <p className="muted">{TEXTS.preview.unserved}</p>;
  }
  return (
    <Guarded
      label={TEXTS.preview.ask}
      right={{ verb: "create", group: review.group, resource: review.resource, namespace }}
    >
      <Asked review={review} namespace={namespace} object={object} schema={schema} />
    </Guarded>
  );
}

function Asked({ review, namespace, object, schema }: OutcomeProps & { readonly review: Kind }) {
  const { http } = useServices();
  const [answer, setAnswer] = useState<{ status?: JsonObject; error?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const body = await http.json(collectionPath(review, namespace), {
        method: "POST",
        body: {
          apiVersion: apiVersionOf(review),
          kind: "ApplicationPreview",
          metadata: { namespace },
          spec: { object },
        },
      });
      setAnswer({ status: objectAt(body, "status") });
    } catch (error) {
      setAnswer({ error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p>
        <button type="button" className="button" disabled={isBusy} onClick={() => void ask()}>
          {isBusy ? TEXTS.edit.reviewing : TEXTS.preview.ask}
        </button>
      </p>
      {answer.error !== undefined && <Notice tone="danger" title={messageOf(answer.error)} isLive />}
      {answer.status && <Answer status={answer.status} schema={schema} />}
    </div>
  );
}
