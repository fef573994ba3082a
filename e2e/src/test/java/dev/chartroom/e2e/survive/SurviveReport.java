package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of a run, by fault. */
final class SurviveReport {
    private final long seed;
    private final List<Result> results = new ArrayList<>();

    /**
     * A fault that happened.
     *
     * @param held from its begin to its end
     * @param requests the requests of all clients until they had recovered
     * @param failed those of them without a definite answer
     * @param outage from the begin of the fault to the last failed request; zero if none failed
     * @param recovery from the end of the fault to the last failed request, or until all watches were up to date
     */
    record Result(Fault fault, Duration held, long requests, long failed, Duration outage, Duration recovery) {}

    SurviveReport(long seed) {
        this.seed = seed;
    }

    void add(Result result) {
        results.add(result);
        System.out.printf(
                Locale.ROOT,
                "survive: %s for %.1f s: %d of %d requests failed, the last one after %.1f s; recovered in %.1f s%n",
                result.fault(),
                seconds(result.held()),
                result.failed(),
                result.requests(),
                seconds(result.outage()),
                seconds(result.recovery()));
    }

    List<Result> results() {
        return List.copyOf(results);
    }

    /** Prints the table and writes it to {@code target/survive.md}. */
    void publish(String totals) {
        Map<Fault, List<Result>> byFault = new EnumMap<>(Fault.class);
        results.forEach(each ->
                byFault.computeIfAbsent(each.fault(), _ -> new ArrayList<>()).add(each));
        StringBuilder text = new StringBuilder("Seed " + seed + ". " + totals + "\n\n"
                + "| Fault | Times | Requests | Failed | Last failure after its begin | Recovery after its end |\n"
                + "|---|---|---|---|---|---|\n");
        byFault.forEach((fault, all) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %.1f s | %.1f s |%n",
                fault.description(),
                all.size(),
                all.stream().mapToLong(Result::requests).sum(),
                all.stream().mapToLong(Result::failed).sum(),
                all.stream().mapToDouble(each -> seconds(each.outage())).max().orElse(0),
                all.stream().mapToDouble(each -> seconds(each.recovery())).max().orElse(0))));
        System.out.println(text);
        try {
            Files.writeString(ModuleDirectory.basedir().resolve("target/survive.md"), text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
