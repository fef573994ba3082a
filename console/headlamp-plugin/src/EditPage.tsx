import { SectionBox } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import { useCallback, useRef } from "react";
import { useParams } from "react-router-dom";
import { changesOf, set } from "../../app/src/api/changes";
import { type JsonObject, text } from "../../app/src/api/json";
import { type Kind, objectPath } from "../../app/src/api/kinds";
import { exportable } from "../../app/src/api/yaml";
import { http } from "./http";
import { loadKind, schemas } from "./kinds";
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
      schemas.of(kind),
      http.json(objectPath(kind, namespace, name)),
    ]);
    return { kind, schema: schema ?? {}, live: live as JsonObject };
  }, [group, resource, namespace, name]);
  return <Load load={load}>{(loaded) => <Edit {...loaded} />}</Load>;
}

function Edit({ kind, schema, live }: Editable) {
  const base = useRef(live);
  const name = text(live, "metadata", "name");
  const save = async (next: JsonObject) => {
    const path = objectPath(kind, text(live, "metadata", "namespace"), name);
    const body = mergePatch(base.current, next);
    const query = { fieldValidation: "Strict" };
    base.current = (await http.json(path, {
      method: "PATCH",
      body,
      query,
      contentType: "application/merge-patch+json",
    })) as JsonObject;
  };
  return (
    <SectionBox title={`${kind.kind} ${name}`}>
      <ObjectForm schema={schema} object={exportable(live)} mode="edit" label={kind.kind} save={save} />
    </SectionBox>
  );
}

/** Returns the changes. The version in it makes the server refuse the patch if the object has changed meanwhile. */
export function mergePatch(base: JsonObject, edited: JsonObject): JsonObject {
  const changes = changesOf(exportable(base), edited);
  const patch = changes.reduce<JsonObject>((all, { path, after }) => set(all, path, after ?? null), {});
  return set(patch, ["metadata", "resourceVersion"], text(base, "metadata", "resourceVersion"));
}
