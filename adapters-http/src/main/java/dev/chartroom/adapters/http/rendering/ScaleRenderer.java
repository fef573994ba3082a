package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.table.HumanDuration;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Renders Scales. As a table, a Scale has the columns of a kube-apiserver. */
public record ScaleRenderer(JsonCodec codec, Clock clock) {
    private static final JsonArray COLUMNS = new JsonArray(List.<JsonValue>of(
            new TableColumn("Name", "string", "name", "Name of the object, unique within its namespace.", 0).toJson(),
            new TableColumn("Desired", "integer", "", "Number of desired replicas", 0).toJson(),
            new TableColumn("Available", "integer", "", "Number of actual replicas", 0).toJson(),
            new TableColumn("Age", "date", "", "Time since the object was created.", 0).toJson()));

    /** Returns a Scale in a representation, as JSON in UTF-8. */
    public byte[] render(JsonObject scale, Representation representation, IncludeObject includeObject) {
        return codec.encode(
                switch (representation) {
                    case Representation.Whole _ -> scale;
                    case Representation.AsTable(String version) ->
                        table(scale, "meta.k8s.io/" + version, includeObject);
                    case Representation.PartialMetadata(String version, boolean _) ->
                        PartialMetadataRenderer.partial("meta.k8s.io/" + version, scale.objectOrEmpty("metadata"));
                });
    }

    private JsonObject table(JsonObject scale, String apiVersion, IncludeObject includeObject) {
        JsonObject metadata = scale.objectOrEmpty("metadata");
        JsonValue object = switch (includeObject) {
            case NONE -> JsonNull.NULL;
            case METADATA -> PartialMetadataRenderer.partial(apiVersion, metadata);
            case OBJECT -> scale;
        };
        JsonArray cells = JsonArray.of(
                new JsonString(metadata.stringOrEmpty("name")),
                number(scale, "spec"),
                number(scale, "status"),
                new JsonString(HumanDuration.format(Duration.between(
                        Instant.parse(metadata.stringOrEmpty("creationTimestamp")), clock.instant()))));
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", apiVersion)
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                                .build())
                .put("columnDefinitions", COLUMNS)
                .put(
                        "rows",
                        JsonArray.of(JsonObject.builder()
                                .put("cells", cells)
                                .put("object", object)
                                .build()))
                .build();
    }

    private static JsonValue number(JsonObject scale, String part) {
        JsonValue replicas = scale.objectOrEmpty(part).get("replicas");
        return replicas == null ? JsonNumber.of(0) : replicas;
    }
}
