package dev.chartroom.domain.subresource;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The scale subresource: an {@code autoscaling/v1} Scale instead of the whole object. The rules are those of a
 * CustomResourceDefinition.
 */
public record Scale(ScalePaths paths) {
    public static final String API_VERSION = "autoscaling/v1";
    public static final String KIND = "Scale";

    /** The replicas in the Scale of an object that has none: the smallest 32-bit integer. */
    public static final long UNSET = Integer.MIN_VALUE;

    /** The metadata that a Scale shares with its object. */
    private static final List<String> METADATA =
            List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

    /**
     * Returns the Scale of an object.
     *
     * @throws ApiException InternalError if the object has no replicas, or if a field has the wrong type
     */
    public JsonObject of(JsonObject object) {
        if (replicas(object).isEmpty()) {
            throw new ApiException(
                    ApiError.internal("the spec replicas field \"." + paths.specReplicas() + "\" does not exist"));
        }
        return ofAny(object);
    }

    /** Returns the Scale of an object that may lack replicas. The Scale then has {@link #UNSET}. */
    public JsonObject ofAny(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject.Builder shared = JsonObject.builder();
        METADATA.forEach(name -> shared.putIfPresent(name, metadata.get(name)));
        return JsonObject.builder()
                .put("kind", KIND)
                .put("apiVersion", API_VERSION)
                .put("metadata", shared.build())
                .put(
                        "spec",
                        Optional.of(replicas(object).orElse(UNSET))
                                .filter(number -> number != 0)
                                .map(number -> JsonObject.of("replicas", JsonNumber.of(number)))
                                .orElse(JsonObject.EMPTY))
                .put(
                        "status",
                        JsonObject.builder()
                                .put(
                                        "replicas",
                                        integer(object, paths.statusReplicas()).orElse(0L))
                                .putIfPresent("selector", selector(object))
                                .build())
                .build();
    }

    /** Returns an error if the desired number of replicas of an object is not one that a Scale can have. */
    public List<FieldError> errors(JsonObject object) {
        if (!(find(object, paths.specReplicas()) instanceof JsonNumber number)) {
            return List.of();
        }
        long replicas = number.asLong().orElse(0);
        String problem = replicas < 0
                ? "should be a non-negative integer"
                : replicas > Integer.MAX_VALUE ? "should be less than or equal to " + Integer.MAX_VALUE : "";
        return problem.isEmpty() ? List.of() : List.of(FieldError.invalid("." + paths.specReplicas(), number, problem));
    }

    /** Returns the desired number of replicas; empty if the object does not have the field. */
    public Optional<Long> replicas(JsonObject object) {
        return integer(object, paths.specReplicas());
    }

    /** Returns an object with a desired number of replicas. */
    public JsonObject withReplicas(JsonObject object, long replicas) {
        return with(object, List.of(paths.specReplicas().split("\\.", -1)), JsonNumber.of(replicas));
    }

    private static JsonObject with(JsonObject object, List<String> path, JsonValue value) {
        String name = path.getFirst();
        return object.with(
                name, path.size() == 1 ? value : with(object.objectOrEmpty(name), path.subList(1, path.size()), value));
    }

    private String selector(JsonObject object) {
        if (paths.labelSelector().isEmpty()) {
            return "";
        }
        return switch (find(object, paths.labelSelector())) {
            case null -> "";
            case JsonString(String text) -> text;
            case JsonValue value -> throw wrongType(paths.labelSelector(), value, "string");
        };
    }

    private static Optional<Long> integer(JsonObject object, String path) {
        JsonValue value = find(object, path);
        if (value == null || value == JsonNull.NULL) {
            return Optional.empty();
        }
        OptionalLong number = value instanceof JsonNumber json ? json.asLong() : OptionalLong.empty();
        if (number.isEmpty()) {
            throw wrongType(path, value, "int64");
        }
        return Optional.of(number.getAsLong());
    }

    private static @Nullable JsonValue find(JsonObject object, String path) {
        JsonValue at = object;
        for (String name : path.split("\\.", -1)) {
            at = at instanceof JsonObject members ? members.get(name) : null;
        }
        return at;
    }

    private static ApiException wrongType(String path, JsonValue value, String expected) {
        return new ApiException(
                ApiError.internal("." + path + " accessor error: " + value + " is not of the type " + expected));
    }
}
