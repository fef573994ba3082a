package dev.chartroom.e2e.clients;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Normalises the order of managed fields, which is by operation, time, manager, version and subresource. So the order
 * of two managers depends on whether a second ended between their writes. Entries in that order are sorted
 * independently of the clock. Other entries keep their order, so that the comparison fails.
 */
final class ManagedFieldsOrder {
    private static final Format YAML = new Format(
            Pattern.compile("^( *)managedFields:\n(?:\\1(?:- |  ).*\n)+", Pattern.MULTILINE),
            Pattern.compile("^ *- apiVersion: .*\n(?:(?! *- apiVersion: ).*\n)*", Pattern.MULTILINE));
    private static final String JSON_ENTRY = "\\{\"apiVersion\": ?\"[^{}]*\"fieldsV1\": ?\\{.*?\"time\": ?\"[^\"]*\"}";
    private static final Format JSON = new Format(
            Pattern.compile("\"managedFields\": ?\\[" + JSON_ENTRY + "(?:, ?" + JSON_ENTRY + ")*]"),
            Pattern.compile(JSON_ENTRY));

    private static final Comparator<String> SETTLED = by("operation")
            .thenComparing(by("manager"))
            .thenComparing(by("apiVersion"))
            .thenComparing(by("subresource"));
    private static final Comparator<String> UPSTREAM =
            by("operation").thenComparing(by("time")).thenComparing(SETTLED);

    private ManagedFieldsOrder() {}

    /**
     * The format in which a client prints managed fields.
     *
     * @param block matches all entries of an object
     * @param entry matches one entry
     */
    private record Format(Pattern block, Pattern entry) {
        String settled(String text) {
            return block.matcher(text).replaceAll(match -> Matcher.quoteReplacement(entries(match.group())));
        }

        private String entries(String block) {
            List<String> entries =
                    entry.matcher(block).results().map(MatchResult::group).toList();
            Iterator<String> settled =
                    (entries.equals(sorted(entries, UPSTREAM)) ? sorted(entries, SETTLED) : entries).iterator();
            return entry.matcher(block).replaceAll(_ -> Matcher.quoteReplacement(settled.next()));
        }
    }

    /** Normalises a text of one line of JSON, or with objects in YAML, that still contains the times. */
    static String settled(String text) {
        return JSON.settled(YAML.settled(text));
    }

    private static List<String> sorted(List<String> entries, Comparator<String> order) {
        return entries.stream().sorted(order).toList();
    }

    private static Comparator<String> by(String field) {
        Pattern pattern = Pattern.compile("(?<![:\\w])" + field + "\"?: ?\"?([^\",\n]*)");
        return Comparator.comparing(entry -> {
            Matcher matcher = pattern.matcher(entry);
            return matcher.find() ? matcher.group(1) : "";
        });
    }
}
