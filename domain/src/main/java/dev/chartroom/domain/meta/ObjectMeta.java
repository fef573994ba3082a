package dev.chartroom.domain.meta;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * metav1.ObjectMeta. As in Go, an absent string is empty; fields that Kubernetes does not know are not kept.
 *
 * @param generation 0 where there is none
 * @param creationTimestamp whole seconds, null before the object is stored
 * @param deletionTimestamp null unless the object is being deleted
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
     * Reads the {@code metadata} of an object.
     *
     * @throws IllegalArgumentException where a known field has the wrong type; the message is that of Go and names the field
     */
    public static ObjectMeta fromJson(JsonObject json) {
        return new Builder()
                .name(ObjectMetaReader.text(json, "name"))
                .generateName(ObjectMetaReader.text(json, "generateName"))
                .namespace(ObjectMetaReader.text(json, "namespace"))
                .uid(ObjectMetaReader.text(json, "uid"))
                .resourceVersion(ObjectMetaReader.text(json, "resourceVersion"))
                .generation(ObjectMetaReader.integer(json, "generation"))
                .creationTimestamp(ObjectMetaReader.time(json, "creationTimestamp"))
                .deletionTimestamp(ObjectMetaReader.time(json, "deletionTimestamp"))
                .deletionGracePeriodSeconds(
                        ObjectMetaReader.isAbsent(json, "deletionGracePeriodSeconds")
                                ? null
                                : Long.valueOf(ObjectMetaReader.integer(json, "deletionGracePeriodSeconds")))
                .labels(ObjectMetaReader.texts(json, "labels"))
                .annotations(ObjectMetaReader.texts(json, "annotations"))
                .ownerReferences(ObjectMetaReader.objects(json, "ownerReferences", "v1.OwnerReference"))
                .finalizers(ObjectMetaReader.list(json, "finalizers"))
                .managedFields(ObjectMetaReader.objects(json, "managedFields", "v1.ManagedFieldsEntry"))
                .build();
    }

    public NamespacedName namespacedName() {
        return new NamespacedName(namespace, name);
    }

    public boolean isTerminating() {
        return deletionTimestamp != null;
    }

    /** The form in which an object carries its metadata: absent where Go omits an empty field. */
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

    /** RFC 3339 in UTC with whole seconds (wire contract E9). */
    public static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Collects the fields; what is not set is absent. */
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
