package dev.chartroom.domain.validation;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The values of a spec that stay what they were when their object was created. */
public final class ImmutableFields {
    private static final String WILDCARD = "*";

    private final List<List<String>> paths;

    private ImmutableFields(List<List<String>> paths) {
        this.paths = List.copyOf(paths);
    }

    /**
     * @param paths such as {@code spec.storageClass}, {@code spec.users[*].name} or {@code spec.tokens.*}: items of lists
     *     are told apart by their places
     */
    public static ImmutableFields of(List<String> paths) {
        List<List<String>> segments = new ArrayList<>();
        for (String path : paths) {
            String[] names = path.replace("[*]", "." + WILDCARD).split("\\.", -1);
            segments.add(List.of(names).subList(1, names.length));
        }
        return new ImmutableFields(segments);
    }

    /**
     * What a write would change, add or remove; null and absent mean the same.
     *
     * @param spec with its defaults; null for none
     * @param old what it was before, with its defaults; null for none
     */
    public List<FieldError> check(@Nullable JsonValue spec, @Nullable JsonObject old) {
        List<FieldError> errors = new ArrayList<>();
        for (List<String> path : paths) {
            SequencedMap<String, JsonValue> before = values(old, path);
            SequencedMap<String, JsonValue> after = values(spec, path);
            before.forEach((field, value) -> {
                JsonValue now = after.getOrDefault(field, JsonNull.NULL);
                if (!value.equals(now)) {
                    errors.add(immutable(field, now));
                }
            });
            after.forEach((field, value) -> {
                if (!before.containsKey(field)) {
                    errors.add(immutable(field, value));
                }
            });
        }
        return errors;
    }

    private static FieldError immutable(String field, JsonValue value) {
        return FieldError.invalid(field, value, "field is immutable");
    }

    private static SequencedMap<String, JsonValue> values(@Nullable JsonValue spec, List<String> path) {
        SequencedMap<String, JsonValue> found = new LinkedHashMap<>();
        if (spec != null) {
            found.put("spec", spec);
        }
        for (String segment : path) {
            SequencedMap<String, JsonValue> inside = new LinkedHashMap<>();
            found.forEach((field, value) -> step(field, value, segment, inside));
            found = inside;
        }
        return found;
    }

    private static void step(String field, JsonValue value, String segment, Map<String, JsonValue> inside) {
        if (value instanceof JsonArray items && segment.equals(WILDCARD)) {
            for (int i = 0; i < items.size(); i++) {
                put(field + "[" + i + "]", items.get(i), inside);
            }
        }
        if (value instanceof JsonObject object) {
            if (segment.equals(WILDCARD)) {
                object.members().forEach((name, member) -> put(field + "[" + name + "]", member, inside));
            } else {
                put(field + "." + segment, object.get(segment), inside);
            }
        }
    }

    private static void put(String field, @Nullable JsonValue value, Map<String, JsonValue> inside) {
        if (value != null && value != JsonNull.NULL) {
            inside.put(field, value);
        }
    }
}
