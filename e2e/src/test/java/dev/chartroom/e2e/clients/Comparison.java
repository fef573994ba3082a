package dev.chartroom.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Runs cases on both sides, several at a time, and compares them. */
final class Comparison {
    private static final int AT_A_TIME = 6;

    private final String prefix;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(AT_A_TIME, Thread.ofPlatform().daemon().factory());

    private Comparison(String prefix) {
        this.prefix = prefix;
    }

    /**
     * A case that runs on both sides.
     *
     * @param run runs the case in its own namespace and returns the output of each step
     */
    record Case(String name, BiFunction<Side, String, List<String>> run) {}

    /** Returns tests of scripts for one kubectl. */
    static Stream<DynamicTest> ofScripts(List<Script> scripts, Path kubectl, String prefix) {
        return of(
                scripts.stream()
                        .map(script -> new Case(
                                script.name(),
                                (side, namespace) -> ScriptRun.transcript(script, kubectl, side, namespace)))
                        .toList(),
                prefix);
    }

    /**
     * Returns one test per case. All cases start at the same time.
     *
     * @param prefix the prefix of the names of the namespaces, unique per caller
     */
    static Stream<DynamicTest> of(List<Case> cases, String prefix) {
        Comparison comparison = new Comparison(prefix);
        List<String> namespaces = new ArrayList<>();
        for (Side side : Side.values()) {
            IntStream.range(0, cases.size()).forEach(index -> namespaces.add(comparison.namespace(side, index)));
        }
        TwoSides.createNamespaces(namespaces);
        List<DynamicTest> tests = new ArrayList<>();
        for (int index = 0; index < cases.size(); index++) {
            Case one = cases.get(index);
            Future<List<String>> crd = comparison.begin(one, Side.CRD, index);
            Future<List<String>> chartroom = comparison.begin(one, Side.CHARTROOM, index);
            tests.add(DynamicTest.dynamicTest(
                    one.name(),
                    () -> assertThat(differences(one.name(), result(crd), result(chartroom)))
                            .isEmpty()));
        }
        comparison.threads.shutdown();
        return tests.stream();
    }

    private Future<List<String>> begin(Case one, Side side, int index) {
        String namespace = namespace(side, index);
        return threads.submit(() -> {
            Canonical canonical = new Canonical(side, namespace);
            return one.run().apply(side, namespace).stream()
                    .map(canonical::text)
                    .toList();
        });
    }

    private String namespace(Side side, int index) {
        return side.namespace(prefix + "-" + index);
    }

    private static List<String> result(Future<List<String>> transcript) throws InterruptedException {
        try {
            return transcript.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** Returns the steps with different output on both sides, and the intended differences that no step shows. */
    private static String differences(String name, List<String> crd, List<String> chartroom) {
        AcceptedDifferences accepted = AcceptedDifferences.of(name);
        String differences = IntStream.range(0, Math.max(crd.size(), chartroom.size()))
                .mapToObj(index -> new AcceptedDifference.Shown(step(crd, index), step(chartroom, index)))
                .map(accepted::without)
                .filter(shown -> !shown.same())
                .map(shown -> "\n--- a CRD\n" + shown.crd() + "\n--- Chartroom\n" + shown.chartroom())
                .collect(Collectors.joining());
        return accepted.missed().stream()
                .map(missed -> "\n--- accepted, but not there: " + missed)
                .collect(Collectors.joining("", differences, ""));
    }

    private static String step(List<String> steps, int index) {
        return index < steps.size() ? steps.get(index) : "(nothing more)";
    }
}
