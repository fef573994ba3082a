package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a case from a document. */
public final class CaseReader {
    private static final Set<String> CASE_FIELDS = Set.of("name", "contract", "kind", "steps", "description");
    private static final Set<String> STEP_FIELDS = Set.of("request", "headers", "body", "raw", "as", "repeat");

    private CaseReader() {}

    /**
     * Reads a case.
     *
     * @throws IllegalArgumentException if it has an unknown field or lacks one
     */
    public static ParityCase read(String topic, JsonObject document) {
        String name = document.stringOrEmpty("name");
        String where = topic + "/" + name;
        check(!name.isEmpty(), where + ": a case needs a name");
        checkFields(document, CASE_FIELDS, where);
        List<ParityCase.Step> steps = new ArrayList<>();
        for (JsonValue step : document.arrayOrEmpty("steps")) {
            steps.add(step(step, where + ", step " + (steps.size() + 1)));
        }
        check(!steps.isEmpty(), where + ": a case needs steps");
        return new ParityCase(
                topic,
                name,
                document.stringOrEmpty("contract"),
                document.string("kind").orElse(""),
                steps,
                document);
    }

    private static ParityCase.Step step(JsonValue step, String where) {
        JsonObject full = step instanceof JsonString ? JsonObject.of("request", step) : object(step, where);
        checkFields(full, STEP_FIELDS, where);
        String request = full.stringOrEmpty("request");
        int space = request.indexOf(' ');
        check(space > 0, where + ": a request is a method and a path");
        check(!(full.has("raw") && full.has("body")), where + ": either body or raw");
        check(full.get("raw") == null || full.get("raw") instanceof JsonString, where + ": raw is a text");
        return new ParityCase.Step(
                request.substring(0, space),
                request.substring(space + 1).strip(),
                headers(full.objectOrEmpty("headers")),
                full.get("body"),
                full.string("raw").orElse(null),
                full.string("as").orElse(null),
                repeat(full, where));
    }

    private static Map<String, @Nullable String> headers(JsonObject headers) {
        Map<String, @Nullable String> read = new LinkedHashMap<>();
        headers.members()
                .forEach((name, value) -> read.put(
                        name,
                        value == JsonNull.NULL
                                ? null
                                : value instanceof JsonString(String text) ? text : value.toString()));
        return read;
    }

    private static ParityCase.@Nullable Repeat repeat(JsonObject step, String where) {
        if (!step.has("repeat")) {
            return null;
        }
        JsonObject repeat = object(step.objectOrEmpty("repeat"), where);
        int times = repeat.get("times") instanceof JsonNumber number
                ? (int) number.asLong().orElse(0)
                : 0;
        check(times > 0, where + ": repeat.times must be a number above 0");
        return new ParityCase.Repeat(times, repeat.string("as").orElse("i"));
    }

    private static JsonObject object(JsonValue value, String where) {
        check(value instanceof JsonObject, where + ": must be an object");
        return (JsonObject) value;
    }

    private static void checkFields(JsonObject object, Set<String> known, String where) {
        for (String field : object.names()) {
            check(known.contains(field), where + ": unknown field " + field);
        }
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
