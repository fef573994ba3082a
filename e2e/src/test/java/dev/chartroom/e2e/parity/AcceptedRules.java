package dev.chartroom.e2e.parity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The intended differences. Records which of them a run has shown. */
final class AcceptedRules {
    private final List<AcceptedRule> rules;
    private final Set<AcceptedRule> used = ConcurrentHashMap.newKeySet();

    AcceptedRules(List<AcceptedRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Returns the rules of {@code parity/accepted.yaml} for all runs and for the given ones.
     *
     * @param runs {@link AcceptedRule#runs}
     */
    static AcceptedRules ofFile(String... runs) {
        return new AcceptedRules(all().stream()
                .filter(rule -> rule.runs().isEmpty() || Stream.of(runs).anyMatch(rule.runs()::contains))
                .toList());
    }

    static List<AcceptedRule> all() {
        Path file = CaseFiles.FOLDER.resolve("accepted.yaml");
        return Files.exists(file)
                ? Yaml.readAll(file).stream().map(AcceptedRule::read).toList()
                : List.of();
    }

    /** Returns the rule that explains a difference, if there is one. */
    Optional<AcceptedRule> explain(String caseId, Difference difference) {
        Optional<AcceptedRule> found =
                rules.stream().filter(rule -> rule.explains(caseId, difference)).findFirst();
        found.ifPresent(used::add);
        return found;
    }

    /** Returns the rules for a run that have explained nothing so far; for an empty text, the rules for all runs. */
    Set<String> unused(String run) {
        Set<String> unused = new LinkedHashSet<>();
        rules.stream()
                .filter(rule ->
                        run.isEmpty() ? rule.runs().isEmpty() : rule.runs().contains(run))
                .filter(rule -> !used.contains(rule))
                .forEach(rule -> unused.add(rule.id()));
        return unused;
    }
}
