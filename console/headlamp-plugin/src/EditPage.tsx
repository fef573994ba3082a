import { SectionBox } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import { useCallback, useRef } from "react";
import { useParams } from "react-router-dom";
import { changesOf, merge, set } from "../../app/src/api/changes";
import { type JsonObject, text } from "../../app/src/api/json";
import { type Kind, objectPath } from "../../app/src/api/kinds";
import { isCode } from "../../app/src/api/status";
import { exportable } from "../../app/src/api/yaml";
import { http } from "./http";
import { loadKind, loadSchema } from "./kinds";
import { Load } from "./load";
import { ObjectForm } from "./ObjectForm";

interface Editable {
  readonly kind: Kind;
  readonly schema: JsonObject;
  readonly live: JsonObject;
}

/** An object, whose spec can be edited. */
export function EditPage() {
  const {
    group = "",
    resource = "",
    namespace = "",
    name = "",
  } = useParams<{ group: string; resource: string; namespace: string; name: string }>();
  const load = useCallback(async (): Promise<Editable> => {
    const kind = await loadKind(group, resource);
    const [schema, live] = await Promise.all([
      loadSchema(kind),
      http.json(objectPath(kind, namespace, name)),
    ]);
    return { kind, schema, live: live as JsonObject };
  }, [group, resource, namespace, name]);
  return <Load load={load}>{(loaded) => <Edit {...loaded} />}</Load>;
}

function Edit({ kind, schema, live }: Editable) {
  const base = useRef(live);
  const save = async (next: JsonObject) => {
    base.current = await write(kind, base.current, next);
    return base.current;
  };
  const title = `${kind.kind} ${text(live, "metadata", "name")}`;
  return (
    <SectionBox title={title}>
      <ObjectForm schema={schema} object={exportable(live)} mode="edit" label={kind.kind} save={save} />
    </SectionBox>
  );
}

/** The status of an object can change often, so a write can be late several times. */
const ATTEMPTS = 8;

/** Sends an edit, also onto a newer state of the object, unless another client has changed the same fields. */
async function write(kind: Kind, base: JsonObject, edited: JsonObject): Promise<JsonObject> {
  const path = objectPath(kind, text(base, "metadata", "namespace"), text(base, "metadata", "name"));
  const call = {
    method: "PATCH",
    contentType: "application/merge-patch+json",
    query: { fieldValidation: "Strict" },
  };
  let [live, mine] = [base, edited];
  for (let attempt = 1; ; attempt++) {
    try {
      return (await http.json(path, { ...call, body: mergePatch(live, mine) })) as JsonObject;
    } catch (error) {
      if (!isCode(error, 409) || attempt === ATTEMPTS) {
        throw error;
      }
    }
    const theirs = (await http.json(path)) as JsonObject;
    const { merged, conflicts } = merge(exportable(live), mine, exportable(theirs));
    if (conflicts.length > 0) {
      const fields = conflicts.map((conflict) => conflict.path.join(".")).join(", ");
      throw new Error(`Another client has changed ${fields}, too. Open the page again to see its values.`);
    }
    [live, mine] = [theirs, merged];
  }
}

/** Returns the changes. The version in it makes the server refuse the patch if the object has changed meanwhile. */
export function mergePatch(base: JsonObject, edited: JsonObject): JsonObject {
  const changes = changesOf(exportable(base), edited);
  const patch = changes.reduce<JsonObject>((all, { path, after }) => set(all, path, after ?? null), {});
  return set(patch, ["metadata", "resourceVersion"], text(base, "metadata", "resourceVersion"));
}
