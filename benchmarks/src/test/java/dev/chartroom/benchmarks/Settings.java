package dev.chartroom.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is asked for.
 *
 * @param applications how many are stored
 * @param kinds how many are served, where it is kinds that are measured; otherwise 0
 * @param objects how many there are of each of these kinds
 * @param watchers how many wait for one event
 * @param report the Markdown file to write
 * @param peer another aggregated server to measure beside
 * @param options of the JVM that runs the program
 * @param classPath of the program
 * @param inner whether only the inner loops are measured
 * @param postgres whether a database is measured beside a CRD
 * @param large whether also with a million rows in it
 */
record Settings(
        int applications,
        int kinds,
        int objects,
        int watchers,
        Path report,
        Optional<Peer> peer,
        List<String> options,
        String classPath,
        boolean inner,
        boolean postgres,
        boolean large) {

    /** From the system properties {@code bench.*}. */
    static Settings ofSystemProperties() {
        int applications = number("bench.n", 10_000);
        if (applications < 10) {
            throw new IllegalArgumentException("bench.n must be at least 10");
        }
        return new Settings(
                applications,
                number("bench.kinds", 0),
                number("bench.objects", 0),
                Math.min(applications, number("bench.watchers", 300)),
                Path.of(text("bench.report").orElse("target/benchmark.md")),
                text("bench.peer").map(Peer::parse),
                text("bench.options").map(all -> List.of(all.split(" "))).orElse(List.of()),
                text("bench.classpath").orElseGet(() -> System.getProperty("java.class.path")),
                Boolean.getBoolean("bench.inner"),
                Boolean.getBoolean("bench.postgres"),
                Boolean.getBoolean("bench.large"));
    }

    /** Rounds of whole lists: fewer where each takes long. */
    int rounds() {
        if (isVast()) {
            return 3;
        }
        return applications > 2_000 ? 9 : 15;
    }

    /** Whether sixteen lists at a time would need more memory of the kube-apiserver than machines have. */
    boolean isVast() {
        return applications > 20_000;
    }

    /** Calls in one block of single calls. */
    int calls() {
        return applications < 1_000 ? 40 : 400;
    }

    private static Optional<String> text(String property) {
        return Optional.ofNullable(System.getProperty(property)).filter(text -> !text.isBlank());
    }

    private static int number(String property, int otherwise) {
        return text(property).map(Integer::parseInt).orElse(otherwise);
    }
}
