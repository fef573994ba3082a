import { Link, SectionBox, SimpleTable } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import { useCallback, useState } from "react";
import { useParams } from "react-router-dom";
import { array, type JsonObject, objects, text } from "../../app/src/api/json";
import { collectionPath, type Kind } from "../../app/src/api/kinds";
import { columnsOf, TABLE } from "../../app/src/api/table";
import { http } from "./http";
import { loadKind } from "./kinds";
import { Load } from "./load";
import { parametersOf } from "./paths";

/** The objects of a kind, in all namespaces or in one. */
export function ObjectsPage() {
  const { group = "", resource = "" } = useParams<{ group: string; resource: string }>();
  const load = useCallback(() => loadKind(group, resource), [group, resource]);
  return <Load load={load}>{(kind) => <Objects kind={kind} />}</Load>;
}

function Objects({ kind }: { readonly kind: Kind }) {
  const [namespace, setNamespace] = useState("");
  const load = useCallback(
    async () => (await http.json(collectionPath(kind, namespace), { accept: TABLE })) as JsonObject,
    [kind, namespace],
  );
  return (
    <SectionBox title={kind.kind}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setNamespace(String(new FormData(event.currentTarget).get("namespace")));
        }}
      >
        <label>
          Namespace <input name="namespace" placeholder="all" />
        </label>{" "}
        <button type="submit">Show</button>{" "}
        {kind.verbs.includes("create") && (
          <Link routeName="chartroom-create" params={parametersOf(kind)}>
            Create {kind.kind}
          </Link>
        )}
      </form>
      <Load load={load}>{(table) => <ObjectsTable kind={kind} table={table} />}</Load>
    </SectionBox>
  );
}

/** @param table a Table of Kubernetes, with the columns that kubectl shows */
function ObjectsTable({ kind, table }: { readonly kind: Kind; readonly table: JsonObject }) {
  const names = columnsOf(table).map(({ name }) => name);
  const all = objects(table, "columnDefinitions").map((each) => text(each, "name"));
  const cell = (row: JsonObject, column: string) => String(array(row, "cells")[all.indexOf(column)] ?? "");
  const columns = [
    { label: "Namespace", getter: (row: JsonObject) => text(row, "object", "metadata", "namespace") },
    ...names.map((name) => ({
      label: name,
      getter: (row: JsonObject) => (name === "Name" ? <ObjectLink kind={kind} row={row} /> : cell(row, name)),
    })),
  ];
  return (
    <SimpleTable
      columns={columns}
      data={[...objects(table, "rows")]}
      emptyMessage={`There is no ${kind.kind} here yet.`}
    />
  );
}

function ObjectLink({ kind, row }: { readonly kind: Kind; readonly row: JsonObject }) {
  const name = text(row, "object", "metadata", "name");
  const namespace = text(row, "object", "metadata", "namespace");
  return (
    <Link routeName="chartroom-edit" params={{ ...parametersOf(kind), namespace, name }}>
      {name}
    </Link>
  );
}
