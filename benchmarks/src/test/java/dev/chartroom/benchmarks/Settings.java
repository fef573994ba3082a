package dev.chartroom.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a run.
 *
 * @param applications the number of stored applications
 * @param kinds the number of served kinds, if kinds are measured; otherwise 0
 * @param objects the number of objects of each of these kinds
 * @param watchers the number of watches that wait for one event
 * @param report the Markdown file to write
 * @param peer another aggregated server to measure for comparison
 * @param options the options of the JVM that runs the program
 * @param classPath the class path of the program
 * @param inner whether only the inner loops are measured
 * @param postgres whether a database is measured beside a CRD
 * @param large whether the database is also measured with a million rows
 * @param brief whether only starts, lists, informers and memory are measured, in one start each
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
        boolean large,
        boolean brief) {

    /** Reads the system properties {@code bench.*}. */
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
                Boolean.getBoolean("bench.large"),
                Boolean.getBoolean("bench.brief"));
    }

    /** Returns the number of rounds of whole lists: fewer if each takes long. */
    int rounds() {
        if (isVast()) {
            return 3;
        }
        return isTrial() ? 3 : applications > 2_000 ? 9 : 15;
    }

    /** Returns how many of something a run measures: a tenth in a trial, at least 1. */
    int some(int all) {
        return isTrial() ? Math.max(1, all / 10) : all;
    }

    /** Returns whether the run only checks that everything works, because so few applications show nothing. */
    boolean isTrial() {
        return applications < 1_000;
    }

    /** Returns how often the server is started to measure a start. */
    int starts() {
        return brief || isTrial() ? 1 : Math.min(5, rounds());
    }

    /** Returns whether sixteen concurrent lists would need more memory of the kube-apiserver than machines have. */
    boolean isVast() {
        return applications > 20_000;
    }

    /** Returns whether the watch cache of the kube-apiserver would need more memory than machines have. */
    boolean isBeyondMemory() {
        return applications > 200_000;
    }

    /** Returns the number of calls in a block of single calls. */
    int calls() {
        return some(400);
    }

    private static Optional<String> text(String property) {
        return Optional.ofNullable(System.getProperty(property)).filter(text -> !text.isBlank());
    }

    private static int number(String property, int otherwise) {
        return text(property).map(Integer::parseInt).orElse(otherwise);
    }
}
