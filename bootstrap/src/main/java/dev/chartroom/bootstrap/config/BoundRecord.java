package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.Spelling;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a JSON object to a record. Components are strings, integers, booleans, records, lists of these, and maps of
 * JSON objects. A component that is missing or null in the object becomes null. The objects in a map are not converted.
 */
final class BoundRecord {
    private final ConfigProblems problems;

    private BoundRecord(ConfigProblems problems) {
        this.problems = problems;
    }

    /** @param problems gets each field that is unknown or has the wrong type; such a field becomes null */
    static <T extends Record> T of(Class<T> type, JsonObject object, ConfigProblems problems) {
        return new BoundRecord(problems).record(type, object, "");
    }

    /** Returns the name of a component in the file. */
    static String name(RecordComponent component) {
        FieldName named = component.getAnnotation(FieldName.class);
        return named == null ? component.getName() : named.value();
    }

    private <T> T record(Class<T> type, JsonObject object, String path) {
        RecordComponent[] components = type.getRecordComponents();
        Set<String> known = Arrays.stream(components).map(BoundRecord::name).collect(Collectors.toSet());
        object.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> unknown(
                        path,
                        name,
                        known.stream().filter(field -> !object.has(field)).toList()));
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @Nullable Object[] values = new @Nullable Object[components.length];
            for (int i = 0; i < components.length; i++) {
                String name = name(components[i]);
                values[i] = value(components[i].getGenericType(), object.get(name), path + name);
            }
            return type.getConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " is not a record that can be created", e);
        }
    }

    private void unknown(String path, String name, List<String> missing) {
        problems.add(path + name, "unknown field" + Spelling.question(name, missing));
        Spelling.closest(name, missing).ifPresent(meant -> problems.ignore(path + meant));
    }

    private @Nullable Object value(Type type, @Nullable JsonValue value, String path) {
        if (value == null || value instanceof JsonNull) {
            return null;
        }
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == Map.class
                    ? objects(value, path)
                    : list(generic.getActualTypeArguments()[0], value, path);
        }
        if (type == Integer.class) {
            Long number = number(value, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
            return number == null ? null : Math.toIntExact(number);
        }
        if (type == Long.class) {
            return number(value, path, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == String.class && !(value instanceof JsonObject || value instanceof JsonArray)) {
            return text(value);
        }
        if (type == Boolean.class && List.of("true", "false").contains(text(value))) {
            return Boolean.valueOf(text(value));
        }
        if (type instanceof Class<?> of && of.isRecord() && value instanceof JsonObject object) {
            return record(of, object, path + ".");
        }
        invalid(path, type == String.class ? "a string" : type == Boolean.class ? "true or false" : "an object");
        return null;
    }

    /** Returns the text of a value. Templates quote either all values or none, so quotes make no difference. */
    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? text : value.toString();
    }

    private @Nullable List<?> list(Type element, JsonValue value, String path) {
        if (!(value instanceof JsonArray array)) {
            invalid(path, "a list");
            return null;
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            String at = path + "[" + i + "]";
            Object bound = value(element, array.get(i), at);
            if (bound != null) {
                elements.add(bound);
            } else if (array.get(i) instanceof JsonNull) {
                invalid(at, "a value, not null");
            }
        }
        return elements;
    }

    private @Nullable Map<String, JsonObject> objects(JsonValue value, String path) {
        if (!(value instanceof JsonObject object)) {
            invalid(path, "an object");
            return null;
        }
        Map<String, JsonObject> objects = new LinkedHashMap<>();
        object.members().forEach((name, member) -> {
            if (member instanceof JsonObject settings) {
                objects.put(name, settings);
            } else {
                invalid(path + "." + name, "an object");
            }
        });
        return objects;
    }

    private @Nullable Long number(JsonValue value, String path, long min, long max) {
        try {
            long number = Long.parseLong(text(value));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        invalid(path, "a whole number");
        return null;
    }

    private void invalid(String path, String what) {
        problems.add(path, "must be " + what);
    }
}
