/** Puts fields in order and into the groups of the hints. */
import type { Field, Model, ObjectField, Placed, Section } from "./field";
import type { Hints } from "./hints";
import type { Path } from "./path";

const UNTITLED = { kind: "first", title: "", help: "" } as const;

/** Required fields come first, then the order of the hints, then the order of the schema. */
export function inOrder(fields: readonly Field[], hints: Hints): readonly Field[] {
  const last = hints.rank.size;
  const rank = (field: Field) => hints.rank.get(field.pattern) ?? last;
  const late = (field: Field) => (field.required ? 0 : 1);
  return [...fields].sort((a, b) => late(a) - late(b) || rank(a) - rank(b));
}

/** Splits the fields of the spec into sections: required ones without a group, the groups, and the rest. */
export function arrange(root: ObjectField, hints: Hints): Model {
  const spec = root.properties[0];
  if (spec?.kind !== "object") {
    return {
      root,
      sections: [{ ...UNTITLED, fields: spec ? [{ field: spec, path: ["spec"] }] : [] }],
    };
  }
  const taken = new Set<string>();
  const groups = hints.groups.map((group) => {
    const fields: Placed[] = [];
    for (const pattern of group.fields) {
      const placed = taken.has(pattern) ? undefined : find(root, pattern);
      if (placed) {
        taken.add(pattern);
        fields.push(placed);
      }
    }
    return { kind: "group" as const, title: group.title, help: group.description, fields };
  });
  const single = spec.properties
    .filter((field) => !taken.has(field.pattern))
    .map((field) => ({ field, path: ["spec", field.name] }));
  const sections = [
    { ...UNTITLED, fields: single.filter(({ field }) => field.required) },
    ...groups,
    { ...UNTITLED, kind: "rest" as const, fields: single.filter(({ field }) => !field.required) },
  ];
  const kept = sections.filter((section) => section.fields.length > 0);
  return { root: { ...root, properties: [withMoved(spec, taken)] }, sections: withMovedFields(kept, taken) };
}

/** A group can move a field out of an object, but not out of a list or map, where it stands for several values. */
function find(root: ObjectField, pattern: string): Placed | undefined {
  let field: Field = root;
  const path: string[] = [];
  while (field.pattern !== pattern) {
    if (field.kind !== "object") {
      return undefined;
    }
    const next: Field | undefined = field.properties.find(
      (property) => pattern === property.pattern || pattern.startsWith(`${property.pattern}.`),
    );
    if (!next) {
      return undefined;
    }
    field = next;
    path.push(field.name);
  }
  return path.length < 2 ? undefined : { field, path };
}

function withMovedFields(sections: readonly Section[], taken: ReadonlySet<string>): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    fields: section.fields.map(({ field, path }: { field: Field; path: Path }) => ({
      field: withMoved(field, taken),
      path,
    })),
  }));
}

function withMoved<T extends Field>(field: T, taken: ReadonlySet<string>): T {
  if (field.kind !== "object" || taken.size === 0) {
    return field;
  }
  const moved = field.properties.filter((property) => taken.has(property.pattern)).map(({ name }) => name);
  const properties = field.properties.map((property) => withMoved(property, taken));
  return { ...field, properties, moved };
}
