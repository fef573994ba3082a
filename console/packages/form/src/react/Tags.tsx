/** The words beside a label that say what the shown value is. */
import type { Field } from "../core/field";
import type { Json } from "../core/json";
import { isDigits } from "../core/scalar-text";
import type { Texts } from "../texts";

export function tagsOf(
  field: Field,
  value: Json | undefined,
  fallback: Json | undefined,
  readOnly: boolean,
  texts: Texts,
): readonly string[] {
  const tags: string[] = [];
  if (value === undefined && fallback !== undefined) {
    tags.push(texts.defaultTag);
  } else if (value === null) {
    tags.push(texts.nullTag);
  } else if (value === "" && field.kind !== "enum") {
    tags.push(texts.emptyTag);
  } else if (field.kind === "int-or-string" && isDigits(value)) {
    tags.push(texts.textTag);
  }
  return readOnly ? [...tags, texts.readOnlyTag] : tags;
}

export function Tags({ id, tags }: { readonly id: string; readonly tags: readonly string[] }) {
  return (
    <span id={id} className="cf-tags">
      {tags.map((tag) => (
        <span key={tag} className="cf-tag">
          {tag}
        </span>
      ))}
    </span>
  );
}
