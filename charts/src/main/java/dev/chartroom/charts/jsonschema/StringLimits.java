package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Converts keywords to clauses: the keywords for strings, and the minimum and maximum counts for all types. */
final class StringLimits {
    static final Set<String> KEYWORDS = Set.of("pattern", "minLength", "maxLength", "format");
    private static final String SPECIAL = "\\^$.|?*+()[]{}";

    private StringLimits() {}

    /** @param dropped receives each constraint that a clause cannot express */
    static List<JsonObject> of(ValueConstraints constraints, Conversion conversion, Consumer<String> dropped) {
        List<JsonObject> clauses = new ArrayList<>(counts(constraints, "minLength", "maxLength"));
        for (JsonValue declared : constraints.all("pattern")) {
            if (declared instanceof JsonString(String pattern) && conversion.isPattern(pattern)) {
                clauses.add(JsonObject.of("pattern", declared));
            } else {
                dropped.accept("the pattern " + declared + " is not valid in RE2");
            }
        }
        constraints
                .first("format")
                .filter(JsonString.class::isInstance)
                .ifPresent(format -> clauses.add(JsonObject.of("format", format)));
        return clauses;
    }

    /** Returns the largest minimum and the smallest maximum. */
    static List<JsonObject> counts(ValueConstraints constraints, String minimum, String maximum) {
        List<JsonObject> clauses = new ArrayList<>();
        longs(constraints, minimum).max().ifPresent(count -> clauses.add(JsonObject.of(minimum, JsonNumber.of(count))));
        longs(constraints, maximum).min().ifPresent(count -> clauses.add(JsonObject.of(maximum, JsonNumber.of(count))));
        return clauses;
    }

    /** Returns a pattern for exactly these texts. Unlike {@code enum}, it does not restrict values of other types. */
    static JsonObject patternOf(Collection<String> texts) {
        return JsonObject.of(
                "pattern",
                new JsonString(
                        texts.stream().map(StringLimits::quoted).collect(Collectors.joining("|", "^(?:", ")$"))));
    }

    private static LongStream longs(ValueConstraints constraints, String keyword) {
        return constraints.all(keyword).stream()
                .map(value -> value instanceof JsonNumber number ? number.asLong() : OptionalLong.empty())
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
        }
        return quoted.toString();
    }
}
