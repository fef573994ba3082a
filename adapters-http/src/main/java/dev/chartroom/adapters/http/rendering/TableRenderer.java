package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.table.ApplicationTable;
import dev.chartroom.domain.table.TableColumn;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;

/**
 * Tables as kubectl prints them (wire contract E5).
 *
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 */
record TableRenderer(String apiVersion, IncludeObject includeObject, JsonCodec codec, Clock clock) implements Renderer {
    private static final JsonArray COLUMNS = new JsonArray(ApplicationTable.columns().stream()
            .<JsonValue>map(TableColumn::toJson)
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
        ListEnvelope.write(codec, head(true), page, "rows", item -> codec.encode(row(item)), out);
    }

    @Override
    public byte[] event(StoredApplication application, boolean first) {
        JsonObject metadata = JsonObject.builder()
                .put("resourceVersion", application.metadata().resourceVersion())
                .build();
        return table(metadata, JsonArray.of(row(application)), first);
    }

    @Override
    public byte[] bookmark(JsonObject metadata) {
        // The annotation that ends the initial events is looked for in the row's object (wire contract D47).
        JsonObject row = JsonObject.builder()
                .put("cells", JsonArray.EMPTY)
                .put("object", PartialMetadataRenderer.partial(apiVersion, metadata))
                .build();
        JsonObject version = JsonObject.builder()
                .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                .build();
        return table(version, JsonArray.of(row), false);
    }

    private byte[] table(JsonObject metadata, JsonArray rows, boolean withColumns) {
        return codec.encode(head(withColumns).with("metadata", metadata).with("rows", rows));
    }

    private JsonObject head(boolean withColumns) {
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", apiVersion)
                .put("columnDefinitions", withColumns ? COLUMNS : JsonArray.EMPTY)
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
