package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Pointers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the placeholders of a case: the paths of this side's objects, and values from its earlier answers. Each run
 * of a case on a side has its own instance.
 */
final class Placeholders {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9-]*)(?::((?:/[^{}]*)?))?\\}");

    private static final Pattern SAMPLE = Pattern.compile("\\{sample-(\\d)\\}");

    /** Thrown if an earlier answer lacks a value that a request needs. The message is the placeholder. */
    static final class MissingValueException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MissingValueException(String placeholder) {
            super(placeholder);
        }
    }

    private final Map<String, String> constants = new HashMap<>();
    private final Map<String, JsonValue> answers = new HashMap<>();

    private final CaseKind kind;

    Placeholders(String group, CaseKind kind, String namespace) {
        this.kind = kind;
        String all = "/apis/" + group + "/" + kind.version();
        constants.put("group", group);
        constants.put("version", kind.version());
        constants.put("apiVersion", group + "/" + kind.version());
        constants.put("kind", kind.kind());
        constants.put("listKind", kind.listKind());
        constants.put("plural", kind.plural());
        constants.put("ns", namespace);
        constants.put("all", all + "/" + kind.plural());
        kind.older()
                .ifPresent(version -> constants.put(
                        "older", "/apis/" + group + "/" + version + "/namespaces/" + namespace + "/" + kind.plural()));
        // The objects of a cluster-scoped kind are in no namespace.
        constants.put("objects", all + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + kind.plural());
        for (int i = 0; i < CaseKind.SAMPLES; i++) {
            constants.put("sample-" + i, String.valueOf(kind.samples().get(i).objectOrEmpty("spec")));
        }
    }

    /** Sets a constant, such as the counter of a repeated step. */
    void set(String name, String value) {
        constants.put(name, value);
    }

    /** Stores the body of an answer. */
    void remember(String name, JsonValue body) {
        answers.put(name, body);
    }

    /** Replaces the placeholders of a path and query. Values from answers are percent-encoded. */
    String path(String path) {
        return text(path, value -> URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    /** Replaces the placeholders of a header or a raw body. */
    String text(String text) {
        return text(text, value -> value);
    }

    /**
     * Replaces the placeholders in all strings and member names. A string that is one placeholder becomes the value
     * itself. A spec that is the placeholder of a sample becomes all fields of the sample.
     */
    JsonValue body(JsonValue body) {
        return switch (body) {
            case JsonObject object -> {
                JsonObject.Builder filled = JsonObject.builder();
                object.members().forEach((name, value) -> {
                    JsonObject sample = name.equals("spec") ? sample(value) : null;
                    if (sample == null) {
                        filled.put(text(name), body(value));
                    } else {
                        filled.putAll(sample);
                    }
                });
                yield filled.build();
            }
            case JsonArray array -> array.map(this::body);
            case JsonString(String string) -> value(string);
            default -> body;
        };
    }

    /** Returns the fields that the placeholder of a sample stands for, also of a kind without a spec. */
    private @Nullable JsonObject sample(JsonValue value) {
        if (value instanceof JsonString(String text)) {
            Matcher matcher = SAMPLE.matcher(text);
            if (matcher.matches()) {
                return kind.samples().get(Integer.parseInt(matcher.group(1)));
            }
        }
        return null;
    }

    private JsonValue value(String string) {
        Matcher matcher = PLACEHOLDER.matcher(string);
        if (matcher.matches() && matcher.group(2) != null) {
            return answer(matcher.group(1), matcher.group(2));
        }
        return new JsonString(text(string));
    }

    private String text(String text, UnaryOperator<String> encoding) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> {
            String pointer = match.group(2);
            if (pointer == null) {
                // Braces without a known name are part of the text, such as those of JSON.
                return Matcher.quoteReplacement(constants.getOrDefault(match.group(1), match.group()));
            }
            JsonValue found = answer(match.group(1), pointer);
            String value = found instanceof JsonString(String s) ? s : found.toString();
            return Matcher.quoteReplacement(encoding.apply(value));
        });
    }

    private JsonValue answer(String name, String pointer) {
        JsonValue answer = answers.get(name);
        JsonValue found = answer == null ? null : Pointers.at(answer, pointer);
        if (found == null) {
            throw new MissingValueException("{" + name + ":" + pointer + "}");
        }
        return found;
    }
}
