package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.cases.CaseText;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs generated cases on both sides and shrinks those that fail. */
final class GeneratedRun {
    private static final int SHRUNK = 5;
    private static final int TRIES = 150;

    private final Sides sides;
    private final TestKinds kinds;
    private final AcceptedRules rules;
    private final AtomicInteger namespaces = new AtomicInteger();
    private final String namespacePrefix;

    /** @param namespacePrefix the prefix of the names of namespaces, unique per run */
    GeneratedRun(Sides sides, TestKinds kinds, AcceptedRules rules, String namespacePrefix) {
        this.sides = sides;
        this.kinds = kinds;
        this.rules = rules;
        this.namespacePrefix = namespacePrefix;
    }

    /**
     * Compares the cases, each up to its first step with an unexplained difference. After that step, the states differ.
     */
    List<CaseComparison> run(List<ParityCase> cases) {
        return Parallel.map(cases, this::compare);
    }

    /** Returns the text of a few failing cases, shrunk, one for each kind of failure. */
    String shrunk(List<CaseComparison> comparisons) {
        StringBuilder text = new StringBuilder();
        Set<String> seen = new HashSet<>();
        for (CaseComparison comparison : comparisons) {
            Optional<String> failure = failure(comparison);
            if (failure.isPresent() && seen.size() < SHRUNK && seen.add(failure.get())) {
                ParityCase small = Shrinker.shrink(
                        comparison.parityCase(),
                        candidate -> failure(compare(candidate)).equals(failure),
                        TRIES);
                text.append("---\n# " + comparison.parityCase().id() + ": " + failure.get() + "\n" + CaseText.of(small)
                        + commented(new ParityReport("", List.of(compare(small))).unexplained()));
            }
        }
        return text.toString();
    }

    private CaseComparison compare(ParityCase parityCase) {
        Sides.Answers answers =
                sides.run(parityCase, kinds.of(parityCase), namespacePrefix + namespaces.incrementAndGet());
        return CaseComparison.of(parityCase, answers.crd(), answers.ours(), rules)
                .upToFirstDifference();
    }

    /** Returns the kind of failure of a case: cases that fail in the same way probably have the same cause. */
    private static Optional<String> failure(CaseComparison comparison) {
        CaseComparison.Step last = comparison.steps().getLast();
        return last.unexplained().stream()
                .findFirst()
                .map(difference -> last.request().replaceFirst(" .*", "") + " differs at " + difference.place());
    }

    private static String commented(String text) {
        return text.replaceAll("(?m)^(?=.)", "# ");
    }
}
