package dev.chartroom.bootstrap.adoption;

import dev.chartroom.domain.adoption.AdoptionCandidate;
import java.util.ArrayList;
import java.util.List;

/** The releases that can be adopted and those that cannot, as a table. Not thread-safe. */
public final class CandidateTable {
    private static final String NONE = "-";
    private static final List<String> HEADER = List.of("NAMESPACE", "RELEASE", "KIND", "NAME", "PROBLEM");
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    public void add(AdoptionCandidate candidate) {
        rows.add(List.of(
                candidate.release().namespace(),
                candidate.release().name(),
                candidate.kind().names().kind(),
                candidate.name().orElse(NONE),
                candidate.refusal().orElse(NONE)));
    }

    /** Returns the header and the rows, in the order in which they were added; one sentence if there are no rows. */
    public List<String> lines() {
        if (rows.isEmpty()) {
            return List.of("no plain HelmRelease has the chart of a kind");
        }
        List<List<String>> all = new ArrayList<>();
        all.add(HEADER);
        all.addAll(rows);
        return all.stream().map(row -> line(row, all)).toList();
    }

    private static String line(List<String> row, List<List<String>> all) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size() - 1; i++) {
            int column = i;
            int width = all.stream()
                    .mapToInt(each -> each.get(column).length())
                    .max()
                    .orElse(0);
            line.append(row.get(i)).repeat(' ', width - row.get(i).length()).append(GAP);
        }
        return line.append(row.getLast()).toString();
    }
}
