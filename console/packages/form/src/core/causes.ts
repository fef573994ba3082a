/** Places the causes of a Kubernetes Status at the fields of a form. */
import { usedBranches } from "./branch";
import type { Field, Model, ObjectField } from "./field";
import { isArray, isObject, type Json, type JsonObject, member } from "./json";
import type { Path, Segment } from "./path";
import { objects, text } from "./schema";
import { effective, find, part, partOf, type Shown, showsParts } from "./value";

/** One entry of `details.causes` of a Status. */
export interface Cause {
  readonly field?: string | undefined;
  readonly reason?: string | undefined;
  readonly message: string;
}

export interface PlacedCause {
  readonly cause: Cause;
  /** The field that shows the cause; undefined if no field of the form does. */
  readonly path: Path | undefined;
}

/** Returns the causes of a Status, or its message if it has none. */
export function causesOf(status: Json): readonly Cause[] {
  if (!isObject(status)) {
    return [];
  }
  const details = member(status, "details");
  const causes = isObject(details) ? objects(details, "causes").map(causeOf) : [];
  return causes.length > 0 ? causes : [{ message: text(status, "message"), reason: text(status, "reason") }];
}

function causeOf(cause: JsonObject): Cause {
  return { field: text(cause, "field"), reason: text(cause, "reason"), message: text(cause, "message") };
}

export function place(model: Model, value: Json, causes: readonly Cause[]): readonly PlacedCause[] {
  return causes.map((cause) => ({
    cause,
    path: visible(model, value, resolve(model, value, cause.field ?? "")),
  }));
}

/** Returns the longest part of a path of Kubernetes that the form has a field for. */
export function resolve(model: Model, value: Json, path: string): Path {
  const found: Segment[] = [];
  let field: Field | undefined = model.root;
  let current: Json | undefined = value;
  let rest = path;
  while (field && rest !== "") {
    const step: Step | undefined = next(field, current, rest);
    const inner: Field | undefined = step && partOf(field, step.segment, current);
    if (!step || !inner) {
      return found;
    }
    found.push(step.segment);
    current = part(current, step.segment);
    field = inner;
    rest = step.rest;
  }
  return found;
}

/** Returns the longest part of a path of Kubernetes that the value has. */
export function follow(value: Json, path: string): Path {
  const found: Segment[] = [];
  let current: Json | undefined = value;
  let rest = path;
  while (rest !== "") {
    const step = next(undefined, current, rest);
    current = step && part(current, step.segment);
    if (!step || current === undefined) {
      break;
    }
    found.push(step.segment);
    rest = step.rest;
  }
  return found;
}

interface Step {
  readonly segment: Segment;
  readonly rest: string;
}

function next(field: Field | undefined, value: Json | undefined, rest: string): Step | undefined {
  const index = /^\[(\d+)\]/.exec(rest);
  if (index && isArray(value)) {
    return { segment: Number(index[1]), rest: rest.slice(index[0].length) };
  }
  const names = field?.kind === "object" ? field.properties.map(({ name }) => name) : [];
  const known = [...names, ...(isObject(value) ? Object.keys(value) : [])];
  return longest(known.flatMap((name) => steps(name, rest)));
}

/** A name can contain dots and brackets, so `spec.map[a.b]` and `spec.map.a.b` can both mean the key `a.b`. */
function steps(name: string, rest: string): readonly Step[] {
  const isFirst = !/^[.[]/.test(rest);
  return (isFirst ? [name] : [`[${name}]`, `.${name}`])
    .filter((form) => rest.startsWith(form) && /^(?:$|\.|\[)/.test(rest.slice(form.length)))
    .map((form) => ({ segment: name, rest: rest.slice(form.length) }));
}

function longest(steps: readonly Step[]): Step | undefined {
  return steps.reduce<Step | undefined>(
    (best, step) => (best && best.rest.length <= step.rest.length ? best : step),
    undefined,
  );
}

/**
 * Returns the part of the path that the form shows. Hidden fields have no place in the form, and a cause of the whole
 * spec belongs to no single field.
 */
function visible(model: Model, value: Json, path: Path): Path | undefined {
  for (let i = 1; i <= path.length; i++) {
    const found = find(model, value, path.slice(0, i));
    if (!found || found.field.hidden) {
      return undefined;
    }
    const next = path[i];
    if (
      i > 1 &&
      next !== undefined &&
      found.field.kind === "object" &&
      !showsPart(found.field, found, next)
    ) {
      return path.slice(0, i);
    }
  }
  return path.length < 2 ? undefined : path;
}

function showsPart(field: ObjectField, shown: Shown, name: Segment): boolean {
  const used = usedBranches(field, effective(shown)).flatMap((i) => field.union[i]?.names ?? []);
  const isOfBranch = field.union.some(({ names }) => names.some((each) => each === name));
  return showsParts(field, shown) && (!isOfBranch || used.some((each) => each === name));
}
