/** Tables as the server sends them. */
export const hostileText = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script> \u202E {{7*7}} ${"\u0301".repeat(20)}`;

const COLUMNS = [
  { name: "Name", type: "string", format: "name", description: "", priority: 0 },
  { name: "Ready", type: "string", format: "", description: "", priority: 0 },
  { name: "Age", type: "date", format: "", description: "", priority: 0 },
  { name: "Version", type: "string", format: "", description: "", priority: 0 },
];

export function tableRow(i: number, version: string): object {
  return {
    cells: [`row-${i}`, i % 3 ? "True" : "False", "4s", version],
    object: {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: {
        name: `row-${i}`,
        namespace: "default",
        uid: `uid-${i}`,
        resourceVersion: String(i + 1),
        creationTimestamp: new Date(1_700_000_000_000 + i * 60_000).toISOString(),
        managedFields: [
          {
            manager: "test",
            operation: "Update",
            fieldsV1: { "f:spec": { "f:replicas": {}, "f:size": {} } },
          },
        ],
      },
    },
  };
}

export function initialEvents(rows: readonly object[]): string {
  const event = (type: string, object: object) =>
    JSON.stringify({ type, object: { kind: "Table", apiVersion: "meta.k8s.io/v1", ...object } });
  const lines = rows.map((row, i) =>
    event("ADDED", { columnDefinitions: COLUMNS, metadata: { resourceVersion: String(i + 1) }, rows: [row] }),
  );
  const end = {
    metadata: { resourceVersion: "999999", annotations: { "k8s.io/initial-events-end": "true" } },
  };
  return [
    ...lines,
    event("BOOKMARK", { metadata: { resourceVersion: "999999" }, rows: [{ cells: [], object: end }] }),
    "",
  ].join("\n");
}
