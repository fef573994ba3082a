package dev.chartroom.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run as Markdown with aligned columns, so that it can be printed as well.
 *
 * @param facts sentences about the run
 */
public record Report(List<String> facts, List<Row> rows) {
    private static final List<String> HEAD =
            List.of("Row", "K", "Chartroom", "Ratio", "K, cold", "Chartroom, cold", "Goal", "Reached");

    /** Returns the facts as a list, then the table. */
    public String toMarkdown() {
        List<List<String>> lines = new ArrayList<>(List.of(HEAD));
        rows.forEach(row -> lines.add(row.cells()));
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        lines.add(1, IntStream.of(widths).mapToObj("-"::repeat).toList());
        StringBuilder text = new StringBuilder();
        facts.forEach(fact -> text.append("- ").append(fact).append('\n'));
        text.append('\n');
        lines.forEach(line -> text.append(line(line, widths)).append('\n'));
        return text.toString();
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            line.append(' ')
                    .append(cell)
                    .append(" ".repeat(widths[column] - cell.length()))
                    .append(" |");
        }
        return line.toString();
    }
}
