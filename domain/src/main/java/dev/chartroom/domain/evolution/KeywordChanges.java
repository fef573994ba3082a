package dev.chartroom.domain.evolution;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the constraints that two schemas put on one value, except for the type and the contents of the value. */
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
    private static final Set<String> TOLD_TO_PEOPLE = Set.of("title", "description", "x-kubernetes-map-type");

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
            JsonValue was = value(before, keyword);
            JsonValue is = value(after, keyword);
            boolean means = Schema.knows(keyword) && !ELSEWHERE.contains(keyword) && !TOLD_TO_PEOPLE.contains(keyword);
            if (means && (was == null ? is != null : !was.equals(is))) {
                changes.add(new Change(
                        isWider(keyword, was, is) ? Impact.ALLOWS : Impact.REFUSES, sentence(keyword, was, is)));
            }
        }
        return changes;
    }

    /** Returns whether every value that was valid is still valid. */
    private static boolean isWider(String keyword, @Nullable JsonValue was, @Nullable JsonValue is) {
        if (is == null) {
            return true;
        }
        if (was instanceof JsonNumber from && is instanceof JsonNumber to) {
            int growth = to.asDecimal().compareTo(from.asDecimal());
            return LOWER_BOUNDS.contains(keyword) ? growth < 0 : UPPER_BOUNDS.contains(keyword) && growth > 0;
        }
        return keyword.equals("enum")
                && was instanceof JsonArray from
                && is instanceof JsonArray to
                && to.values().containsAll(from.values());
    }

    private static String sentence(String keyword, @Nullable JsonValue was, @Nullable JsonValue is) {
        if (is == null) {
            return keyword + " " + text(was) + " is gone";
        }
        return keyword + " is " + text(is) + (was == null ? ", there was none" : ", was " + text(was));
    }

    /** Returns the value of a keyword; null if this value has the same effect as a missing keyword. */
    private static @Nullable JsonValue value(JsonObject schema, String keyword) {
        JsonValue value = schema.get(keyword);
        return value == JsonNull.NULL || value == JsonBoolean.FALSE ? null : value;
    }

    /** Returns a value as sentences show it, truncated if it is long. */
    static String text(@Nullable JsonValue value) {
        String text = String.valueOf(value);
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
