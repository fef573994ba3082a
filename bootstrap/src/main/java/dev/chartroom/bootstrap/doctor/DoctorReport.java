package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.TerminalText;
import dev.chartroom.bootstrap.doctor.Problem.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of all examinations.
 *
 * @param checks one entry for each examination, in their order
 */
public record DoctorReport(List<CheckReport> checks) {
    public DoctorReport {
        checks = List.copyOf(checks);
    }

    /** Returns whether there is a problem of the level {@code ERROR}. */
    public boolean hasErrors() {
        return count(Level.ERROR) > 0;
    }

    /** Returns the report as text: a line for each examination, the problems after it, and a line with the totals. */
    public List<String> lines() {
        int width =
                checks.stream().mapToInt(check -> check.check().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (CheckReport check : checks) {
            lines.add(check.check() + " ".repeat(width - check.check().length() + 2) + check.result());
            for (Problem problem : check.problems()) {
                // A message may be from the cluster. It must not look like another line.
                lines.add(TerminalText.escaped(
                        "  " + problem.levelText() + ": " + problem.object() + ": " + problem.message()));
                lines.add(TerminalText.escaped("    effect: " + problem.effect()));
                lines.add(TerminalText.escaped("    remedy: " + problem.remedy()));
            }
        }
        lines.add(counted(Level.ERROR, "error", "errors") + ", " + counted(Level.WARNING, "warning", "warnings") + ", "
                + count(Level.UNKNOWN) + " not examined");
        return lines;
    }

    public JsonObject json() {
        return JsonObject.builder()
                .put("errors", count(Level.ERROR))
                .put("warnings", count(Level.WARNING))
                .put("unknown", count(Level.UNKNOWN))
                .put(
                        "checks",
                        new JsonArray(List.copyOf(
                                checks.stream().map(CheckReport::json).toList())))
                .build();
    }

    private long count(Level level) {
        return checks.stream().mapToLong(check -> check.count(level)).sum();
    }

    private String counted(Level level, String singular, String plural) {
        long count = count(level);
        return count + " " + (count == 1 ? singular : plural);
    }
}
