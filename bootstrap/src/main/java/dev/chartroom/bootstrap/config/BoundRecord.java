package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
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
    private BoundRecord() {}

    /** @throws ConfigException if a field is unknown or has the wrong type; the message names it */
    static <T extends Record> T of(Class<T> type, JsonObject object) {
        return record(type, object, "");
    }

    /** Returns the name of a component in the file. */
    static String name(RecordComponent component) {
        FieldName named = component.getAnnotation(FieldName.class);
        return named == null ? component.getName() : named.value();
    }

    private static <T> T record(Class<T> type, JsonObject object, String path) {
        RecordComponent[] components = type.getRecordComponents();
        Set<String> known = Arrays.stream(components).map(BoundRecord::name).collect(Collectors.toSet());
        object.names().stream().filter(name -> !known.contains(name)).forEach(name -> {
            throw new ConfigException(path + name + ": unknown field");
        });
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

    private static @Nullable Object value(Type type, @Nullable JsonValue value, String path) {
        if (value == null || value instanceof JsonNull) {
            return null;
        }
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == Map.class
                    ? objects(value, path)
                    : list(generic.getActualTypeArguments()[0], value, path);
        }
        if (type == Integer.class) {
            return Math.toIntExact(number(value, path, Integer.MIN_VALUE, Integer.MAX_VALUE));
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
        throw invalid(path, type == String.class ? "a string" : type == Boolean.class ? "true or false" : "an object");
    }

    /** Returns the text of a value. Templates quote either all values or none, so quotes make no difference. */
    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? text : value.toString();
    }

    private static List<?> list(Type element, JsonValue value, String path) {
        if (!(value instanceof JsonArray array)) {
            throw invalid(path, "a list");
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            String at = path + "[" + i + "]";
            Object bound = value(element, array.get(i), at);
            if (bound == null) {
                throw invalid(at, "a value, not null");
            }
            elements.add(bound);
        }
        return elements;
    }

    private static Map<String, JsonObject> objects(JsonValue value, String path) {
        if (!(value instanceof JsonObject object)) {
            throw invalid(path, "an object");
        }
        Map<String, JsonObject> objects = new LinkedHashMap<>();
        object.members().forEach((name, member) -> {
            if (!(member instanceof JsonObject settings)) {
                throw invalid(path + "." + name, "an object");
            }
            objects.put(name, settings);
        });
        return objects;
    }

    private static long number(JsonValue value, String path, long min, long max) {
        try {
            long number = Long.parseLong(text(value));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw invalid(path, "a whole number");
    }

    private static ConfigException invalid(String path, String what) {
        return new ConfigException(path + ": must be " + what);
    }
}
