package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameListTest {

    @Test
    void formattedNamesParseToTheSameNames() {
        List<String> names = List.of("example.com/guard", "a \"quoted\" one", "back\\slash", "line\nbreak", "\u0001é");

        assertThat(NameList.parse(NameList.format(names))).containsExactlyElementsOf(names);
    }

    @Test
    void anyJsonNotationOfTheListIsParsed() {
        assertThat(NameList.parse(" [ \"a\" ,\n\"b\\u0041\\/\" ] ")).containsExactly("a", "bA/");
        assertThat(NameList.parse("[]")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "a",
                "[\"a\"",
                "[\"a\",]",
                "[\"a]",
                "[a]",
                "[\"a\"] x",
                "[\"a\" \"b\"]",
                "[\"\\x\"]",
                "[\"\\u00g0\"]",
                "[\"\\u00",
                "{\"a\":1}",
                "[\"a\",1]"
            })
    void malformedTextParsesToNoNames(String text) {
        assertThat(NameList.parse(text)).isEmpty();
    }
}
