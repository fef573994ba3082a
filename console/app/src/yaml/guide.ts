/** Reads the schema of a kind for the editor: the spec as the form has it, and the members around the spec. */
import {
  buildModel,
  check,
  type Field,
  find,
  type Model,
  type Path,
  TEXTS as PROBLEMS,
  unknownFields,
} from "@chartroom/form";
import { type JsonObject, object as objectAt, text, withMember } from "../api/json";
import { apiVersionOf, type Kind } from "../api/kinds";
import { TEXTS } from "../texts";

export interface Guide {
  readonly spec: Model;
  /** The whole object stands for the spec in this model, and its real spec accepts anything. */
  readonly frame: Model;
}

export interface Advice {
  readonly path: Path;
  readonly message: string;
}

const ANYTHING: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
const TEXT_MAP: JsonObject = { type: "object", additionalProperties: { type: "string" } };
/** Users set no other metadata, but objects have it. */
const METADATA: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string" },
    namespace: { type: "string" },
    labels: TEXT_MAP,
    annotations: TEXT_MAP,
  },
  ...ANYTHING,
};

export function guideOf(schema: JsonObject, kind: Kind): Guide {
  const properties = objectAt(schema, "properties");
  const described = (name: string, shape: JsonObject): JsonObject => ({
    ...shape,
    description: text(properties, name, "description"),
  });
  const frame: JsonObject = {
    type: "object",
    required: ["apiVersion", "kind"],
    properties: {
      apiVersion: described("apiVersion", { type: "string", enum: [apiVersionOf(kind)] }),
      kind: described("kind", { type: "string", enum: [kind.kind] }),
      metadata: METADATA,
      spec: described("spec", ANYTHING),
      ...without(properties, ["apiVersion", "kind", "metadata", "spec", "status"]),
    },
  };
  return { spec: buildModel(schema), frame: buildModel({ properties: { spec: frame } }) };
}

function without(properties: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** Returns the field at a path of the object; undefined if the schema has none. */
export function fieldAt({ spec, frame }: Guide, object: JsonObject, path: Path): Field | undefined {
  const found =
    path[0] === "spec" ? find(spec, object, path) : find(frame, { spec: object }, ["spec", ...path]);
  return found?.field;
}

/** Returns what the schema says against the object. The dry run of the server decides. */
export function adviceOf({ spec, frame }: Guide, object: JsonObject): readonly Advice[] {
  // The server sets the status: users cannot, so nothing suggests it, but it is not unknown.
  const framed = { spec: withMember(object, "status", undefined) };
  const outer = [...findings(frame, framed), ...unknowns(frame, framed)];
  return [
    ...outer.map(({ path, message }) => ({ path: path.slice(1), message })),
    ...findings(spec, object),
    ...unknowns(spec, object),
  ];
}

function findings(model: Model, value: JsonObject): readonly Advice[] {
  return check(model, value).map(({ path, problem }) => ({ path, message: PROBLEMS.problem(problem) }));
}

function unknowns(model: Model, value: JsonObject): readonly Advice[] {
  return unknownFields(model, value).map((path) => ({ path, message: TEXTS.yaml.unknown }));
}
