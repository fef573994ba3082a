import { Link, SectionBox, SimpleTable } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import { useCallback } from "react";
import { useParams } from "react-router-dom";
import { array, type JsonObject, objects, text } from "../../app/src/api/json";
import { collectionPath, type Kind } from "../../app/src/api/kinds";
import { columnsOf, TABLE } from "../../app/src/api/table";
import { http } from "./http";
import { loadKind } from "./kinds";
import { Load } from "./load";
import { parametersOf } from "./paths";

interface Objects {
  readonly kind: Kind;
  /** A Table of Kubernetes, with the columns that kubectl shows. */
  readonly table: JsonObject;
}

/** The objects of a kind in all namespaces. */
export function ObjectsPage() {
  const { group = "", resource = "" } = useParams<{ group: string; resource: string }>();
  const load = useCallback(async (): Promise<Objects> => {
    const kind = await loadKind(group, resource);
    const table = await http.json(collectionPath(kind), { accept: TABLE });
    return { kind, table: table as JsonObject };
  }, [group, resource]);
  return <Load load={load}>{(loaded) => <ObjectsTable {...loaded} />}</Load>;
}

function ObjectsTable({ kind, table }: Objects) {
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
    <SectionBox title={kind.kind}>
      {kind.verbs.includes("create") && (
        <p>
          <Link routeName="chartroom-create" params={parametersOf(kind)}>
            Create {kind.kind}
          </Link>
        </p>
      )}
      <SimpleTable
        columns={columns}
        data={[...objects(table, "rows")]}
        emptyMessage={`There is no ${kind.kind} here yet.`}
      />
    </SectionBox>
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
