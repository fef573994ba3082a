package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.kind.ApplicationKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Random releases with any content, as other controllers and users of a platform may write them. */
final class RandomReleases {
    private static final String GROUP = TestKinds.GROUP;
    private final Random random;

    RandomReleases(long seed) {
        random = new Random(seed);
    }

    RandomGenerator generator() {
        return random;
    }

    boolean nextBoolean() {
        return random.nextBoolean();
    }

    /** Returns a release of a kind with its members shuffled. */
    JsonObject release(ApplicationKind kind) {
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", random.nextInt(5))
                .put("lastAttemptedRevision", "1.0.0+" + random.nextInt(9))
                .put("conditions", JsonArray.of(condition("Ready"), condition("Released"), condition("TestSuccess")))
                .put("history", JsonArray.of(object(2)))
                .build();
        Map<String, JsonValue> spec = new LinkedHashMap<>(object(2).members());
        spec.put("interval", new JsonString("7m0s"));
        spec.put("suspend", JsonBoolean.of(random.nextBoolean()));
        spec.put("dependsOn", JsonArray.of(object(1)));
        switch (random.nextInt(5)) {
            case 0 -> {}
            case 1 -> spec.put("values", JsonObject.EMPTY);
            case 2 -> spec.put("values", JsonNull.NULL);
            default -> spec.put("values", values(true));
        }
        Map<String, JsonValue> release = new LinkedHashMap<>();
        release.put("apiVersion", new JsonString("helm.toolkit.fluxcd.io/v2"));
        release.put("kind", new JsonString("HelmRelease"));
        release.put("metadata", metadata(kind));
        release.put("spec", shuffled(spec));
        release.put("status", status);
        return shuffled(release);
    }

    /** Returns the metadata with other labels, annotations, finalizers, owners and managed fields. */
    ObjectMeta owned(ObjectMeta metadata) {
        List<String> finalizers = new ArrayList<>();
        List<JsonValue> owners = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            finalizers.add("example.com/own-" + i);
            owners.add(owner("own-" + i));
        }
        return metadata.toBuilder()
                .labels(texts(""))
                .annotations(withRequests(texts("")))
                .finalizers(finalizers)
                .ownerReferences(new JsonArray(owners))
                .managedFields(managers())
                .build();
    }

    private JsonArray managers() {
        List<JsonValue> entries = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            entries.add(JsonObject.builder()
                    .put("apiVersion", GROUP + "/v1alpha1")
                    .put("fieldsType", "FieldsV1")
                    .put("fieldsV1", JsonObject.of("f:spec", JsonObject.of("f:" + random.nextInt(9), JsonObject.EMPTY)))
                    .put("manager", "manager-" + i)
                    .put("operation", "Update")
                    .put("time", "2026-01-02T03:04:05Z")
                    .build());
        }
        return new JsonArray(entries);
    }

    JsonObject values(boolean hidden) {
        Map<String, JsonValue> values = new LinkedHashMap<>(object(3).members());
        if (hidden && random.nextBoolean()) {
            values.put("_cluster", object(1));
            values.put("_namespace", new JsonString("hidden"));
        }
        return shuffled(values);
    }

    private JsonObject metadata(ApplicationKind kind) {
        Map<String, String> labels = new LinkedHashMap<>(texts(GROUP + "-"));
        labels.putAll(texts("foreign.example.com/"));
        labels.put(GROUP + "/application.kind", kind.names().kind());
        labels.put(GROUP + "/application.group", GROUP);
        if (random.nextInt(4) > 0) {
            labels.put(GROUP + "/application.name", "cache");
        }
        Map<String, String> annotations = withRequests(new LinkedHashMap<>(texts(GROUP + "-")));
        annotations.putAll(texts(GROUP + "/"));
        List<JsonValue> finalizers = new ArrayList<>(List.of(new JsonString("finalizers.fluxcd.io")));
        List<JsonValue> owners = new ArrayList<>(List.of(owner("foreign")));
        List<String> recordedFinalizers = new ArrayList<>();
        List<String> recordedOwners = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            finalizers.add(new JsonString("example.com/own-" + i));
            owners.add(owner("own-" + i));
            if (random.nextInt(4) > 0) {
                recordedFinalizers.add("example.com/own-" + i);
                recordedOwners.add("uid-own-" + i);
            } else {
                finalizers.set(finalizers.size() - 1, new JsonString("example.com/foreign-" + i));
                owners.set(owners.size() - 1, owner("foreign-" + i));
            }
        }
        if (random.nextInt(4) == 0) {
            recordedFinalizers.add("example.com/long-gone");
        }
        if (!recordedFinalizers.isEmpty()) {
            annotations.put(GROUP + "/application.finalizers", NameList.format(recordedFinalizers));
        }
        if (!recordedOwners.isEmpty()) {
            annotations.put(GROUP + "/application.owners", NameList.format(recordedOwners));
        }
        Collections.shuffle(finalizers, random);
        Collections.shuffle(owners, random);
        Map<String, JsonValue> metadata = new LinkedHashMap<>();
        metadata.put("name", new JsonString("redis-cache"));
        metadata.put("namespace", new JsonString("team-a"));
        metadata.put("uid", new JsonString("0b1d"));
        metadata.put("resourceVersion", new JsonString("4711"));
        metadata.put("generation", JsonNumber.of(3));
        metadata.put("creationTimestamp", new JsonString("2026-01-02T03:04:05Z"));
        metadata.put("labels", shuffled(JsonObject.ofStrings(labels).members()));
        if (!annotations.isEmpty()) {
            metadata.put(
                    "annotations", shuffled(JsonObject.ofStrings(annotations).members()));
        }
        metadata.put("finalizers", new JsonArray(finalizers));
        metadata.put("ownerReferences", new JsonArray(owners));
        metadata.put("managedFields", JsonArray.of(object(1)));
        return shuffled(metadata);
    }

    /** Adds requests to Flux. Those with the prefix of the group are from an older version of Chartroom. */
    private Map<String, String> withRequests(Map<String, String> annotations) {
        for (String request : List.of(ReconcileRequests.REQUESTED_AT, ReconcileRequests.RESET_AT)) {
            if (random.nextInt(3) == 0) {
                annotations.put(request, "at-" + random.nextInt(3));
            }
        }
        return annotations;
    }

    private Map<String, String> texts(String prefix) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            texts.put(prefix + (random.nextBoolean() ? "key-" : "example.com/key-") + i, "v" + random.nextInt(3));
        }
        return texts;
    }

    private JsonObject owner(String name) {
        return JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("name", name)
                .put("uid", "uid-" + name)
                .put("blockOwnerDeletion", random.nextBoolean())
                .build();
    }

    private JsonObject condition(String type) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", random.nextBoolean() ? "True" : "False")
                .put("observedGeneration", random.nextInt(4))
                .build();
    }

    private JsonObject object(int depth) {
        JsonObject.Builder object = JsonObject.builder();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.put("field" + random.nextInt(9), value(depth));
        }
        return object.build();
    }

    private JsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2 -> JsonNumber.of(random.nextLong());
            case 3 -> JsonNumber.of(BigDecimal.valueOf(random.nextInt(1000), 2));
            case 4, 5 -> new JsonString("text" + random.nextInt(5));
            case 6 -> JsonArray.of(value(depth - 1), value(depth - 1));
            default -> object(depth - 1);
        };
    }

    private JsonObject shuffled(Map<String, JsonValue> members) {
        List<Map.Entry<String, JsonValue>> entries = new ArrayList<>(members.entrySet());
        Collections.shuffle(entries, random);
        JsonObject.Builder shuffled = JsonObject.builder();
        entries.forEach(entry -> shuffled.put(entry.getKey(), entry.getValue()));
        return shuffled.build();
    }
}
