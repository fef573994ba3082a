package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object of a policy that is being parsed. If a value has the wrong type, records an error and returns a
 * placeholder.
 */
final class PolicyFields {
    private final JsonObject json;
    private final String path;
    private final List<String> errors;
    private final Set<String> known = new HashSet<>();
    private final List<PolicyFields> children = new ArrayList<>();

    PolicyFields(JsonObject json, String path, List<String> errors) {
        this.json = json;
        this.path = path;
        this.errors = errors;
    }

    void ignore(String name) {
        known.add(name);
    }

    String text(String name) {
        return switch (value(name)) {
            case null -> "";
            case JsonString(String text) -> text;
            case JsonValue _ -> invalid(name, "must be a string", "");
        };
    }

    Optional<Boolean> flag(String name) {
        return switch (value(name)) {
            case null -> Optional.empty();
            case JsonBoolean flag -> Optional.of(flag.value());
            case JsonValue _ -> invalid(name, "must be a boolean", Optional.empty());
        };
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        JsonArray array = array(name);
        for (int i = 0; i < array.size(); i++) {
            texts.add(
                    array.get(i) instanceof JsonString(String text)
                            ? text
                            : invalid(name + "[" + i + "]", "must be a string", "*"));
        }
        return texts;
    }

    List<PolicyFields> objects(String name) {
        List<PolicyFields> objects = new ArrayList<>();
        JsonArray array = array(name);
        for (int i = 0; i < array.size(); i++) {
            String element = name + "[" + i + "]";
            if (array.get(i) instanceof JsonObject object) {
                objects.add(new PolicyFields(object, path + element + ".", errors));
            } else {
                error(element, "must be an object");
            }
        }
        children.addAll(objects);
        return objects;
    }

    void error(String name, String sentence) {
        errors.add(path + name + ": " + sentence);
    }

    /** Returns the paths of all fields that were never read, in this object and in the objects inside it. */
    Stream<String> unknown() {
        return Stream.concat(
                json.names().stream().filter(name -> !known.contains(name)).map(name -> path + name),
                children.stream().flatMap(PolicyFields::unknown));
    }

    private JsonArray array(String name) {
        return switch (value(name)) {
            case null -> JsonArray.EMPTY;
            case JsonArray array -> array;
            case JsonValue _ -> invalid(name, "must be an array", JsonArray.EMPTY);
        };
    }

    private @Nullable JsonValue value(String name) {
        known.add(name);
        JsonValue value = json.get(name);
        return value == JsonNull.NULL ? null : value;
    }

    private <T> T invalid(String name, String sentence, T placeholder) {
        error(name, sentence);
        return placeholder;
    }
}
