package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.Problem.Level;
import java.util.Comparator;
import java.util.List;

/** The result of one examination. */
record CheckReport(String check, List<Problem> problems) {
    CheckReport {
        problems =
                problems.stream().sorted(Comparator.comparing(Problem::level)).toList();
    }

    /** Returns the word for the most serious problem, or {@code ok}. */
    String result() {
        return problems.isEmpty() ? "ok" : problems.getFirst().levelText();
    }

    long count(Level level) {
        return problems.stream().filter(problem -> problem.level() == level).count();
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("check", check)
                .put("result", result())
                .put(
                        "problems",
                        new JsonArray(
                                List.copyOf(problems.stream().map(Problem::json).toList())))
                .build();
    }
}
