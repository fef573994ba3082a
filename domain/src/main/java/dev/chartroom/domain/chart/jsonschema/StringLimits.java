package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Converts the keywords for strings, and the minimum and maximum counts of all types, to clauses. */
final class StringLimits {
    static final Set<String> KEYWORDS = Set.of("pattern", "minLength", "maxLength", "format");
    private static final String SPECIAL = "\\^$.|?*+()[]{}";

    private StringLimits() {}

    /** @param dropped receives each demand that a clause cannot express */
    static List<JsonObject> of(Demand demand, Conversion conversion, Consumer<String> dropped) {
        List<JsonObject> clauses = new ArrayList<>(counts(demand, "minLength", "maxLength"));
        for (JsonValue declared : demand.all("pattern")) {
            if (declared instanceof JsonString(String pattern) && conversion.isPattern(pattern)) {
                clauses.add(JsonObject.of("pattern", declared));
            } else {
                dropped.accept("the pattern " + declared + " is none of RE2");
            }
        }
        demand.first("format")
                .filter(JsonString.class::isInstance)
                .ifPresent(format -> clauses.add(JsonObject.of("format", format)));
        return clauses;
    }

    /** Returns the largest minimum and the smallest maximum. */
    static List<JsonObject> counts(Demand demand, String minimum, String maximum) {
        List<JsonObject> clauses = new ArrayList<>();
        longs(demand, minimum).max().ifPresent(count -> clauses.add(JsonObject.of(minimum, JsonNumber.of(count))));
        longs(demand, maximum).min().ifPresent(count -> clauses.add(JsonObject.of(maximum, JsonNumber.of(count))));
        return clauses;
    }

    /** Returns a pattern for exactly these texts. Unlike {@code enum}, it does not restrict values of other types. */
    static JsonObject patternOf(Collection<String> texts) {
        return JsonObject.of(
                "pattern",
                new JsonString(
                        texts.stream().map(StringLimits::quoted).collect(Collectors.joining("|", "^(?:", ")$"))));
    }

    private static LongStream longs(Demand demand, String keyword) {
        return demand.all(keyword).stream()
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
