package dev.chartroom.e2e.parity;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Upstream leaves the order of some causes to chance: it goes through the properties of a schema, and through the managers
 * of a conflict, in the order of a hash map, so the same request is answered now this way, now that. So the causes of an
 * invalid object and of a conflict are compared as a set, and a message that lists the former likewise.
 */
final class Causes {
    private static final String CONFLICT = "FieldManagerConflict";

    private Causes() {}

    /** The status with its causes sorted; as it is where it is of another kind, or its message tells not what its causes do. */
    static JsonObject settled(JsonObject status) {
        JsonObject details = status.objectOrEmpty("details");
        List<JsonValue> causes = details.arrayOrEmpty("causes").values();
        if (causes.size() < 2) {
            return status;
        }
        List<JsonValue> sorted =
                causes.stream().sorted(Comparator.comparing(Causes::text)).toList();
        JsonObject settled = status.with("details", details.with("causes", new JsonArray(sorted)));
        if (causes.stream().allMatch(Causes::isConflict)) {
            return settled;
        }
        String message = status.stringOrEmpty("message");
        if (status.stringOrEmpty("reason").equals("Invalid") && message.endsWith(listed(causes))) {
            String begin =
                    message.substring(0, message.length() - listed(causes).length());
            return settled.toBuilder().put("message", begin + listed(sorted)).build();
        }
        return status;
    }

    /** How a message lists causes: each text once. */
    private static String listed(List<JsonValue> causes) {
        List<String> texts = causes.stream().map(Causes::text).distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private static String text(JsonValue cause) {
        return cause instanceof JsonObject object
                ? object.stringOrEmpty("field") + ": " + object.stringOrEmpty("message")
                : cause.toString();
    }

    private static boolean isConflict(JsonValue cause) {
        return cause instanceof JsonObject object
                && object.stringOrEmpty("reason").equals(CONFLICT);
    }
}
