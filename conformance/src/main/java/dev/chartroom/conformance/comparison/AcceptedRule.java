package dev.chartroom.conformance.comparison;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An intended difference. {@code docs/api-compatibility.md} explains it under its id.
 *
 * @param id its name in the document and the report
 * @param reason one sentence
 * @param cases globs of the cases that may show it, such as {@code D/create/*}; none for all
 * @param at pointers in which {@code *} is any single token and {@code **} any number of tokens
 * @param crd the CRD's value at that place: a value, a regular expression between slashes, or {@code <absent>}
 * @param ours Chartroom's value at that place, in the same syntax
 * @param runs the runs that show it: {@code memory}, {@code postgres} or {@code helmrelease} for the cases with that
 *     store, {@code generated} for sequences from seeds, {@code real} for real schemas; none for all
 */
record AcceptedRule(
        String id,
        String reason,
        List<PathMatcher> cases,
        List<List<String>> at,
        @Nullable JsonValue crd,
        @Nullable JsonValue ours,
        List<String> runs) {
    private static final Set<String> FIELDS = Set.of("id", "reason", "cases", "at", "crd", "ours", "runs");
    private static final String ABSENT = "<absent>";

    /**
     * Reads a rule.
     *
     * @throws IllegalArgumentException if it has an unknown field or lacks a required one
     */
    static AcceptedRule read(JsonObject rule) {
        String id = rule.stringOrEmpty("id");
        List<String> at = texts(rule.get("at"));
        if (id.isEmpty()
                || rule.stringOrEmpty("reason").isEmpty()
                || at.isEmpty()
                || !at.stream().allMatch(pointer -> pointer.startsWith("/"))
                || !FIELDS.containsAll(rule.names())) {
            throw new IllegalArgumentException(
                    "a rule has id, reason and at, and perhaps cases, crd, ours and runs: " + rule);
        }
        return new AcceptedRule(
                id,
                rule.stringOrEmpty("reason"),
                texts(rule.get("cases")).stream()
                        .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                        .toList(),
                at.stream()
                        .map(pointer -> List.of(pointer.substring(1).split("/", -1)))
                        .toList(),
                rule.get("crd"),
                rule.get("ours"),
                texts(rule.get("runs")));
    }

    /** Returns whether this rule explains a difference in the answers to a case. */
    boolean explains(String caseId, Difference difference) {
        return (cases.isEmpty() || cases.stream().anyMatch(glob -> glob.matches(Path.of(caseId))))
                && at.stream()
                        .anyMatch(place -> matches(place, difference.pointer().tokens()))
                && allows(crd, difference.crd())
                && allows(ours, difference.ours());
    }

    private static boolean matches(List<String> place, List<String> tokens) {
        if (place.isEmpty()) {
            return tokens.isEmpty();
        }
        List<String> further = place.subList(1, place.size());
        if (place.getFirst().equals("**")) {
            return matches(further, tokens) || (!tokens.isEmpty() && matches(place, tokens.subList(1, tokens.size())));
        }
        return !tokens.isEmpty()
                && (place.getFirst().equals("*") || unescaped(place.getFirst()).equals(tokens.getFirst()))
                && matches(further, tokens.subList(1, tokens.size()));
    }

    private static String unescaped(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }

    private static boolean allows(@Nullable JsonValue allowed, @Nullable JsonValue value) {
        if (allowed == null) {
            return true;
        }
        if (allowed instanceof JsonString(String text)) {
            if (text.equals(ABSENT)) {
                return value == null;
            }
            if (text.length() > 1 && text.startsWith("/") && text.endsWith("/")) {
                String actual = value instanceof JsonString(String s) ? s : String.valueOf(value);
                return value != null
                        && Pattern.compile(text.substring(1, text.length() - 1), Pattern.DOTALL)
                                .matcher(actual)
                                .matches();
            }
        }
        return value != null && Differ.compare(allowed, value).isEmpty();
    }

    private static List<String> texts(@Nullable JsonValue value) {
        return switch (value) {
            case JsonString(String text) -> List.of(text);
            case JsonArray array ->
                array.values().stream()
                        .map(each -> each instanceof JsonString(String text) ? text : each.toString())
                        .toList();
            case null, default -> List.of();
        };
    }
}
