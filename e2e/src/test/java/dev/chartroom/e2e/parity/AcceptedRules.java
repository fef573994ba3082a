package dev.chartroom.e2e.parity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The differences that are there on purpose, and which of them a run really met. */
final class AcceptedRules {
    private final List<AcceptedRule> rules;
    private final Set<AcceptedRule> used = ConcurrentHashMap.newKeySet();

    AcceptedRules(List<AcceptedRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Those of {@code parity/accepted.yaml} that hold with a store.
     *
     * @param store {@code memory} or {@code helmrelease}
     */
    static AcceptedRules ofFile(String store) {
        return new AcceptedRules(all().stream()
                .filter(rule -> rule.store().isEmpty() || rule.store().equals(store))
                .toList());
    }

    static List<AcceptedRule> all() {
        Path file = CaseFiles.FOLDER.resolve("accepted.yaml");
        return Files.exists(file)
                ? Yaml.readAll(file).stream().map(AcceptedRule::read).toList()
                : List.of();
    }

    /** The rule that explains a difference, if one does. */
    Optional<AcceptedRule> explain(String caseId, Difference difference) {
        Optional<AcceptedRule> found =
                rules.stream().filter(rule -> rule.explains(caseId, difference)).findFirst();
        found.ifPresent(used::add);
        return found;
    }

    /** Rules that explained nothing so far, but for those of every store where this is not the one to show them all. */
    Set<String> unused(boolean ofEveryStore) {
        Set<String> unused = new LinkedHashSet<>();
        rules.stream()
                .filter(rule -> (ofEveryStore || !rule.store().isEmpty()) && !used.contains(rule))
                .forEach(rule -> unused.add(rule.id()));
        return unused;
    }
}
