package dev.chartroom.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.document.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformanceReportTest {
    private static final AcceptedRules RULES =
            AcceptedRules.read("{id: words, reason: Other words., at: /message}", "rules");

    @Test
    void lines_haveTheTableAndEachUnexplainedDifference() {
        ConformanceReport report = report(
                check("D/get", "same", "{code: 200}", "{code: 200}"),
                check("D/get", "other-words", "{message: a}", "{message: b}"),
                check("E/accept", "wrong", "{code: 406}", "{code: 200, message: c}"));

        assertThat(report.hasDifferences()).isTrue();
        assertThat(report.lines()).containsExactly("""
            boxes.g.example.com, version v1, beside a CustomResourceDefinition with its schema

            TOPIC                     CASES  EQUAL  ACCEPTED  DIFFERENT
            D/get                         2      1         1          0
            E/accept                      1      0         0          1
            all                           3      1         1          1
            accepted: words (2)

            E/accept/wrong
              step 1: GET x
              at /code
                expected: 406
                actual:   200\
            """.split("\n", -1));
    }

    @Test
    void json_omitsAbsentValues() {
        JsonObject json = report(check("D/get", "more", "{}", "{code: 200}")).json();

        assertThat(json.get("differences"))
                .isEqualTo(Yaml.parse("[{case: D/get/more, step: 1, request: GET x, at: /code, actual: 200}]"));
        assertThat(json.get("all")).isEqualTo(Yaml.parse("{cases: 1, equal: 0, accepted: 0, different: 1}"));
    }

    @Test
    void acceptedDifferences_areNoFailure() {
        assertThat(report(check("D/get", "words", "{message: a}", "{message: b}"))
                        .hasDifferences())
                .isFalse();
    }

    private static ConformanceReport report(CaseComparison... comparisons) {
        return new ConformanceReport("boxes.g.example.com", "v1", List.of(comparisons), List.of());
    }

    private static CaseComparison check(String topic, String name, String expected, String actual) {
        return new Check(topic, name, "GET x", Yaml.parsed(expected), Yaml.parsed(actual)).compared(RULES);
    }
}
