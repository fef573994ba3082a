/** The rows of a kind, as they are on the server now. */
import { useEffect, useMemo, useState } from "react";
import { isObject } from "../api/json";
import { collectionPath, type Kind } from "../api/kinds";
import { type Column, columnsOf, type Row, rowsFormat, sameColumns, TABLE } from "../api/table";
import { sourceOf } from "../api/watch-http";
import { ALL } from "../router/routes";
import { type Live, useLive } from "../shell/live";
import { useServices } from "../shell/services";

export interface Selectors {
  readonly labels: string;
  readonly fields: string;
}

const NO_COLUMNS: readonly Column[] = [];

export function useLiveRows(kind: Kind, namespace: string, { labels, fields }: Selectors) {
  const { http, clock } = useServices();
  const [columns, setColumns] = useState(NO_COLUMNS);
  const source = useMemo(() => {
    const keep = (next: readonly Column[]) => setColumns((old) => (sameColumns(old, next) ? old : next));
    const path = collectionPath(kind, namespace === ALL ? undefined : namespace);
    return sourceOf<Row>(http, path, rowsFormat(clock.now, once(keep)), {
      labelSelector: labels || undefined,
      fieldSelector: fields || undefined,
    });
  }, [http, clock, kind, namespace, labels, fields]);
  const live: Live<Row> = useLive(source);
  const lacksColumns = live.snapshot.phase === "live" && columns.length === 0;
  useEffect(() => {
    if (!lacksColumns) {
      return;
    }
    // A watch has the columns in its first event, which can be a bookmark without them.
    const stop = new AbortController();
    const path = collectionPath(kind, namespace === ALL ? undefined : namespace);
    http.json(path, { accept: TABLE, query: { limit: "1" }, signal: stop.signal }).then(
      (table) => isObject(table) && setColumns(columnsOf(table)),
      () => undefined,
    );
    return () => stop.abort();
  }, [http, kind, namespace, lacksColumns]);
  return { ...live, columns };
}

/** Each event of a watch has the columns, but they rarely change. */
function once(keep: (columns: readonly Column[]) => void): (columns: readonly Column[]) => void {
  let last: readonly Column[] = NO_COLUMNS;
  return (columns) => {
    if (!sameColumns(last, columns)) {
      last = columns;
      keep(columns);
    }
  };
}
