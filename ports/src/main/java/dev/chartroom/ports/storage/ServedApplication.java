package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.table.TableRow;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An object as clients see it: encoded once, shared by everyone who reads it, with the few facts that selecting, sorting
 * and printing need. Immutable, and as small as its JSON lets it be: a cache holds one for each object.
 */
public final class ServedApplication {
    private final ApplicationKind kind;
    private final NamespacedName namespacedName;
    private final String resourceVersion;
    private final Map<String, String> labels;
    private final TableRow row;
    private final EncodedObject encoded;
    private final JsonCodec codec;

    private ServedApplication(
            ApplicationKind kind, ObjectMeta metadata, TableRow row, EncodedObject encoded, JsonCodec codec) {
        this.kind = kind;
        this.namespacedName = new NamespacedName(metadata.namespace().intern(), metadata.name());
        this.resourceVersion = metadata.resourceVersion();
        this.labels = shared(metadata.labels());
        this.row = row;
        this.encoded = encoded;
        this.codec = codec;
    }

    /** @param shown with the schema's defaults */
    static ServedApplication of(ApplicationKind kind, Application shown, JsonCodec codec) {
        JsonObject json = shown.toJson();
        return new ServedApplication(
                kind, shown.metadata(), kind.table().row(shown, json), EncodedObject.of(json, codec), codec);
    }

    /** The kind it was read as. */
    public ApplicationKind kind() {
        return kind;
    }

    public NamespacedName namespacedName() {
        return namespacedName;
    }

    /** Empty for the outcome of a dry run that would create it. */
    public String resourceVersion() {
        return resourceVersion;
    }

    public Map<String, String> labels() {
        return labels;
    }

    /** How it is printed. */
    public TableRow row() {
        return row;
    }

    /** The object in UTF-8. The array is shared: nobody may write to it. */
    public byte[] json() {
        return encoded.json();
    }

    /** Writes its {@code metadata} alone, an object in UTF-8. */
    public void writeMetadataTo(OutputStream out) throws IOException {
        encoded.writeMetadataTo(out);
    }

    /** Its metadata, decoded anew with each call: reads need none of it. */
    public ObjectMeta metadata() {
        return ObjectMeta.fromJson(metadataJson());
    }

    /** The same object with another resource version, such as that of its deletion (wire contract D43). */
    public ServedApplication withResourceVersion(String other) {
        JsonObject metadata = metadataJson().with("resourceVersion", new JsonString(other));
        return new ServedApplication(
                kind, ObjectMeta.fromJson(metadata), row, encoded.withMetadata(codec.encode(metadata)), codec);
    }

    private JsonObject metadataJson() {
        return codec.parse(encoded.metadata()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    /** Labels repeat from object to object, so each text is kept once. */
    private static Map<String, String> shared(Map<String, String> labels) {
        return labels.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        label -> label.getKey().intern(),
                        label -> label.getValue().intern()));
    }
}
