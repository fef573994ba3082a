/** The spec as a list of paths and values. Sensitive values are masked. */
import { fieldPath } from "@chartroom/form";
import { useMemo } from "react";
import { changesOf } from "../api/changes";
import { EMPTY, type JsonObject, object as objectAt } from "../api/json";
import { masked } from "../api/sensitive";
import { Value } from "../edit/ChangeList";

interface SettingsProps {
  readonly object: JsonObject;
  readonly schema: JsonObject | undefined;
}

export function Settings({ object, schema }: SettingsProps) {
  const leaves = useMemo(() => {
    const safe = masked({ spec: objectAt(object, "spec") }, schema);
    return flat(objectAt(safe, "spec"));
  }, [object, schema]);
  return (
    <dl className="settings">
      {leaves.map(({ path, after }) => (
        <div key={JSON.stringify(path)} className="setting">
          <dt className="code">{fieldPath(path)}</dt>
          <dd>
            <Value value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Every field is a change from an object that has the same objects, but no values. */
function flat(spec: JsonObject) {
  return changesOf(skeleton(spec), spec);
}

function skeleton(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, JsonObject][] => {
      const inner = objectAt(object, name);
      return inner === EMPTY || value !== inner ? [] : [[name, skeleton(inner)]];
    }),
  );
}
