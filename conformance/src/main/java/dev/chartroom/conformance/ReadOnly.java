package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
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

    /**
     * Returns the answers of one side without those to steps that both sides answered with objects. If only one side did,
     * only the status codes are left, because a report must not show objects of others.
     */
    static List<StepAnswer> withoutObjects(List<StepAnswer> answers, List<StepAnswer> others) {
        List<StepAnswer> kept = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            StepAnswer answer = answers.get(i);
            boolean isOtherOk = i < others.size() && isOk(others.get(i));
            if (isOk(answer) != isOtherOk) {
                kept.add(codeOf(answer));
            } else if (!isOtherOk) {
                kept.add(answer);
            }
        }
        return kept;
    }

    private static StepAnswer codeOf(StepAnswer answer) {
        return new StepAnswer(
                answer.step(),
                JsonObject.builder()
                        .putIfPresent("code", answer.answer().get("code"))
                        .build());
    }

    private static boolean isOk(StepAnswer answer) {
        return Objects.equals(answer.answer().get("code"), OK);
    }
}
