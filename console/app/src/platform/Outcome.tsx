/** Asks the server what it would make of an object. An ApplicationPreview is not stored. */
import { useState } from "react";
import {
  at,
  flag,
  isObject,
  type Json,
  type JsonObject,
  number,
  object as objectAt,
  objects,
  strings,
  text,
} from "../api/json";
import { apiVersionOf, collectionPath, type Kind } from "../api/kinds";
import { masked } from "../api/sensitive";
import { errorOf } from "../api/status";
import { printYaml } from "../api/yaml";
import { findKind } from "../edit/schema";
import { usePlatform } from "../shell/platform";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";

interface OutcomeProps {
  readonly namespace: string;
  readonly object: JsonObject;
  readonly sensitive: Sensitive;
}

/** Tells which values of the spec are sensitive. */
interface Sensitive {
  readonly schema: JsonObject;
  readonly paths: readonly string[];
}

export function Outcome({ namespace, object, sensitive }: OutcomeProps) {
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
      <Asked review={review} namespace={namespace} object={object} sensitive={sensitive} />
    </Guarded>
  );
}

function Asked({ review, namespace, object, sensitive }: OutcomeProps & { readonly review: Kind }) {
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
      {answer.status && <Answer status={answer.status} sensitive={sensitive} />}
    </div>
  );
}

interface AnswerProps {
  readonly status: JsonObject;
  readonly sensitive: Sensitive;
}

function Answer({ status, sensitive: { schema, paths } }: AnswerProps) {
  const isAllowed = flag(status, "allowed");
  const error = errorOf(number(status, "error", "code") ?? 0, at(status, "error"));
  const warnings = strings(status, "warnings");
  const costs = objects(status, "costs").filter((cost) => number(cost, "value") !== undefined);
  return (
    <>
      <Notice
        tone={isAllowed ? "good" : "danger"}
        title={isAllowed ? TEXTS.edit.accepted : TEXTS.edit.rejected}
        isLive
      >
        {!isAllowed && <p>{error.message}</p>}
      </Notice>
      {warnings.length > 0 && (
        <Notice tone="warning" title={TEXTS.edit.warnings}>
          <ul className="bullets">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {costs.length > 0 && (
        <ul className="pairs">
          {costs.map((cost) => (
            <li key={text(cost, "name")} className="tag" title={text(cost, "description")}>
              {TEXTS.preview.cost(text(cost, "name"), number(cost, "value") ?? 0)}
            </li>
          ))}
        </ul>
      )}
      <Yaml title={TEXTS.preview.stored} content={masked(objectAt(status, "object"), schema, paths)} />
      <Yaml
        title={TEXTS.preview.release}
        content={masked(objectAt(status, "release"), releaseSchemaOf(schema), paths.map(inRelease))}
      />
    </>
  );
}

/** The values of a HelmRelease are the spec of the object. */
function releaseSchemaOf(schema: JsonObject): JsonObject {
  const values = objectAt(schema, "properties", "spec");
  return { properties: { spec: { properties: { values } } } };
}

function inRelease(path: string): string {
  return path.replace(/^spec\./, "spec.values.");
}

interface YamlProps {
  readonly title: string;
  readonly content: Json;
}

function Yaml({ title, content }: YamlProps) {
  return !isObject(content) || Object.keys(content).length === 0 ? null : (
    <details className="details">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="diff" tabIndex={0}>
        {printYaml(content)}
      </pre>
    </details>
  );
}
