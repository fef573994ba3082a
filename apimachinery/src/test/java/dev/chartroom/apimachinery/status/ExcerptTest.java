package dev.chartroom.apimachinery.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptTest {
    @ParameterizedTest
    @CsvSource({
        "'', 3, ''",
        "abc, 3, abc",
        "abcd, 3, ...",
        "abcdef, 6, abcdef",
        "abcdefg, 6, abc...",
        "ab😀defg, 6, ab...",
        "ab😀defg, 7, ab😀...",
        "a😀😀efg, 7, a😀...",
    })
    void longTextIsCutBetweenCharacters(String text, int longest, String excerpt) {
        assertThat(Excerpt.of(text, longest)).isEqualTo(excerpt);
    }
}
