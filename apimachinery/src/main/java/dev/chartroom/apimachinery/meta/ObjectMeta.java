package dev.chartroom.apimachinery.meta;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * metav1.ObjectMeta. As in Go, an absent string is empty, and unknown fields are dropped.
 *
 * @param generation the generation; 0 if there is none
 * @param creationTimestamp the time of the creation, in whole seconds; null before the object is stored
 * @param deletionTimestamp the time of the deletion; null unless the object is being deleted
 * @param ownerReferences the references as they were given, each an object
 * @param managedFields the entries as they were given, each an object
 */
public record ObjectMeta(
        String name,
        String generateName,
        String namespace,
        String uid,
        String resourceVersion,
        long generation,
        @Nullable Instant creationTimestamp,
        @Nullable Instant deletionTimestamp,
        @Nullable Long deletionGracePeriodSeconds,
        Map<String, String> labels,
        Map<String, String> annotations,
        JsonArray ownerReferences,
        List<String> finalizers,
        JsonArray managedFields) {

    public ObjectMeta {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
        finalizers = List.copyOf(finalizers);
    }

    public static ObjectMeta of(String namespace, String name) {
        return new Builder().name(name).namespace(namespace).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Decodes the {@code metadata} of an object.
     *
     * @throws IllegalArgumentException if a known field has the wrong type; the message names the field
     */
    public static ObjectMeta fromJson(JsonObject json) {
        return new Builder()
                .name(text(json, "name"))
                .generateName(text(json, "generateName"))
                .namespace(text(json, "namespace"))
                .uid(text(json, "uid"))
                .resourceVersion(text(json, "resourceVersion"))
                .generation(integer(json, "generation", 0L))
                .creationTimestamp(time(json, "creationTimestamp"))
                .deletionTimestamp(time(json, "deletionTimestamp"))
                .deletionGracePeriodSeconds(
                        isAbsent(json, "deletionGracePeriodSeconds")
                                ? null
                                : Long.valueOf(integer(json, "deletionGracePeriodSeconds", 0L)))
                .labels(texts(json, "labels"))
                .annotations(texts(json, "annotations"))
                .ownerReferences(objects(json, "ownerReferences"))
                .finalizers(list(json, "finalizers"))
                .managedFields(objects(json, "managedFields"))
                .build();
    }

    public NamespacedName namespacedName() {
        return new NamespacedName(namespace, name);
    }

    public boolean isTerminating() {
        return deletionTimestamp != null;
    }

    /** Returns the metadata as JSON. As in Go, empty fields are omitted. */
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .putIfPresent("name", name)
                .putIfPresent("generateName", generateName)
                .putIfPresent("namespace", namespace)
                .putIfPresent("uid", uid)
                .putIfPresent("resourceVersion", resourceVersion);
        if (generation != 0) {
            json.put("generation", generation);
        }
        if (creationTimestamp != null) {
            json.put("creationTimestamp", timestamp(creationTimestamp));
        }
        if (deletionTimestamp != null) {
            json.put("deletionTimestamp", timestamp(deletionTimestamp));
        }
        if (deletionGracePeriodSeconds != null) {
            json.put("deletionGracePeriodSeconds", deletionGracePeriodSeconds.longValue());
        }
        if (!labels.isEmpty()) {
            json.put("labels", JsonObject.ofStrings(labels));
        }
        if (!annotations.isEmpty()) {
            json.put("annotations", JsonObject.ofStrings(annotations));
        }
        if (!ownerReferences.isEmpty()) {
            json.put("ownerReferences", ownerReferences);
        }
        if (!finalizers.isEmpty()) {
            json.put("finalizers", JsonArray.ofStrings(finalizers));
        }
        if (!managedFields.isEmpty()) {
            json.put("managedFields", managedFields);
        }
        return json.build();
    }

    public Builder toBuilder() {
        return new Builder()
                .name(name)
                .generateName(generateName)
                .namespace(namespace)
                .uid(uid)
                .resourceVersion(resourceVersion)
                .generation(generation)
                .creationTimestamp(creationTimestamp)
                .deletionTimestamp(deletionTimestamp)
                .deletionGracePeriodSeconds(deletionGracePeriodSeconds)
                .labels(labels)
                .annotations(annotations)
                .ownerReferences(ownerReferences)
                .finalizers(finalizers)
                .managedFields(managedFields);
    }

    /** Formats a time by RFC 3339 in UTC with whole seconds (wire contract E9). */
    public static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static boolean isAbsent(JsonObject json, String field) {
        JsonValue value = json.get(field);
        return value == null || value == JsonNull.NULL;
    }

    private static String text(JsonObject json, String field) {
        if (isAbsent(json, field)) {
            return "";
        }
        return json.string(field).orElseThrow(() -> invalid(field, "a string"));
    }

    private static long integer(JsonObject json, String field, long absent) {
        if (isAbsent(json, field)) {
            return absent;
        }
        if (json.get(field) instanceof JsonNumber number) {
            return number.asLong().orElseThrow(() -> invalid(field, "an integer"));
        }
        throw invalid(field, "an integer");
    }

    private static @Nullable Instant time(JsonObject json, String field) {
        String text = text(json, field);
        try {
            return text.isEmpty()
                    ? null
                    : OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("metadata." + field + ": must be an RFC 3339 time", e);
        }
    }

    private static Map<String, String> texts(JsonObject json, String field) {
        if (isAbsent(json, field)) {
            return Map.of();
        }
        JsonObject map = json.object(field).orElseThrow(() -> invalid(field, "a map of strings"));
        Map<String, String> texts = new LinkedHashMap<>();
        map.members().forEach((key, value) -> texts.put(key, string(value, field, "a map of strings")));
        return texts;
    }

    private static JsonArray objects(JsonObject json, String field) {
        JsonArray array = array(json, field, "a list of objects");
        if (!array.values().stream().allMatch(JsonObject.class::isInstance)) {
            throw invalid(field, "a list of objects");
        }
        return array;
    }

    private static List<String> list(JsonObject json, String field) {
        List<String> texts = new ArrayList<>();
        for (JsonValue value : array(json, field, "a list of strings")) {
            texts.add(string(value, field, "a list of strings"));
        }
        return texts;
    }

    private static JsonArray array(JsonObject json, String field, String type) {
        if (isAbsent(json, field)) {
            return JsonArray.EMPTY;
        }
        if (json.get(field) instanceof JsonArray array) {
            return array;
        }
        throw invalid(field, type);
    }

    private static String string(JsonValue value, String field, String type) {
        if (value instanceof JsonString(String text)) {
            return text;
        }
        throw invalid(field, type);
    }

    private static IllegalArgumentException invalid(String field, String type) {
        return new IllegalArgumentException("metadata." + field + ": must be " + type);
    }

    /** Collects the fields; a field that is not set is absent. */
    public static final class Builder {
        private String name = "";
        private String generateName = "";
        private String namespace = "";
        private String uid = "";
        private String resourceVersion = "";
        private long generation;
        private @Nullable Instant creationTimestamp;
        private @Nullable Instant deletionTimestamp;
        private @Nullable Long deletionGracePeriodSeconds;
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private JsonArray ownerReferences = JsonArray.EMPTY;
        private List<String> finalizers = List.of();
        private JsonArray managedFields = JsonArray.EMPTY;

        private Builder() {}

        public Builder name(String value) {
            name = value;
            return this;
        }

        public Builder generateName(String value) {
            generateName = value;
            return this;
        }

        public Builder namespace(String value) {
            namespace = value;
            return this;
        }

        public Builder uid(String value) {
            uid = value;
            return this;
        }

        public Builder resourceVersion(String value) {
            resourceVersion = value;
            return this;
        }

        public Builder generation(long value) {
            generation = value;
            return this;
        }

        public Builder creationTimestamp(@Nullable Instant value) {
            creationTimestamp = value;
            return this;
        }

        public Builder deletionTimestamp(@Nullable Instant value) {
            deletionTimestamp = value;
            return this;
        }

        public Builder deletionGracePeriodSeconds(@Nullable Long value) {
            deletionGracePeriodSeconds = value;
            return this;
        }

        public Builder labels(Map<String, String> value) {
            labels = value;
            return this;
        }

        public Builder annotations(Map<String, String> value) {
            annotations = value;
            return this;
        }

        public Builder ownerReferences(JsonArray value) {
            ownerReferences = value;
            return this;
        }

        public Builder finalizers(List<String> value) {
            finalizers = value;
            return this;
        }

        public Builder managedFields(JsonArray value) {
            managedFields = value;
            return this;
        }

        public ObjectMeta build() {
            return new ObjectMeta(
                    name,
                    generateName,
                    namespace,
                    uid,
                    resourceVersion,
                    generation,
                    creationTimestamp,
                    deletionTimestamp,
                    deletionGracePeriodSeconds,
                    labels,
                    annotations,
                    ownerReferences,
                    finalizers,
                    managedFields);
        }
    }
}
