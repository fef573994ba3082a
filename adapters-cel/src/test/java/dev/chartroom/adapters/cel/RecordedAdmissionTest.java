package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.domain.admission.AdmissionExpressions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every expression has the outcome that was recorded from kube-apiserver 1.36.3. The JSON is Chartroom's own if an
 * Object holds null, an empty list, or a number that no float64 can hold. Upstream has no JSON of it yet.
 */
class RecordedAdmissionTest {
    private static final Path FOLDER = Path.of("src/test/resources/admission");

    static List<AdmissionCase> cases() {
        return AdmissionCase.read(FOLDER.resolve("expressions.txt"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void outcomeAndCostMatchKubeApiserver(AdmissionCase recorded) {
        AdmissionExpressions.Scope scope = new CelAdmissionExpressions().scope(recorded.variables());
        AdmissionExpressions.Evaluation evaluation =
                scope.begin(AdmissionInput.of(TestYaml.read(FOLDER.resolve("object.json"))), recorded.budget());

        AdmissionExpressions.Outcome outcome = evaluation.evaluate(scope.compile(recorded.expression()));

        assertThat(json(recorded.text(outcome))).isEqualTo(json(recorded.outcome()));
        if (recorded.cost().matches("\\d+")) {
            assertThat(String.valueOf(recorded.budget() - evaluation.remaining()))
                    .isEqualTo(recorded.cost());
        }
    }

    /** Returns the outcome with its JSON, if any, as a value: the order of members does not count. */
    private static Object json(String outcome) {
        boolean hasJson = outcome.startsWith("object ") || outcome.startsWith("patch ") || outcome.startsWith("text ");
        return hasJson ? List.of(outcome.split(" ", 2)[0], JsonText.parse(outcome.split(" ", 2)[1])) : outcome;
    }
}
