/** Reads the hints of a kind definition: `spec.form`, which the server publishes as `x-chartroom-form`. */
import { isObject, type Json } from "./json";
import { EMPTY, flag, object, objects, strings, text } from "./schema";

export interface Options {
  readonly source: string;
  readonly resource: string;
}

export interface Hint {
  readonly title: string;
  readonly widget: string;
  readonly hidden: boolean;
  readonly options: Options | undefined;
}

export interface Group {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly string[];
}

export interface Hints {
  /** The place of each path in the order of the form. Paths of groups follow those of `order`. */
  readonly rank: ReadonlyMap<string, number>;
  readonly groups: readonly Group[];
  readonly fields: ReadonlyMap<string, Hint>;
}

export const NO_HINT: Hint = { title: "", widget: "", hidden: false, options: undefined };

export function readHints(json: Json | undefined): Hints {
  const form = isObject(json) ? json : EMPTY;
  const groups = objects(form, "groups").map((group) => ({
    title: text(group, "title"),
    description: text(group, "description"),
    fields: strings(group, "fields").map(normal),
  }));
  const rank = new Map<string, number>();
  for (const path of [...strings(form, "order").map(normal), ...groups.flatMap((group) => group.fields)]) {
    if (!rank.has(path)) {
      rank.set(path, rank.size);
    }
  }
  const fields = new Map<string, Hint>();
  for (const field of objects(form, "fields")) {
    const options = object(field, "options");
    fields.set(normal(text(field, "path")), {
      title: text(field, "title"),
      widget: text(field, "widget"),
      hidden: flag(field, "hidden"),
      options: options && { source: text(options, "source"), resource: text(options, "resource") },
    });
  }
  return { rank, groups, fields };
}

/** In a path of a definition, `[*]` and `.*` have the same meaning. */
export function normal(path: string): string {
  return path.replaceAll("[*]", ".*");
}
