package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the constraints that two schemas put on one value. Ignores the type and the contents of the value. */
final class KeywordChanges {
    private static final Set<String> ELSEWHERE = Set.of(
            "type",
            "nullable",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "default",
            "x-kubernetes-int-or-string",
            "x-kubernetes-preserve-unknown-fields");
    /** Keywords whose change has no effect on objects. */
    private static final Set<String> DOCUMENTATION = Set.of("title", "description", "x-kubernetes-map-type");

    private static final Set<String> LOWER_BOUNDS = Set.of("minimum", "minLength", "minItems", "minProperties");
    private static final Set<String> UPPER_BOUNDS = Set.of("maximum", "maxLength", "maxItems", "maxProperties");
    private static final int SHOWN = 100;

    private KeywordChanges() {}

    /** A changed keyword. */
    record Change(Impact impact, String sentence) {}

    static List<Change> between(JsonObject before, JsonObject after) {
        Set<String> keywords = new LinkedHashSet<>(before.names());
        keywords.addAll(after.names());
        List<Change> changes = new ArrayList<>();
        for (String keyword : keywords) {
            JsonValue previous = value(before, keyword);
            JsonValue current = value(after, keyword);
            boolean isCompared =
                    Schema.knows(keyword) && !ELSEWHERE.contains(keyword) && !DOCUMENTATION.contains(keyword);
            if (isCompared && (previous == null ? current != null : !previous.equals(current))) {
                changes.add(new Change(
                        isWider(keyword, previous, current) ? Impact.ALLOWS : Impact.REFUSES,
                        sentence(keyword, previous, current)));
            }
        }
        return changes;
    }

    /** Returns whether every value that was valid is still valid. */
    private static boolean isWider(String keyword, @Nullable JsonValue previous, @Nullable JsonValue current) {
        if (current == null) {
            return true;
        }
        if (previous instanceof JsonNumber from && current instanceof JsonNumber to) {
            int growth = to.asDecimal().compareTo(from.asDecimal());
            return LOWER_BOUNDS.contains(keyword) ? growth < 0 : UPPER_BOUNDS.contains(keyword) && growth > 0;
        }
        return keyword.equals("enum")
                && previous instanceof JsonArray from
                && current instanceof JsonArray to
                && to.values().containsAll(from.values());
    }

    private static String sentence(String keyword, @Nullable JsonValue previous, @Nullable JsonValue current) {
        if (current == null) {
            return keyword + " " + text(previous) + " is removed";
        }
        return keyword + " is " + text(current) + (previous == null ? ", was not set" : ", was " + text(previous));
    }

    /** Returns the value of a keyword; null if this value has the same effect as a missing keyword. */
    private static @Nullable JsonValue value(JsonObject schema, String keyword) {
        JsonValue value = schema.get(keyword);
        return value == JsonNull.NULL || value == JsonBoolean.FALSE ? null : value;
    }

    /** Returns the text of a value for a sentence, truncated if it is long. */
    static String text(@Nullable JsonValue value) {
        return Excerpt.of(String.valueOf(value), SHOWN);
    }
}
