package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.Spelling;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object in a definition that is being read. Notes a problem if a field is missing, malformed or of the wrong type,
 * and returns a stand-in. One pass therefore finds all problems, and {@link #finish()} throws them together. As in Go,
 * null and the empty string are treated as absent.
 */
final class DefinitionFields {
    private static final JsonString EMPTY_TEXT = new JsonString("");

    private final JsonObject json;
    private final String path;
    private final List<String> problems;
    private final List<DefinitionFields> children = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private boolean closed = true;

    private DefinitionFields(JsonObject json, String path, List<String> problems) {
        this.json = json;
        this.path = path;
        this.problems = problems;
    }

    static DefinitionFields of(JsonObject definition) {
        return new DefinitionFields(definition, "", new ArrayList<>());
    }

    /**
     * Returns a stand-in for a missing object. Only the object is reported as missing, not the fields of the stand-in.
     */
    static DefinitionFields missing() {
        return new DefinitionFields(JsonObject.EMPTY, "", new ArrayList<>());
    }

    /** Accepts unknown fields in this object, but not in the objects inside it. */
    DefinitionFields ignoreUnknown() {
        closed = false;
        return this;
    }

    /** Accepts a field without reading it. */
    void ignore(String name) {
        known.add(name);
    }

    /** Returns a required string. */
    String text(String name) {
        String text = textOr(name, "");
        if (text.isEmpty() && (value(name) == null || value(name) instanceof JsonString)) {
            problem(name, "required");
        }
        return text;
    }

    String text(String name, TextRule rule) {
        return checked(name, text(name), rule);
    }

    String textOr(String name, String fallback) {
        return switch (value(name)) {
            case null -> fallback;
            case JsonString(String text) -> text.isEmpty() ? fallback : text;
            case JsonValue _ -> problem(name, "must be a string", fallback);
        };
    }

    String textOr(String name, String fallback, TextRule rule) {
        return checked(name, textOr(name, fallback), rule);
    }

    List<String> texts(String name, TextRule rule) {
        List<String> texts = new ArrayList<>();
        JsonArray array = array(name);
        for (int i = 0; i < array.size(); i++) {
            String element = name + "[" + i + "]";
            texts.add(
                    switch (array.get(i)) {
                        case JsonString(String text) when rule.accepts(text) -> text;
                        case JsonString(String text) -> problem(element, rule.problem(text), text);
                        case JsonValue _ -> problem(element, "must be a string", "");
                    });
        }
        return texts;
    }

    /** Returns a map of label keys to label values. */
    Map<String, String> labels(String name) {
        return keyed(name, TextRule.LABEL_VALUE);
    }

    /**
     * Returns a map from annotation keys to strings. The keys have the form of label keys; the strings can have any
     * form.
     */
    Map<String, String> annotations(String name) {
        return keyed(name, TextRule.ANY);
    }

    boolean flag(String name, boolean fallback) {
        return switch (value(name)) {
            case null -> fallback;
            case JsonBoolean flag -> flag.value();
            case JsonValue _ -> problem(name, "must be a boolean", fallback);
        };
    }

    /** Returns a number from 0 to the maximum of Kubernetes' int32. */
    long count(String name, long fallback) {
        return count(name, 0, fallback);
    }

    /** Returns a number from {@code min} to the maximum of Kubernetes' int32. */
    long count(String name, long min, long fallback) {
        JsonValue value = value(name);
        if (value == null) {
            return fallback;
        }
        OptionalLong count = value instanceof JsonNumber number ? number.asLong() : OptionalLong.empty();
        return count.isPresent() && count.getAsLong() >= min && count.getAsLong() <= Integer.MAX_VALUE
                ? count.getAsLong()
                : problem(
                        name,
                        "must be an integer from " + min + " to " + Integer.MAX_VALUE + ", not " + value,
                        fallback);
    }

    /** Returns a duration longer than zero. */
    GoDuration duration(String name, GoDuration fallback) {
        return switch (value(name)) {
            case null -> fallback;
            case JsonString(String text) -> duration(name, text, fallback);
            case JsonValue _ -> problem(name, "must be a string", fallback);
        };
    }

    /** Returns a duration longer than zero; null if the field is missing. */
    @Nullable
    GoDuration durationOrNull(String name) {
        return has(name) ? duration(name, GoDuration.parse("1s")) : null;
    }

    /** Returns a required object. */
    DefinitionFields object(String name) {
        if (value(name) == null) {
            problem(name, "required");
        }
        return objectOrEmpty(name);
    }

    DefinitionFields objectOrEmpty(String name) {
        return switch (value(name)) {
            case null -> missing();
            case JsonObject object -> child(object, path(name), problems);
            case JsonValue _ -> problem(name, "must be an object", missing());
        };
    }

    /** Returns a required object without checking its fields; empty if a problem was noted. */
    Optional<JsonObject> rawObject(String name) {
        if (value(name) instanceof JsonObject object) {
            return Optional.of(object);
        }
        return problem(name, value(name) == null ? "required" : "must be an object", Optional.empty());
    }

    /** Returns a required value of any type; empty if a problem was noted. */
    Optional<JsonValue> rawValue(String name) {
        JsonValue value = value(name);
        return value == null ? problem(name, "required", Optional.empty()) : Optional.of(value);
    }

    List<DefinitionFields> objects(String name) {
        List<DefinitionFields> objects = new ArrayList<>();
        JsonArray array = array(name);
        for (int i = 0; i < array.size(); i++) {
            String element = name + "[" + i + "]";
            objects.add(
                    array.get(i) instanceof JsonObject object
                            ? child(object, path(element), problems)
                            : problem(element, "must be an object", missing()));
        }
        return objects;
    }

    /** Returns the number of problems noted so far, anywhere in the definition. */
    int problemCount() {
        return problems.size();
    }

    boolean has(String name) {
        return value(name) != null;
    }

    /** Returns the names of all fields, read or not. */
    Set<String> names() {
        return json.names();
    }

    /** Returns the fields that were read, with unchanged values. Leaves out fields that are treated as absent. */
    JsonObject knownJson() {
        JsonObject.Builder kept = JsonObject.builder();
        json.members().forEach((name, value) -> {
            if (known.contains(name) && value != JsonNull.NULL && !value.equals(EMPTY_TEXT)) {
                kept.put(name, value);
            }
        });
        return kept.build();
    }

    /** Notes a problem with a field of this object. */
    void problem(String name, String sentence) {
        problems.add(path(name) + ": " + sentence);
    }

    /** Notes a problem for each field that was never read, in this object and in the objects inside it. */
    void refuseUnknown() {
        if (closed) {
            json.names().stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> problem(name, "unknown field" + Spelling.question(name, missingFields())));
        }
        children.forEach(DefinitionFields::refuseUnknown);
    }

    /** Returns the known fields that the object does not have: the user may have misspelt one of them. */
    private List<String> missingFields() {
        return known.stream().filter(name -> !json.has(name)).toList();
    }

    /**
     * Ends the reading.
     *
     * @throws InvalidDefinitionException if any problem was noted
     */
    void finish() {
        if (!problems.isEmpty()) {
            throw new InvalidDefinitionException(problems);
        }
    }

    private Map<String, String> keyed(String name, TextRule values) {
        Map<String, String> read = new LinkedHashMap<>();
        DefinitionFields map = objectOrEmpty(name);
        for (String key : map.json.names()) {
            if (!TextRule.LABEL_KEY.accepts(key)) {
                problem(name, "the key " + TextRule.LABEL_KEY.problem(key));
            }
            read.put(key, map.textOr(key, "", values));
        }
        return read;
    }

    private @Nullable JsonValue value(String name) {
        known.add(name);
        JsonValue value = json.get(name);
        return value == JsonNull.NULL ? null : value;
    }

    private JsonArray array(String name) {
        return switch (value(name)) {
            case null -> JsonArray.EMPTY;
            case JsonArray array -> array;
            case JsonValue _ -> problem(name, "must be an array", JsonArray.EMPTY);
        };
    }

    private String checked(String name, String text, TextRule rule) {
        return text.isEmpty() || rule.accepts(text) ? text : problem(name, rule.problem(text), text);
    }

    private DefinitionFields child(JsonObject object, String childPath, List<String> childProblems) {
        DefinitionFields child = new DefinitionFields(object, childPath, childProblems);
        children.add(child);
        return child;
    }

    private GoDuration duration(String name, String text, GoDuration fallback) {
        try {
            GoDuration duration = GoDuration.parse(text);
            return duration.isPositive() ? duration : problem(name, "must be longer than zero", fallback);
        } catch (IllegalArgumentException _) {
            return problem(name, "must be a duration such as 5m or 1h30m, not \"" + text + "\"", fallback);
        }
    }

    private <T> T problem(String name, String sentence, T standIn) {
        problem(name, sentence);
        return standIn;
    }

    private String path(String name) {
        boolean simple =
                !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '[' || c == ']');
        return path.isEmpty() ? name : simple ? path + "." + name : path + "[" + name + "]";
    }
}
