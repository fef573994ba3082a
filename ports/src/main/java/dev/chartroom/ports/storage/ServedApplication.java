package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.SharedTexts;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.builtin.SelectableFields;
import dev.chartroom.domain.builtin.TopLevelFields;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.table.TableRow;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An object as clients see it. The object is encoded once, and all readers share it. A ServedApplication also has the
 * few facts that are necessary to select, sort and print the object. A cache holds a ServedApplication for each object,
 * so a ServedApplication needs little more memory than the object's JSON. Immutable.
 */
public final class ServedApplication {
    private static final int FEW_LABELS = 32;

    private final ApplicationKind kind;
    private final NamespacedName namespacedName;
    private final String resourceVersion;
    private final Map<String, String> labels;
    private final TableRow row;
    private final EncodedObject encoded;
    private final JsonCodec codec;
    /** The object in the other versions that were requested so far. */
    private volatile List<ServedApplication> converted = List.of();

    private ServedApplication(
            ApplicationKind kind,
            ObjectMeta metadata,
            Map<String, String> labels,
            TableRow row,
            EncodedObject encoded,
            JsonCodec codec) {
        this.kind = kind;
        this.namespacedName = new NamespacedName(SharedTexts.shared(metadata.namespace()), metadata.name());
        this.resourceVersion = metadata.resourceVersion();
        this.labels = labels;
        this.row = row;
        this.encoded = encoded;
        this.codec = codec;
    }

    /** @param shown the object with the schema's defaults */
    static ServedApplication of(ApplicationKind kind, Application shown, JsonCodec codec) {
        JsonObject json = kind.isBuiltIn() && TopLevelFields.has(kind.gvk())
                ? TopLevelFields.flattened(shown.toJson())
                : shown.toJson();
        return new ServedApplication(
                kind,
                shown.metadata(),
                shared(SelectableFields.labels(kind, shown)),
                kind.table().row(shown, json),
                EncodedObject.of(json, codec),
                codec);
    }

    /** Returns the kind, in the version in which the object was read. */
    public ApplicationKind kind() {
        return kind;
    }

    public NamespacedName namespacedName() {
        return namespacedName;
    }

    /** Returns the resource version; empty for the result of a dry-run create. */
    public String resourceVersion() {
        return resourceVersion;
    }

    public Map<String, String> labels() {
        return labels;
    }

    /** Returns the cells of a printed table. */
    public TableRow row() {
        return row;
    }

    /** Returns the object in UTF-8. The array is shared: callers must not modify it. */
    public byte[] json() {
        return encoded.json();
    }

    /** Writes only the {@code metadata} of the object, as JSON in UTF-8. */
    public void writeMetadataTo(OutputStream out) throws IOException {
        encoded.writeMetadataTo(out);
    }

    /** Decodes and returns the metadata. The result is not kept, because reads do not need the decoded metadata. */
    public ObjectMeta metadata() {
        return ObjectMeta.fromJson(metadataJson());
    }

    /**
     * Returns the same object with another resource version, such as the version of the object's deletion (wire
     * contract D43).
     */
    public ServedApplication withResourceVersion(String other) {
        JsonObject metadata = metadataJson().with("resourceVersion", new JsonString(other));
        return new ServedApplication(
                kind, ObjectMeta.fromJson(metadata), labels, row, encoded.withMetadata(codec.encode(metadata)), codec);
    }

    /** Returns the same object in another version of its kind, converted and encoded at most once. */
    public ServedApplication in(ApplicationKind version) {
        if (version.version().equals(kind.version())) {
            return this;
        }
        ServedApplication cached = cached(version);
        return cached == null ? convert(version) : cached;
    }

    private synchronized ServedApplication convert(ApplicationKind version) {
        ServedApplication cached = cached(version);
        if (cached == null) {
            JsonObject object = codec.parse(json()) instanceof JsonObject json ? json : JsonObject.EMPTY;
            Application shown = new Application(
                    kind.gvk(),
                    ObjectMeta.fromJson(object.objectOrEmpty("metadata")),
                    object.object("spec").orElse(null),
                    object.objectOrEmpty("status"));
            cached = new StoredApplication(version, ConvertedApplication.converted(shown, version), codec).served();
            converted = Stream.concat(
                            converted.stream()
                                    .filter(other -> !other.kind.version().equals(version.version())),
                            Stream.of(cached))
                    .toList();
        }
        return cached;
    }

    private @Nullable ServedApplication cached(ApplicationKind version) {
        for (ServedApplication other : converted) {
            if (other.kind.equals(version)) {
                return other;
            }
        }
        return null;
    }

    private JsonObject metadataJson() {
        return codec.parse(encoded.metadata()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    /** Copies labels. The same labels occur in many objects, so the objects share the texts of their labels. */
    private static Map<String, String> shared(Map<String, String> labels) {
        Map<String, String> shared = HashMap.newHashMap(labels.size());
        labels.forEach((key, value) -> shared.put(SharedTexts.shared(key), SharedTexts.shared(value)));
        // Map.copyOf makes a smaller map, but a lookup in that map scans entry by entry if hashes collide.
        return shared.size() > FEW_LABELS ? Collections.unmodifiableMap(shared) : Map.copyOf(shared);
    }
}
