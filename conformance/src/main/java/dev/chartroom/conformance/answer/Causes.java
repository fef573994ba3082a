package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sorts causes by field if upstream leaves their order to chance. A kube-apiserver iterates over hash maps of a
 * schema's properties and of a conflict's managers. This class sorts the causes of a conflict, consecutive causes about
 * fields of the spec, and the lines about a configuration that does not fit its type. Causes of one field keep their
 * order, and so does everything else.
 */
final class Causes {
    private static final String CONFLICT = "FieldManagerConflict";
    private static final String TYPED_ERRORS = ": errors:\n";

    private static final String UNDECLARED = ": field not declared in schema";

    private Causes() {}

    /** Returns the status with those causes sorted; unchanged if its message does not list its causes. */
    static JsonObject settled(JsonObject status) {
        if (status.get("message") instanceof JsonString(String message) && message.contains(TYPED_ERRORS)) {
            return status.with("message", new JsonString(typedErrorsSorted(message)));
        }
        JsonObject details = status.objectOrEmpty("details");
        List<JsonValue> causes = details.arrayOrEmpty("causes").values();
        List<JsonValue> sorted = causes.stream().allMatch(Causes::isConflict)
                ? causes.stream().sorted(Comparator.comparing(Causes::text)).toList()
                : withRunsSorted(causes);
        if (sorted.equals(causes)) {
            return status;
        }
        JsonObject settled = status.with("details", details.with("causes", new JsonArray(sorted)));
        if (causes.stream().allMatch(Causes::isConflict)) {
            return settled;
        }
        String message = status.stringOrEmpty("message");
        if (!message.endsWith(listed(causes))) {
            return status;
        }
        String begin = message.substring(0, message.length() - listed(causes).length());
        return settled.with("message", new JsonString(begin + listed(sorted)));
    }

    /** Keeps only unknown fields, if there are any: upstream may or may not report other errors together with them. */
    private static String typedErrorsSorted(String message) {
        int from = message.indexOf(TYPED_ERRORS);
        List<String> errors =
                message.substring(from + TYPED_ERRORS.length()).lines().sorted().toList();
        List<String> unknown =
                errors.stream().filter(error -> error.endsWith(UNDECLARED)).toList();
        List<String> settled = unknown.isEmpty() ? errors : unknown;
        return message.substring(0, from)
                + (settled.size() == 1 ? ": " + settled.getFirst().strip() : TYPED_ERRORS + String.join("\n", settled));
    }

    private static List<JsonValue> withRunsSorted(List<JsonValue> causes) {
        List<List<JsonValue>> groups = new ArrayList<>();
        for (JsonValue cause : causes) {
            if (isOfTheFieldBefore(cause) && !groups.isEmpty()) {
                groups.getLast().add(cause);
            } else {
                groups.add(new ArrayList<>(List.of(cause)));
            }
        }
        int from = 0;
        for (int i = 0; i <= groups.size(); i++) {
            if (i == groups.size() || !field(groups.get(i).getFirst()).startsWith("spec")) {
                groups.subList(from, i).sort(Comparator.comparing(group -> field(group.getFirst())));
                from = i + 1;
            }
        }
        return groups.stream().flatMap(List::stream).toList();
    }

    /** If a value fits no alternative of its schema, upstream's cause lacks the field. */
    private static boolean isOfTheFieldBefore(JsonValue cause) {
        return field(cause).equals("<nil>") && text(cause).contains(" must validate ");
    }

    /** Returns the causes as a message lists them: each text once. */
    private static String listed(List<JsonValue> causes) {
        List<String> texts = causes.stream().map(Causes::text).distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private static String text(JsonValue cause) {
        return cause instanceof JsonObject object
                ? object.stringOrEmpty("field") + ": " + object.stringOrEmpty("message")
                : cause.toString();
    }

    private static String field(JsonValue cause) {
        return cause instanceof JsonObject object ? object.stringOrEmpty("field") : "";
    }

    private static boolean isConflict(JsonValue cause) {
        return cause instanceof JsonObject object
                && object.stringOrEmpty("reason").equals(CONFLICT);
    }
}
