package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** CEL rules for the names of a map's members. */
final class MemberNameRules {
    private static final Set<String> SUPPORTED =
            Set.of("type", "pattern", "minLength", "maxLength", "enum", "const", "title", "description", "$comment");

    private MemberNameRules() {}

    /** Returns a rule that requires each name to match one of the patterns. */
    static JsonArray matching(Collection<String> patterns) {
        return rule(
                String.join(
                        " || ", patterns.stream().map(MemberNameRules::matches).toList()),
                "match " + String.join(" or ", patterns));
    }

    /**
     * Returns a rule that requires each name to fit {@code propertyNames}.
     *
     * @return the rule; empty if a rule cannot express {@code propertyNames}
     */
    static Optional<JsonArray> of(ValueConstraints names) {
        boolean expressible = names.unions().isEmpty()
                && !names.open()
                && !names.impossible()
                && names.parts().stream()
                        .allMatch(part -> SUPPORTED.containsAll(part.schema().names()))
                && names.all("type").stream().allMatch(new JsonString("string")::equals);
        if (!expressible) {
            return Optional.empty();
        }
        List<String> conditions = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (JsonValue pattern : names.all("pattern")) {
            if (pattern instanceof JsonString(String text)) {
                conditions.add(matches(text));
                words.add("match " + text);
            }
        }
        limit(names, "minLength", " >= ", "have at least ", conditions, words);
        limit(names, "maxLength", " <= ", "have at most ", conditions, words);
        names.listed().ifPresent(values -> {
            JsonArray texts = new JsonArray(
                    values.stream().filter(JsonString.class::isInstance).toList());
            conditions.add("name in " + texts);
            words.add("be one of " + String.join(", ", texts.strings()));
        });
        return conditions.isEmpty()
                ? Optional.of(JsonArray.EMPTY)
                : Optional.of(rule(String.join(" && ", conditions), String.join(" and ", words)));
    }

    private static void limit(
            ValueConstraints names,
            String keyword,
            String comparison,
            String word,
            List<String> conditions,
            List<String> words) {
        for (JsonValue limit : names.all(keyword)) {
            if (limit instanceof JsonNumber number && number.asLong().isPresent()) {
                conditions.add("size(name)" + comparison + number.asLong().getAsLong());
                words.add(word + number.asLong().getAsLong() + " characters");
            }
        }
    }

    private static JsonArray rule(String condition, String words) {
        return JsonArray.of(JsonObject.builder()
                .put("rule", "self.all(name, " + condition + ")")
                .put("message", "the name of each member must " + words)
                .build());
    }

    /** Quotes the pattern as JSON: CEL has the same escapes. */
    private static String matches(String pattern) {
        return "name.matches(" + new JsonString(pattern) + ")";
    }
}
