package dev.chartroom.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.document.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadOnlyTest {
    private static final StepAnswer OBJECTS = answer(200, "an object of a user");
    private static final StepAnswer REFUSED = answer(403, "forbidden");

    /** Objects of others must not be shown, so only the code is left if just one side has them. */
    @Test
    void withoutObjects_keepsNoBodyThatMayBeAnObject() {
        assertThat(ReadOnly.withoutObjects(List.of(OBJECTS), List.of(OBJECTS))).isEmpty();
        assertThat(ReadOnly.withoutObjects(List.of(OBJECTS), List.of(REFUSED))).containsExactly(code(200));
        assertThat(ReadOnly.withoutObjects(List.of(REFUSED), List.of(OBJECTS))).containsExactly(code(403));
        assertThat(ReadOnly.withoutObjects(List.of(OBJECTS), List.of())).containsExactly(code(200));
    }

    @Test
    void withoutObjects_keepsErrorsOfBothSides() {
        assertThat(ReadOnly.withoutObjects(List.of(REFUSED), List.of(answer(404, "missing"))))
                .containsExactly(REFUSED);
        assertThat(ReadOnly.withoutObjects(List.of(REFUSED), List.of())).containsExactly(REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "GET {objects}, true",
        "GET {objects}/a?pretty=true, true",
        "POST {objects}, false",
        "DELETE {objects}/a, false",
        "GET {objects}?resourceVersion={1:/body/metadata/resourceVersion}, false"
    })
    void fits_needsReadsThatStandAlone(String request, boolean fits) {
        var parityCase = CaseReader.read("t", Yaml.parsed("{name: n, steps: ['" + request + "']}"));

        assertThat(ReadOnly.fits(parityCase)).isEqualTo(fits);
    }

    private static StepAnswer answer(int code, String message) {
        return new StepAnswer(
                "GET",
                JsonObject.builder()
                        .put("code", JsonNumber.of(code))
                        .put(
                                "body",
                                JsonObject.builder().put("message", message).build())
                        .build());
    }

    private static StepAnswer code(int code) {
        return new StepAnswer("GET", JsonObject.of("code", JsonNumber.of(code)));
    }
}
