package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Generates valid objects from a schema. The generator understands only simple keywords, so a server decides which
 * objects are valid.
 */
public final class Samples {
    private static final int TRIES = 60;
    private static final int DEEPEST = 3;

    private final Predicate<JsonObject> valid;

    private Samples(Predicate<JsonObject> valid) {
        this.valid = valid;
    }

    /**
     * Returns fields of valid objects. Neighbours differ in one field, if the schema has a field with several values.
     *
     * @param fields the schema of the fields
     * @param valid whether the server accepts an object with these fields
     * @return empty if no valid object was found
     */
    public static Optional<List<JsonObject>> of(JsonObject fields, int count, Predicate<JsonObject> valid) {
        Samples samples = new Samples(valid);
        return samples.smallest(fields).map(first -> samples.neighbours(fields, first, count));
    }

    /** The seeds begin with objects that have only required fields. */
    private Optional<JsonObject> smallest(JsonObject fields) {
        return IntStream.range(0, TRIES)
                .mapToObj(seed -> new SchemaValues(new Dice(seed), 0, seed < TRIES / 2 ? 0 : seed).object(fields))
                .distinct()
                .filter(valid)
                .findFirst();
    }

    private List<JsonObject> neighbours(JsonObject fields, JsonObject first, int count) {
        List<JsonObject> variants = List.of();
        for (Field field : fields(fields, List.of())) {
            List<JsonObject> found = field.values().stream()
                    .map(value -> with(first, field.path(), value))
                    .filter(each -> !each.equals(first))
                    .limit(count - 1L)
                    .filter(valid)
                    .toList();
            if (found.size() > variants.size()) {
                variants = found;
            }
            if (variants.size() == count - 1) {
                break;
            }
        }
        List<JsonObject> samples = new ArrayList<>(List.of(first));
        while (samples.size() < count) {
            samples.add(variants.isEmpty() ? first : variants.get((samples.size() - 1) % variants.size()));
        }
        return samples;
    }

    /** A field of an object, with some of its values, none of which is the default. */
    private record Field(List<String> path, List<JsonValue> values) {}

    private static List<Field> fields(JsonObject schema, List<String> path) {
        List<Field> fields = new ArrayList<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            if (property instanceof JsonObject object) {
                List<String> at = new ArrayList<>(path);
                at.add(name);
                fields.add(new Field(
                        at,
                        values(object).stream()
                                .filter(value -> !value.equals(object.get("default")))
                                .toList()));
                if (at.size() < DEEPEST) {
                    fields.addAll(fields(object, at));
                }
            }
        });
        return fields;
    }

    private static List<JsonValue> values(JsonObject schema) {
        JsonArray allowed = schema.arrayOrEmpty("enum");
        if (!allowed.isEmpty()) {
            return allowed.values();
        }
        return switch (schema.stringOrEmpty("type")) {
            case "integer" -> {
                long from = schema.get("minimum") instanceof JsonNumber number
                        ? number.asLong().orElse(0)
                        : 0;
                yield IntStream.rangeClosed(1, 2 * DEEPEST * DEEPEST)
                        .<JsonValue>mapToObj(i -> JsonNumber.of(from + i))
                        .toList();
            }
            case "string" ->
                IntStream.rangeClosed(1, 2 * DEEPEST * DEEPEST)
                        .<JsonValue>mapToObj(i -> new JsonString("v" + i))
                        .toList();
            case "boolean" -> List.of(JsonBoolean.TRUE, JsonBoolean.FALSE);
            default -> List.of();
        };
    }

    private static JsonObject with(JsonObject object, List<String> path, JsonValue value) {
        String name = path.getFirst();
        return path.size() == 1
                ? object.with(name, value)
                : object.with(name, with(object.objectOrEmpty(name), path.subList(1, path.size()), value));
    }
}
