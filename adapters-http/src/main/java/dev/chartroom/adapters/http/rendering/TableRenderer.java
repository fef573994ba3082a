package dev.chartroom.adapters.http.rendering;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables as kubectl prints them (wire contract E5).
 *
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 */
record TableRenderer(ApplicationKind kind, String apiVersion, IncludeObject includeObject, JsonCodec codec, Clock clock)
        implements Renderer {
    private static final byte[] CELLS = "{\"cells\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OBJECT = ",\"object\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] object(ServedApplication application) {
        return event(application, true);
    }

    @Override
    public RenderedList list(ApplicationPage page) {
        return envelope(ListEnvelope.metadata(page), true).of(page.items(), rowWriter());
    }

    @Override
    public byte[] event(ServedApplication application, boolean first) {
        JsonObject metadata = JsonObject.builder()
                .put("resourceVersion", application.resourceVersion())
                .build();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            envelope(metadata, first).write(List.of(application), rowWriter(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Cells contain ages in seconds, and only the first table of a watch has columns. */
    private record EventForm(TableRenderer renderer, boolean first, long second) {}

    @Override
    public Object eventForm(boolean first) {
        return new EventForm(this, first, clock.instant().getEpochSecond());
    }

    @Override
    public byte[] bookmark(JsonObject metadata, boolean first) {
        JsonObject row = JsonObject.builder()
                .put("cells", emptyCells())
                .put("object", bookmarkObject(metadata))
                .build();
        JsonObject version = JsonObject.builder()
                .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                .build();
        return codec.encode(head(first).with("metadata", version).with("rows", JsonArray.of(row)));
    }

    /** Returns the cells of a bookmark: those of an object without a name. */
    private JsonArray emptyCells() {
        return new JsonArray(IntStream.range(0, kind.table().columns().size())
                .<JsonValue>mapToObj(column -> column == 0 ? new JsonString("") : JsonNull.NULL)
                .toList());
    }

    private JsonArray columns() {
        return new JsonArray(kind.table().columns().stream()
                .<JsonValue>map(TableColumn::toJson)
                .toList());
    }

    private JsonValue bookmarkObject(JsonObject metadata) {
        // Here clients expect the annotation that marks the end of the initial events (wire contract D47).
        boolean annotated = metadata.has("annotations");
        return switch (includeObject) {
            case NONE -> annotated ? PartialMetadataRenderer.partial(apiVersion, metadata) : JsonNull.NULL;
            case METADATA -> PartialMetadataRenderer.partial(apiVersion, metadata);
            case OBJECT -> WholeRenderer.bookmark(kind, metadata);
        };
    }

    private ListEnvelope envelope(JsonObject metadata, boolean withColumns) {
        return new ListEnvelope(codec, head(withColumns), metadata, "rows");
    }

    private ListEnvelope.ItemWriter rowWriter() {
        Instant now = clock.instant();
        return (row, to) -> writeRow(row, now, to);
    }

    private JsonObject head(boolean withColumns) {
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", apiVersion)
                .put("columnDefinitions", withColumns ? columns() : JsonNull.NULL)
                .build();
    }

    private void writeRow(ServedApplication application, Instant now, OutputStream out) throws IOException {
        out.write(CELLS);
        out.write(codec.encode(new JsonArray(application.row().cells(now))));
        out.write(OBJECT);
        switch (includeObject) {
            case NONE -> out.write(NULL);
            case METADATA -> PartialMetadataRenderer.write(apiVersion, application, out);
            case OBJECT -> out.write(application.json());
        }
        out.write('}');
    }
}
