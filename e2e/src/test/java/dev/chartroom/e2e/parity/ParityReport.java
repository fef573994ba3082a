package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.comparison.Difference;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The result of a run, as a table and as a list of all unexplained differences. */
final class ParityReport {
    private static final String HEAD = """
        | Section | Cases | equal | explained | unexplained | Steps | equal | accepted differences | unexplained differences |
        |---|---|---|---|---|---|---|---|---|
        """;
    private static final String ALL = "| all | ";

    private final String title;
    private final Collection<CaseComparison> comparisons;

    ParityReport(String title, Collection<CaseComparison> comparisons) {
        this.title = title;
        this.comparisons = List.copyOf(comparisons);
    }

    /** Returns the numbers of cases, steps and differences by section, then by rule. */
    String table() {
        StringBuilder text = new StringBuilder("# " + title + "\n\n" + HEAD);
        Map<String, List<CaseComparison>> sections = new TreeMap<>();
        comparisons.forEach(each -> sections.computeIfAbsent(each.parityCase().section(), _ -> new ArrayList<>())
                .add(each));
        sections.forEach((section, cases) -> text.append(row(section, cases)));
        text.append(row("all", comparisons)).append("\n| Rule | differences |\n|---|---|\n");
        Map<String, Integer> rules = new TreeMap<>();
        comparisons.stream()
                .flatMap(each -> each.steps().stream())
                .forEach(step -> step.accepted().forEach((rule, count) -> rules.merge(rule, count, Integer::sum)));
        rules.forEach((rule, count) -> text.append("| " + rule + " | " + count + " |\n"));
        return text.toString();
    }

    /** Returns each unexplained difference with its case and step. */
    String unexplained() {
        StringBuilder text = new StringBuilder();
        for (CaseComparison comparison : comparisons) {
            for (int i = 0; i < comparison.steps().size(); i++) {
                CaseComparison.Step step = comparison.steps().get(i);
                for (Difference difference : step.unexplained()) {
                    text.append(comparison.parityCase().id() + "\n   " + (i + 1) + ". " + step.request() + "\n   "
                            + difference + "\n");
                }
            }
        }
        return text.toString();
    }

    /**
     * Returns the places of unexplained differences, the most frequent first, each with its number of cases and an
     * example.
     */
    String places() {
        Map<String, List<String>> cases = new LinkedHashMap<>();
        for (CaseComparison comparison : comparisons) {
            comparison.steps().stream()
                    .flatMap(step -> step.unexplained().stream())
                    .map(Difference::place)
                    .distinct()
                    .forEach(place -> cases.computeIfAbsent(place, _ -> new ArrayList<>())
                            .add(comparison.parityCase().id()));
        }
        StringBuilder text = new StringBuilder("\n| Unexplained at | Cases | for example |\n|---|---|---|\n");
        cases.entrySet().stream()
                .sorted(Map.Entry.comparingByValue((a, b) -> Integer.compare(b.size(), a.size())))
                .forEach(entry -> text.append("| `" + entry.getKey() + "` | "
                        + entry.getValue().size() + " | " + entry.getValue().getFirst() + " |\n"));
        return text.toString();
    }

    /**
     * Prints the table, writes the report to {@code target/parity}, and updates the table of all runs.
     *
     * @param run the name of the file
     */
    void publish(String run) {
        System.out.println("\n" + table());
        Path folder = ModuleDirectory.basedir().resolve("target/parity");
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(run + ".md"), table() + places() + "\n```\n" + unexplained() + "```\n");
            Files.writeString(folder.resolveSibling("parity.md"), summary(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a table of the last lines of all runs' tables. */
    private static String summary(Path folder) throws IOException {
        StringBuilder text = new StringBuilder(HEAD.replace("Section", "Run"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                lines.stream()
                        .filter(line -> line.startsWith(ALL))
                        .map(line -> "| " + lines.getFirst().substring(2) + " | " + line.substring(ALL.length()) + "\n")
                        .forEach(text::append);
            }
        }
        return text.toString();
    }

    private static String row(String name, Collection<CaseComparison> cases) {
        List<CaseComparison.Step> steps =
                cases.stream().flatMap(each -> each.steps().stream()).toList();
        long accepted = steps.stream()
                .flatMap(step -> step.accepted().values().stream())
                .mapToInt(Integer::intValue)
                .sum();
        long unexplained =
                steps.stream().mapToInt(step -> step.unexplained().size()).sum();
        return "| " + name + " | " + cases.size() + " | " + count(cases, CaseComparison::isEqual) + " | "
                + count(cases, each -> each.isExplained() && !each.isEqual()) + " | "
                + count(cases, each -> !each.isExplained()) + " | " + steps.size() + " | "
                + count(steps, CaseComparison.Step::isEqual) + " | " + accepted + " | " + unexplained + " |\n";
    }

    private static <T> long count(Collection<T> all, Predicate<T> counted) {
        return all.stream().filter(counted).count();
    }
}
