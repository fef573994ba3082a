package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.List;

/**
 * A statement that holds for the answers of any API server, without a twin.
 *
 * @param request the request whose answer was judged
 * @param expected the content that the answer should have
 * @param actual the same part of the answer
 */
record Check(String topic, String name, String request, JsonObject expected, JsonObject actual) {

    boolean holds() {
        return expected.equals(actual);
    }

    /** Returns the check in the form of a case, with the expected content on the side of the twin. */
    CaseComparison compared(AcceptedRules rules) {
        ParityCase asCase = new ParityCase(topic, name, "", "", List.of(), JsonObject.EMPTY);
        return CaseComparison.of(
                asCase, List.of(new StepAnswer(request, expected)), List.of(new StepAnswer(request, actual)), rules);
    }
}
