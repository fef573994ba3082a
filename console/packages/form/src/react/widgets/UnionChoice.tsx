/** The choice between branches of a `oneOf`. The values of the other branches are kept aside, and not in the value. */
import { useId, useRef, useState } from "react";
import { usedBranches } from "../../core/branch";
import type { ObjectField, UnionBranch } from "../../core/field";
import { isObject, type Json, type JsonObject, member, withMember } from "../../core/json";
import { effective } from "../../core/value";
import { useForm, type WidgetProps } from "../context";

export interface Union {
  readonly branches: readonly UnionBranch[];
  readonly selected: number | undefined;
  readonly select: (index: number) => void;
  readonly shows: (name: string) => boolean;
}

type Props = Pick<WidgetProps, "value" | "fallback" | "onChange"> & { readonly field: ObjectField };

export function useUnion(props: Props): Union {
  const { field, value, onChange } = props;
  const aside = useRef(new Map<string, Json>());
  const [chosen, setChosen] = useState<number>();
  const used = usedBranches(field, effective(props));
  const selected = used.length > 0 && !(chosen !== undefined && used.includes(chosen)) ? used[0] : chosen;
  if (selected !== chosen) {
    // The branch stays chosen while the user empties its last field.
    setChosen(selected);
  }
  const visible = new Set([...used, ...(selected === undefined ? [] : [selected])]);
  return {
    branches: field.union,
    selected,
    select: (index) => {
      setChosen(index);
      const next = switched(field, isObject(value) ? value : {}, index, aside.current);
      if (isObject(value) || Object.keys(next).length > 0) {
        onChange(next);
      }
    },
    shows: (name) => {
      const branches = [...field.union.keys()].filter((i) => field.union[i]?.names.includes(name));
      return branches.length === 0 || branches.some((i) => visible.has(i));
    },
  };
}

/** Moves the members of other branches aside, and those of the branch back. */
function switched(
  field: ObjectField,
  value: JsonObject,
  index: number,
  aside: Map<string, Json>,
): JsonObject {
  const own = field.union[index]?.names ?? [];
  const others = field.union.flatMap(({ names }) => names).filter((name) => !own.includes(name));
  let next = value;
  for (const name of others) {
    const before = member(next, name);
    if (before !== undefined) {
      aside.set(name, before);
      next = withMember(next, name, undefined);
    }
  }
  for (const name of own) {
    const before = aside.get(name);
    if (before !== undefined && member(next, name) === undefined) {
      next = withMember(next, name, before);
    }
  }
  return next;
}

export function UnionChoice(props: {
  readonly union: Union;
  readonly label: string;
  readonly readOnly: boolean;
}) {
  const { texts } = useForm();
  const name = useId();
  const { branches, selected, select } = props.union;
  return (
    <div role="radiogroup" aria-label={`${props.label}: ${texts.branch}`} className="cf-radios">
      {branches.map((branch, i) => (
        <label key={branch.names.join(" ")} className="cf-radio">
          <input
            type="radio"
            name={name}
            checked={selected === i}
            disabled={props.readOnly}
            onChange={() => select(i)}
          />
          {branch.label}
        </label>
      ))}
    </div>
  );
}
