import { SectionBox } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import { useCallback } from "react";
import { useHistory, useParams } from "react-router-dom";
import { set } from "../../app/src/api/changes";
import { type JsonObject, text } from "../../app/src/api/json";
import { apiVersionOf, collectionPath, type Kind } from "../../app/src/api/kinds";
import { http } from "./http";
import { loadKind, loadSchema } from "./kinds";
import { Load } from "./load";
import { ObjectForm } from "./ObjectForm";

interface Creatable {
  readonly kind: Kind;
  readonly schema: JsonObject;
}

/** A new object of a kind. */
export function CreatePage() {
  const { group = "", resource = "" } = useParams<{ group: string; resource: string }>();
  const load = useCallback(async (): Promise<Creatable> => {
    const kind = await loadKind(group, resource);
    return { kind, schema: await loadSchema(kind) };
  }, [group, resource]);
  return <Load load={load}>{(loaded) => <Create {...loaded} />}</Load>;
}

const FIELDS = ["namespace", "name"] as const;

function Create({ kind, schema }: Creatable) {
  const history = useHistory();
  const object = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name: "", namespace: "default" },
    spec: {},
  };
  const save = async (next: JsonObject) => {
    const path = collectionPath(kind, text(next, "metadata", "namespace"));
    const created = await http.json(path, {
      method: "POST",
      body: next,
      query: { fieldValidation: "Strict" },
    });
    history.goBack();
    return created as JsonObject;
  };
  return (
    <SectionBox title={`Create ${kind.kind}`}>
      <ObjectForm schema={schema} object={object} mode="create" label={kind.kind} save={save}>
        {(value, onChange) =>
          FIELDS.map((field) => (
            <p key={field}>
              <label>
                {field === "name" ? "Name" : "Namespace"}{" "}
                <input
                  value={text(value, "metadata", field)}
                  onChange={(event) => onChange(set(value, ["metadata", field], event.target.value))}
                />
              </label>
            </p>
          ))
        }
      </ObjectForm>
    </SectionBox>
  );
}
