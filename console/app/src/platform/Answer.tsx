/** The answer to an ApplicationPreview. */
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
import { masked, sensitivePathsOf } from "../api/sensitive";
import { errorOf } from "../api/status";
import { printYaml } from "../api/yaml";
import { Warnings } from "../edit/Warnings";
import { TEXTS } from "../texts";
import { Notice } from "../ui/Notice";

interface AnswerProps {
  readonly status: JsonObject;
  /** The schema of the object's kind. */
  readonly schema: JsonObject;
}

export function Answer({ status, schema }: AnswerProps) {
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
      <Warnings warnings={warnings} />
      {costs.length > 0 && (
        <ul className="pairs">
          {costs.map((cost) => (
            <li key={text(cost, "name")} className="tag" title={text(cost, "description")}>
              {TEXTS.preview.cost(text(cost, "name"), number(cost, "value") ?? 0)}
            </li>
          ))}
        </ul>
      )}
      <Yaml title={TEXTS.preview.stored} content={masked(objectAt(status, "object"), schema)} />
      <Yaml
        title={TEXTS.preview.release}
        content={masked(
          objectAt(status, "release"),
          releaseSchemaOf(schema),
          sensitivePathsOf(schema).map(inRelease),
        )}
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
