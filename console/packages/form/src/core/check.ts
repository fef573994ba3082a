/** Collects the advice for a whole value. */
import { advise } from "./advice";
import { branchOf } from "./branch";
import type { Field, Model } from "./field";
import { isArray, isObject, type Json } from "./json";
import type { Path, Segment } from "./path";
import type { Problem } from "./problem";
import { part } from "./value";

export interface Finding {
  readonly path: Path;
  readonly field: Field;
  readonly problem: Problem;
}

/** Returns the problems of the value and of all its parts, in the order of the form. */
export function check(model: Model, value: Json): readonly Finding[] {
  const findings: Finding[] = [];
  const spec = model.root.properties[0];
  if (spec?.kind === "object") {
    // The sections have the parts of the spec, and not the spec itself.
    findings.push(
      ...advise(spec, part(value, "spec")).map((problem) => ({ path: ["spec"], field: spec, problem })),
    );
  }
  for (const { field, path } of model.sections.flatMap((section) => section.fields)) {
    const parent = path.slice(0, -1).reduce<Json | undefined>(part, value);
    // An absent object does not need its required parts. The spec is what the form is about.
    if (parent !== undefined || path.length <= 2) {
      collect(field, part(parent, path.at(-1) ?? ""), path, findings);
    }
  }
  return findings;
}

function collect(field: Field, value: Json | undefined, path: Path, findings: Finding[]): void {
  for (const problem of advise(field, value)) {
    findings.push({ path, field, problem });
  }
  const inner = (next: Field, segment: Segment) =>
    collect(next, part(value, segment), [...path, segment], findings);
  if (field.kind === "object" && isObject(value)) {
    for (const property of field.properties) {
      if (!field.moved.includes(property.name)) {
        inner(property, property.name);
      }
    }
  } else if (field.kind === "list" && isArray(value)) {
    for (const i of value.keys()) {
      inner(field.item, i);
    }
  } else if (field.kind === "map" && isObject(value)) {
    for (const name of Object.keys(value)) {
      inner(field.entry, name);
    }
  } else if (field.kind === "alternatives") {
    const branch = branchOf(field, value);
    if (branch) {
      collect(branch, value, path, findings);
    }
  }
}
