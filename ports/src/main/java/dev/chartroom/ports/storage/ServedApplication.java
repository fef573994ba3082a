package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.SharedTexts;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
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
 * An object as clients see it: encoded once, shared by everyone who reads it, with the few facts that selecting, sorting
 * and printing need. Immutable, and as small as its JSON lets it be: a cache holds one for each object.
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
    /** In other versions, as far as somebody asked for them. */
    private volatile List<ServedApplication> converted = List.of();

    private ServedApplication(
            ApplicationKind kind, ObjectMeta metadata, TableRow row, EncodedObject encoded, JsonCodec codec) {
        this.kind = kind;
        this.namespacedName = new NamespacedName(SharedTexts.shared(metadata.namespace()), metadata.name());
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

    /** The same object in another version of its kind, converted and encoded at most once. */
    ServedApplication in(ApplicationKind version) {
        if (version.version().equals(kind.version())) {
            return this;
        }
        ServedApplication known = known(version);
        return known == null ? convertedOnce(version) : known;
    }

    private synchronized ServedApplication convertedOnce(ApplicationKind version) {
        ServedApplication known = known(version);
        if (known == null) {
            JsonObject object = codec.parse(json()) instanceof JsonObject json ? json : JsonObject.EMPTY;
            Application shown = new Application(
                    kind.gvk(),
                    ObjectMeta.fromJson(object.objectOrEmpty("metadata")),
                    object.object("spec").orElse(null),
                    object.objectOrEmpty("status"));
            known = new StoredApplication(version, ConvertedApplication.converted(shown, version), codec).served();
            converted = Stream.concat(
                            converted.stream()
                                    .filter(other -> !other.kind.version().equals(version.version())),
                            Stream.of(known))
                    .toList();
        }
        return known;
    }

    private @Nullable ServedApplication known(ApplicationKind version) {
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

    /** Labels repeat from object to object, so each text is kept once. Map.copyOf would be slow if hashes collide. */
    private static Map<String, String> shared(Map<String, String> labels) {
        Map<String, String> shared = HashMap.newHashMap(labels.size());
        labels.forEach((key, value) -> shared.put(SharedTexts.shared(key), SharedTexts.shared(value)));
        // The copy is smaller, but looks at one entry after the other if hashes are equal.
        return shared.size() > FEW_LABELS ? Collections.unmodifiableMap(shared) : Map.copyOf(shared);
    }
}
