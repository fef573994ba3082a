package dev.chartroom.adapters.cel;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An expression with its outcome in kube-apiserver.
 *
 * @param cost the cost; a tilde if cel-go optimises differently, and a dash if the budget was used up
 * @param outcome the outcome in the notation of {@link #text}
 */
record AdmissionCase(
        long budget, List<AdmissionExpressions.Variable> variables, String expression, String cost, String outcome) {
    static final long BUDGET = 10_000_000;

    static List<AdmissionCase> read(Path file) {
        List<AdmissionCase> cases = new ArrayList<>();
        long budget = BUDGET;
        List<AdmissionExpressions.Variable> variables = new ArrayList<>();
        String expression = "";
        for (String line : lines(file)) {
            if (line.startsWith("budget ")) {
                budget = Long.parseLong(line.substring("budget ".length()));
            } else if (line.startsWith("let ")) {
                String[] parts = line.substring("let ".length()).split(" = ", 2);
                variables.add(new AdmissionExpressions.Variable(parts[0], parts[1]));
            } else if (!line.startsWith("    ")) {
                expression = line;
            } else {
                String[] parts = line.strip().split(" ", 2);
                cases.add(new AdmissionCase(budget, List.copyOf(variables), expression, parts[0], parts[1]));
                variables.clear();
                budget = BUDGET;
            }
        }
        return cases;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns an outcome in the file's notation: {@code error} for evaluation errors, {@code failed} for other
     * failures.
     */
    String text(Outcome outcome) {
        String prefix = "expression '" + expression + "' resulted in error: ";
        return switch (outcome) {
            case Outcome.Truth(boolean holds) -> String.valueOf(holds);
            case Outcome.Text(String text) -> "text " + new JsonString(text);
            case Outcome.Null _ -> "null";
            case Outcome.Other(String type) -> "other " + type;
            case Outcome.OutOfBudget _ -> "out of budget";
            case Outcome.Configuration(var object) -> "object " + object;
            case Outcome.Operations(var operations) ->
                "patch " + operations.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
            case Outcome.Failed(String message) ->
                (message.startsWith(prefix) ? "error " + message.substring(prefix.length()) : "failed " + message)
                        .replace("\n", "\\n");
        };
    }

    @Override
    public String toString() {
        return expression;
    }
}
