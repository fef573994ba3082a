package dev.chartroom.e2e.parity;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs generated cases on both sides and makes those that fail small. */
final class GeneratedRun {
    private static final int SHRUNK = 5;
    private static final int TRIES = 150;

    private final Sides sides;
    private final TestKinds kinds;
    private final AcceptedRules rules;
    private final AtomicInteger namespaces = new AtomicInteger();
    private final String namespacePrefix;

    /**
     * @param namespacePrefix of namespaces that no other run uses
     */
    GeneratedRun(Sides sides, TestKinds kinds, AcceptedRules rules, String namespacePrefix) {
        this.sides = sides;
        this.kinds = kinds;
        this.rules = rules;
        this.namespacePrefix = namespacePrefix;
    }

    /** What is compared, up to the first step of each case that nothing explains: after it the states differ. */
    List<Comparison> run(List<ParityCase> cases) {
        return Parallel.map(cases, this::compare);
    }

    /** A few of the failing cases, one for each way to fail, as small as they could be made, as text. */
    String shrunk(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder();
        Set<String> seen = new HashSet<>();
        for (Comparison comparison : comparisons) {
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

    private Comparison compare(ParityCase parityCase) {
        Sides.Answers answers =
                sides.run(parityCase, kinds.of(parityCase), namespacePrefix + namespaces.incrementAndGet());
        Comparison whole = Comparison.of(parityCase, answers.crd(), answers.ours(), rules);
        for (int i = 0; i < whole.steps().size(); i++) {
            if (!whole.steps().get(i).unexplained().isEmpty()) {
                return new Comparison(parityCase, whole.steps().subList(0, i + 1));
            }
        }
        return whole;
    }

    /** In what way a case fails: two cases that fail in one way have one cause, most likely. */
    private static Optional<String> failure(Comparison comparison) {
        Comparison.Step last = comparison.steps().getLast();
        return last.unexplained().stream()
                .findFirst()
                .map(difference -> last.request().replaceFirst(" .*", "") + " differs at " + difference.place());
    }

    private static String commented(String text) {
        return text.replaceAll("(?m)^(?=.)", "# ");
    }
}
