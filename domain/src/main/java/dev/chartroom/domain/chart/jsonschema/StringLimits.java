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

/** The keywords for strings and the counts of all types, as clauses. */
final class StringLimits {
    static final Set<String> KEYWORDS = Set.of("pattern", "minLength", "maxLength", "format");
    private static final String SPECIAL = "\\^$.|?*+()[]{}";

    private StringLimits() {}

    /** @param dropped told of what cannot be demanded */
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

    /** The greatest of the least counts and the least of the greatest. */
    static List<JsonObject> counts(Demand demand, String minimum, String maximum) {
        List<JsonObject> clauses = new ArrayList<>();
        longs(demand, minimum).max().ifPresent(count -> clauses.add(JsonObject.of(minimum, JsonNumber.of(count))));
        longs(demand, maximum).min().ifPresent(count -> clauses.add(JsonObject.of(maximum, JsonNumber.of(count))));
        return clauses;
    }

    /** A pattern for exactly these texts: unlike {@code enum}, it says nothing of values that are no strings. */
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
