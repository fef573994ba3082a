package dev.chartroom.conformance.comparison;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.ShippedText;
import dev.chartroom.conformance.document.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The intended differences. Records which of them a run has shown. */
public final class AcceptedRules {
    /** The names of the shipped sets, each in a file of its own. */
    public static final List<String> SHIPPED = List.of("chartroom");

    private final List<AcceptedRule> rules;
    private final Set<AcceptedRule> used = ConcurrentHashMap.newKeySet();

    AcceptedRules(List<AcceptedRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Returns rules that explain nothing. */
    public static AcceptedRules none() {
        return new AcceptedRules(List.of());
    }

    /**
     * Returns the rules of a shipped set for all runs and for the given ones.
     *
     * @param name one of {@link #SHIPPED}
     * @param runs {@link AcceptedRule#runs}
     */
    public static AcceptedRules shipped(String name, String... runs) {
        return new AcceptedRules(all(name).stream()
                .filter(rule -> rule.runs().isEmpty() || Stream.of(runs).anyMatch(rule.runs()::contains))
                .toList());
    }

    /**
     * Returns all rules of a text, for any run.
     *
     * @param where the source of the text, for messages
     * @throws IllegalArgumentException if a rule is invalid; the message has its place
     */
    public static AcceptedRules read(String text, String where) {
        return new AcceptedRules(rules(text, where));
    }

    /** Returns these rules and those of another set. Neither knows which rules the new set has used. */
    public AcceptedRules with(AcceptedRules others) {
        List<AcceptedRule> all = new ArrayList<>(rules);
        all.addAll(others.rules);
        return new AcceptedRules(all);
    }

    static List<AcceptedRule> all(String name) {
        String file = "accepted/" + name + ".yaml";
        return rules(ShippedText.read(file), file);
    }

    private static List<AcceptedRule> rules(String text, String where) {
        List<AcceptedRule> rules = new ArrayList<>();
        for (JsonObject document : Yaml.documents(text, where)) {
            try {
                rules.add(AcceptedRule.read(document));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        where + ", document " + (rules.size() + 1) + ": " + e.getMessage(), e);
            }
        }
        return rules;
    }

    /** Returns the rule that explains a difference, if there is one. */
    Optional<AcceptedRule> explain(String caseId, Difference difference) {
        Optional<AcceptedRule> found =
                rules.stream().filter(rule -> rule.explains(caseId, difference)).findFirst();
        found.ifPresent(used::add);
        return found;
    }

    /** Returns the rules for a run that have explained nothing so far; for an empty text, the rules for all runs. */
    public Set<String> unused(String run) {
        Set<String> unused = new LinkedHashSet<>();
        rules.stream()
                .filter(rule ->
                        run.isEmpty() ? rule.runs().isEmpty() : rule.runs().contains(run))
                .filter(rule -> !used.contains(rule))
                .forEach(rule -> unused.add(rule.id()));
        return unused;
    }
}
