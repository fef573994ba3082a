package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.table.ApplicationTable;
import dev.chartroom.domain.table.TableColumn;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.stream.IntStream;

/**
 * Tables as kubectl prints them (wire contract E5).
 *
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 */
record TableRenderer(ApplicationKind kind, String apiVersion, IncludeObject includeObject, JsonCodec codec, Clock clock)
        implements Renderer {
    private static final JsonArray COLUMNS = new JsonArray(ApplicationTable.columns().stream()
            .<JsonValue>map(TableColumn::toJson)
            .toList());
    /** The row of a bookmark: an object without a name. */
    private static final JsonArray EMPTY_CELLS =
            new JsonArray(IntStream.range(0, COLUMNS.values().size())
                    .<JsonValue>mapToObj(column -> column == 0 ? new JsonString("") : JsonNull.NULL)
                    .toList());

    @Override
    public byte[] object(StoredApplication application) {
        JsonObject metadata = JsonObject.builder()
                .put("resourceVersion", application.metadata().resourceVersion())
                .build();
        return table(metadata, JsonArray.of(row(application)), true);
    }

    @Override
    public void list(ApplicationPage page, OutputStream out) throws IOException {
        ListEnvelope.write(
                codec, head(true), ListEnvelope.metadata(page), "rows", page, item -> codec.encode(row(item)), out);
    }

    @Override
    public byte[] event(StoredApplication application, boolean first) {
        JsonObject metadata = JsonObject.builder()
                .put("resourceVersion", application.metadata().resourceVersion())
                .build();
        return table(metadata, JsonArray.of(row(application)), first);
    }

    @Override
    public byte[] bookmark(JsonObject metadata, boolean first) {
        JsonObject row = JsonObject.builder()
                .put("cells", EMPTY_CELLS)
                .put("object", bookmarkObject(metadata))
                .build();
        JsonObject version = JsonObject.builder()
                .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                .build();
        return table(version, JsonArray.of(row), first);
    }

    private JsonValue bookmarkObject(JsonObject metadata) {
        // Clients look here for the annotation that ends the initial events (wire contract D47).
        boolean annotated = metadata.has("annotations");
        return switch (includeObject) {
            case NONE -> annotated ? PartialMetadataRenderer.partial(apiVersion, metadata) : JsonNull.NULL;
            case METADATA -> PartialMetadataRenderer.partial(apiVersion, metadata);
            case OBJECT -> WholeRenderer.bookmark(kind, metadata);
        };
    }

    private byte[] table(JsonObject metadata, JsonArray rows, boolean withColumns) {
        return codec.encode(head(withColumns).with("metadata", metadata).with("rows", rows));
    }

    private JsonObject head(boolean withColumns) {
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", apiVersion)
                .put("columnDefinitions", withColumns ? COLUMNS : JsonNull.NULL)
                .build();
    }

    private JsonObject row(StoredApplication application) {
        return JsonObject.builder()
                .put("cells", new JsonArray(ApplicationTable.cells(application.application(), clock.instant())))
                .put(
                        "object",
                        switch (includeObject) {
                            case NONE -> JsonNull.NULL;
                            case METADATA ->
                                PartialMetadataRenderer.partial(
                                        apiVersion, application.metadata().toJson());
                            case OBJECT -> application.served().toJson();
                        })
                .build();
    }
}
