package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.version.ConversionRules;
import dev.chartroom.domain.version.KindVersions;
import dev.chartroom.domain.version.VersionConversion;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Kinds for tests. */
public final class Kinds {
    public static final String GROUP = "apps.test.example.com";

    private Kinds() {}

    /**
     * Returns a kind whose {@code spec.replicas} defaults to 2, and {@code spec.cache} to an object whose {@code size}
     * defaults to 1Gi.
     */
    public static ApplicationKind redis() {
        return kind("Redis", "redises", "redis-");
    }

    public static ApplicationKind postgres() {
        return kind("Postgres", "postgreses", "postgres-");
    }

    /** Returns {@link #redis} with another schema of the spec. */
    public static ApplicationKind redis(Schema schema) {
        ApplicationKind redis = redis();
        return ApplicationKind.builder(GROUP, redis.version(), redis.names(), schema, redis.release())
                .build();
    }

    /** Returns {@link #redis} in another group. */
    public static ApplicationKind otherRedis() {
        ApplicationKind redis = redis();
        return ApplicationKind.builder("other.example.com", "v1", redis.names(), redis.schema(), redis.release())
                .build();
    }

    /** Returns {@link #redis} with releases that are written for objects of another store. */
    public static ApplicationKind.Builder projectedRedis() {
        ApplicationKind redis = redis();
        ReleaseTemplate release = ReleaseTemplate.builder(
                        "redis-", new ReleaseChart.Reference(JsonObject.of("name", new JsonString("redis"))))
                .projected(true)
                .build();
        return ApplicationKind.builder(GROUP, redis.version(), redis.names(), redis.schema(), release);
    }

    /** Returns a kind that differs only in its description. */
    public static ApplicationKind described(ApplicationKind kind, String description) {
        return builder(kind).description(description).build();
    }

    /** Returns a builder with the names, the schema and the release of a kind. */
    public static ApplicationKind.Builder builder(ApplicationKind kind) {
        return ApplicationKind.builder(kind.group(), kind.version(), kind.names(), kind.schema(), kind.release());
    }

    private static ApplicationKind kind(String kind, String plural, String prefix) {
        return new ApplicationKind(
                GROUP,
                "v1alpha1",
                new KindNames(kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), List.of(), List.of()),
                "",
                Schema.of(object(
                        "type",
                        "object",
                        Map.of(
                                "replicas",
                                JsonObject.builder()
                                        .put("type", "integer")
                                        .put("default", 2)
                                        .build(),
                                "name",
                                JsonObject.builder().put("type", "string").build(),
                                "cache",
                                object(
                                                "type",
                                                "object",
                                                Map.of(
                                                        "size",
                                                        JsonObject.builder()
                                                                .put("type", "string")
                                                                .put("default", "1Gi")
                                                                .build()))
                                        .with("default", JsonObject.EMPTY)))),
                ReleaseTemplate.builder(
                                prefix,
                                new ReleaseChart.Reference(JsonObject.builder()
                                        .put("kind", "OCIRepository")
                                        .put("name", plural)
                                        .put("namespace", "charts")
                                        .build()))
                        .labels(Map.of("platform.example.com/tier", "managed"))
                        .build());
    }

    /**
     * Returns {@link #redis} in another version than the stored one. All fields of the spec have other paths than in
     * {@link #redis}: {@code v1} has {@code spec.scale.count}, {@code spec.title} and {@code spec.memory.amount}.
     */
    public static ApplicationKind convertedRedis() {
        ApplicationKind redis = redis();
        Schema schema = Schema.of(object(
                "type",
                "object",
                Map.of(
                        "scale",
                        object(
                                        "type",
                                        "object",
                                        Map.of(
                                                "count",
                                                scalar("integer")
                                                        .put("default", 2)
                                                        .build()))
                                .with("default", JsonObject.EMPTY),
                        "title",
                        scalar("string").build(),
                        "memory",
                        object(
                                        "type",
                                        "object",
                                        Map.of(
                                                "amount",
                                                scalar("string")
                                                        .put("default", "1Gi")
                                                        .build()))
                                .with("default", JsonObject.EMPTY))));
        ConversionRules rules = new ConversionRules(redis.schema(), schema, SchemaExpressions.JDK);
        VersionConversion conversion = new VersionConversion(
                redis.schema(),
                schema,
                List.of(
                        rules.moved("spec.replicas", "spec.scale.count", Map.of()),
                        rules.moved("spec.name", "spec.title", Map.of()),
                        rules.moved("spec.cache.size", "spec.memory.amount", Map.of())));
        KindVersions versions = new KindVersions("v1", schema, Map.of(redis.version(), conversion));
        ApplicationKind stored = ApplicationKind.builder(GROUP, "v1", redis.names(), schema, redis.release())
                .versions(versions, null)
                .build();
        return builder(redis).versions(versions, stored).build();
    }

    private static JsonObject.Builder scalar(String type) {
        return JsonObject.builder().put("type", type);
    }

    public static JsonObject replicas(long replicas) {
        return JsonObject.of("replicas", JsonNumber.of(replicas));
    }

    /** Returns the fieldsV1 that contains only one field, given by the elements of its path. */
    static JsonObject managed(String... path) {
        JsonObject fields = JsonObject.EMPTY;
        for (int i = path.length - 1; i >= 0; i--) {
            fields = JsonObject.of(path[i], fields);
        }
        return fields;
    }

    private static JsonObject object(String key, String type, Map<String, JsonValue> properties) {
        return JsonObject.builder()
                .put(key, type)
                .put("properties", JsonObject.of(properties))
                .build();
    }
}
