package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.ParityCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The part of a case that fits a resource without objects of the run. The twin has no objects, and the resource has
 * those of users, so only answers that do not depend on objects can be compared.
 */
final class ReadOnly {
    private static final JsonNumber OK = JsonNumber.of(200);

    private ReadOnly() {}

    /** Returns whether a case only reads, and uses no values of earlier answers. */
    static boolean fits(ParityCase parityCase) {
        return parityCase.steps().stream()
                .allMatch(step -> step.method().equals("GET") && !step.path().contains(":/"));
    }

    /** Returns the answers of one side without those to steps that both sides answered with objects. */
    static List<StepAnswer> withoutObjects(List<StepAnswer> answers, List<StepAnswer> others) {
        List<StepAnswer> kept = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (!isOk(answers.get(i)) || i >= others.size() || !isOk(others.get(i))) {
                kept.add(answers.get(i));
            }
        }
        return kept;
    }

    private static boolean isOk(StepAnswer answer) {
        return Objects.equals(answer.answer().get("code"), OK);
    }
}
