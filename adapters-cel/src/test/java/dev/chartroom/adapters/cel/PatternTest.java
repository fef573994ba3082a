package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns use RE2's syntax and match anywhere in a text. */
class PatternTest {
    private final CelExpressions expressions = new CelExpressions();

    @ParameterizedTest
    @CsvSource({
        "[0-9]+, a12, true",
        "^a$, ab, false",
        "\\pL, é, true",
        "^.$, 😀, true",
        "(?i)abc, xABCx, true",
        "^$, x, false"
    })
    void patternMatchesAnywhereUnlessAnchored(String pattern, String text, boolean found) {
        assertThat(expressions.pattern(pattern).test(text)).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource({"(, missing closing )", "(?=x), invalid or unsupported Perl syntax", "\\1, invalid escape sequence"})
    void patternInvalidInRe2IsRejected(String pattern, String reason) {
        assertThatThrownBy(() -> expressions.pattern(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void nestedQuantifiersDoNotBacktrackOnLongText() {
        assertThat(expressions.pattern("^(a+)+$").test("a".repeat(20_000) + "b"))
                .isFalse();
    }
}
