/** Finds the members of a value that its schema does not describe. */
import { branchOf } from "./branch";
import type { Field, Model } from "./field";
import { isArray, isObject, type Json } from "./json";
import type { Path } from "./path";
import { part, partOf } from "./value";

/** Returns the paths of the members that the schema neither describes nor keeps. A server rejects or removes them. */
export function unknownFields(model: Model, value: Json): readonly Path[] {
  const found: Path[] = [];
  collect(model.root, value, [], found);
  return found;
}

function collect(field: Field, value: Json | undefined, path: Path, found: Path[]): void {
  const shape = field.kind === "alternatives" ? branchOf(field, value) : field;
  if (shape === undefined) {
    return;
  }
  const segments = isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  for (const segment of segments) {
    const inner = partOf(shape, segment, value);
    const next = [...path, segment];
    if (inner) {
      collect(inner, part(value, segment), next, found);
    } else if (shape.kind === "object" && !shape.open && isObject(value)) {
      found.push(next);
    }
  }
}
