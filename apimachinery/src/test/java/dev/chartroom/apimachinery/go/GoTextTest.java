package dev.chartroom.apimachinery.go;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoTextTest {
    static String[][] texts() {
        return new String[][] {
            {"", "\"\""},
            {"two words", "\"two words\""},
            {"a\"b\\c", "\"a\\\"b\\\\c\""},
            {"\u0007\b\f\n\r\t\u000b", "\"\\a\\b\\f\\n\\r\\t\\v\""},
            {"\u0000\u007f", "\"\\x00\\x7f\""},
            {"ü\u00a0\u200b", "\"ü\\u00a0\\u200b\""},
            {"\uD83D\uDE00", "\"\uD83D\uDE00\""},
            {"\uDBFF\uDFFF", "\"\\U0010ffff\""},
        };
    }

    @ParameterizedTest
    @MethodSource("texts")
    void stringsAreQuotedLikeGo(String text, String quoted) {
        assertThat(GoText.quote(text)).isEqualTo(quoted);
    }

    @Test
    void duplicateErrorsAreListedOnce() {
        assertThat(GoText.errors(List.of("b", "a", "b"))).isEqualTo("[b, a]");
        assertThat(GoText.errors(List.of("a", "a"))).isEqualTo("a");
    }
}
