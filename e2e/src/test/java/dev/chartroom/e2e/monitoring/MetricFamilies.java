package dev.chartroom.e2e.monitoring;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The metrics in an answer of {@code /metrics}, and the rows that a document has for them.
 *
 * @param byName a metric may have no sample, and then has no labels
 */
record MetricFamilies(Map<String, Family> byName) {
    private static final Pattern META = Pattern.compile("(?m)^# (HELP|TYPE) (\\S+) (.*)$");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_0-9]+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:\\\\.|[^\"\\\\])*\"");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_0-9]+)` \\| (\\w+) \\| (.*?) \\| (.*) \\|$");
    /** The condition under which a metric is there, which no answer can tell. */
    private static final Pattern CONDITION = Pattern.compile("\\. (Only (?:after|while|with) .*)$");

    /** @param labels null if there is no sample */
    record Family(String type, String help, @Nullable Set<String> labels) {}

    static MetricFamilies of(String metrics) {
        Map<String, String> types = new TreeMap<>();
        Map<String, String> helps = new TreeMap<>();
        META.matcher(metrics)
                .results()
                .forEach(meta -> (meta.group(1).equals("TYPE") ? types : helps).put(meta.group(2), meta.group(3)));
        Map<String, Set<String>> labels = new TreeMap<>();
        SAMPLE.matcher(metrics).results().forEach(sample -> {
            String name = types.containsKey(sample.group(1))
                    ? sample.group(1)
                    : sample.group(1).replaceFirst("_(bucket|count|sum)$", "");
            labels.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(labels(sample));
        });
        Map<String, Family> families = new TreeMap<>();
        types.forEach(
                (name, type) -> families.put(name, new Family(type, helps.getOrDefault(name, ""), labels.get(name))));
        return new MetricFamilies(families);
    }

    private static Set<String> labels(MatchResult sample) {
        return sample.group(2) == null
                ? Set.of()
                : LABEL.matcher(sample.group(2))
                        .results()
                        .map(label -> label.group(1))
                        .filter(label -> !label.equals("le") && !label.equals("quantile"))
                        .collect(Collectors.toSet());
    }

    Set<String> names() {
        return byName.keySet();
    }

    /** @param isMeant decides by the meaning */
    static Set<String> documented(String document, Predicate<String> isMeant) {
        return ROW.matcher(document)
                .results()
                .filter(row -> isMeant.test(row.group(4)))
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the document with what the program says in each row. A metric that the program does not have now keeps its row. */
    String writtenTo(String document) {
        return ROW.matcher(document).replaceAll(row -> {
            Family family = byName.get(row.group(1));
            return Matcher.quoteReplacement(family == null ? row.group() : written(row, family));
        });
    }

    private static String written(MatchResult row, Family family) {
        Matcher condition = CONDITION.matcher(row.group(4));
        String meaning = family.help().replaceFirst("\\.$", "").replace("|", "\\|")
                + (condition.find() ? ". " + condition.group(1) : "");
        return "| `%s` | %s | %s | %s |"
                .formatted(row.group(1), family.type(), labels(row.group(3), family.labels()), meaning);
    }

    /** Keeps the order of the document for the same labels, because that of an answer says nothing. */
    private static String labels(String documented, @Nullable Set<String> labels) {
        Set<String> known = Pattern.compile("\\w+")
                .matcher(documented)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        return labels == null || known.equals(labels)
                ? documented
                : labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
    }
}
