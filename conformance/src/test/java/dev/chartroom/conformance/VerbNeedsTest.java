package dev.chartroom.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.CaseLibrary;
import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.document.Yaml;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbNeedsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET {objects} | list",
                "GET {objects}?limit=1 | list",
                "GET {objects}/a | get",
                "GET {objects}?watch=true&timeoutSeconds=1 | watch",
                "GET {all}?timeoutSeconds=1&watch | watch",
                "GET /apis/{group}/{version}/namespaces/other/{plural} | list",
                "POST {objects} | create",
                "PUT {objects}/a | update",
                "PATCH {objects}/a | patch",
                "DELETE {objects}/a | delete",
                "DELETE {objects}?labelSelector=a | deletecollection"
            })
    void of_namesTheVerbOfEachRequest(String request, String verb) {
        var parityCase = CaseReader.read("t", Yaml.parsed("{name: n, steps: ['" + request + "']}"));

        assertThat(VerbNeeds.of(parityCase)).isEqualTo(Set.of(verb));
    }

    /** A run must not delete or change objects that it did not make. */
    @Test
    void noShippedCaseChangesObjectsOutsideOfItsNamespace() {
        assertThat(CaseLibrary.all())
                .hasSizeGreaterThan(600)
                .allSatisfy(each -> assertThat(each.steps())
                        .as(each.id())
                        .noneMatch(step -> step.method().equals("DELETE")
                                && !step.path().startsWith("{objects}")
                                && !step.path().contains("{ns}")
                                && !step.path().contains("there-is-no-such-namespace")));
    }
}
