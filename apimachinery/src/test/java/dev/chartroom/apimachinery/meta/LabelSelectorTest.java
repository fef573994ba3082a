package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LabelSelectorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                      | a=1           | true",
                "a                       | a=1           | true",
                "a                       | b=1           | false",
                "!a                      | b=1           | true",
                "! a                     | a=1           | false",
                "a=1                     | a=1           | true",
                "a==1                    | a=1           | true",
                "a = 1                   | a=1           | true",
                "a=1                     | a=2           | false",
                "a=1                     | b=1           | false",
                "a=                      | a=            | true",
                "a=                      | b=            | false",
                "a!=1                    | a=2           | true",
                "a!=1                    | b=1           | true",
                "a!=1                    | a=1           | false",
                "a in (1,2)              | a=2           | true",
                "a in (1, 2)             | a=2           | true",
                "a in(1,2)               | a=3           | false",
                "a in (1,2)              | b=1           | false",
                "a in ()                 | a=            | true",
                "a in (,x)               | a=            | true",
                "a notin (1,2)           | a=3           | true",
                "a notin (1,2)           | a=1           | false",
                "a notin (1,2)           | b=1           | true",
                "a>5                     | a=6           | true",
                "a>5                     | a=5           | false",
                "a>5                     | a=ten         | false",
                "a>5                     | b=6           | false",
                "a<5                     | a=4           | true",
                "a<5                     | a=5           | false",
                "a<9223372036854775807   | a=1           | true",
                "a>5                     | a=99999999999999999999 | false",
                "a=1,b=2                 | a=1;b=2       | true",
                "a=1,b=2                 | a=1;b=3       | false",
                "a=1 , !c, b in (2,3)    | a=1;b=3       | true",
                "in in (in,notin)        | in=notin      | true",
                "notin                   | notin=1       | true",
                "example.com/tier=web    | example.com/tier=web | true",
                "example.com/tier        | tier=web      | false",
            })
    void selectorMatches(String selector, String labels, boolean matches) {
        assertThat(LabelSelector.parse(selector).matches(labels(labels))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                  | ``",
                "a                   | a",
                "! a                 | !a",
                "a == b              | a=b",
                "a=                  | a=",
                "a!=b                | a!=b",
                "a in (b)            | a=b",
                "a notin (b)         | a!=b",
                "a in (c,b,b)        | a in (b,c)",
                "a notin ( c , b )   | a notin (b,c)",
                "a in (,b)           | a in (,b)",
                "a in ()             | a=",
                "a>5                 | a>5",
                "a < 5               | a<5",
                "a,!b,c in (d,e),f=g | a,!b,c in (d,e),f=g",
            })
    void textParsesToAnEqualSelector(String selector, String text) {
        LabelSelector parsed = LabelSelector.parse(selector);

        assertThat(parsed).hasToString(text);
        assertThat(LabelSelector.parse(text)).isEqualTo(parsed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",",
                "a,",
                ",a",
                "a,,b",
                "a=b=c",
                "a=b c",
                "=b",
                "!",
                "!a=b",
                "a!b",
                "a=!b",
                "a===b",
                "a in",
                "a in (",
                "a in (b",
                "a in b",
                "a in (b c)",
                "a in (b))",
                "a)",
                "a notin [b]",
                "a xin (b)",
                "(a)",
                "a>",
                "a>b",
                "a>1.5",
                "a<-5",
                "a>9223372036854775808",
                "-a",
                "a-",
                "a/b/c",
                "/a",
                "a/",
                "A.example.com/b",
                "a=-b",
                "a=b-",
                "a=b/c",
                "a in (b,-c)",
                "ä=b",
                "a=ä"
            })
    void malformedSelectorIsRefused(String selector) {
        assertThatThrownBy(() -> LabelSelector.parse(selector)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The messages are those of kube-apiserver 1.36. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a==b=c   | found '=', expected: ',' or 'end of string'",
                "a b      | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
                "a in     | unable to parse requirement: found '' expected: '('",
                "a in (b  | unable to parse requirement: found '', expected: ',' or ')'",
                "a in (   | unable to parse requirement: found '', expected: ',', ')' or identifier",
                "a in (b, | unable to parse requirement: found '', expected: ',', or identifier",
                "a,,b     | found ',', expected: identifier after ','",
                "a,       | found '', expected: identifier after ','",
                ",        | found ',', expected: !, identifier, or 'end of string'",
                "!        | unable to parse requirement: found '', expected: identifier",
                "!a=b     | found '=', expected: ',' or 'end of string'",
                "a>b      | unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
                "-a=b     | unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
                "a=-b     | unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
            })
    void malformedSelectorHasUpstreamsMessage(String selector, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(selector)).hasMessage(message);
    }

    @Test
    void namesAndValuesHaveTheLengthLimitsOfLabels() {
        String longest = "x".repeat(63);

        assertThat(LabelSelector.parse(longest + "=" + longest).matches(Map.of(longest, longest)))
                .isTrue();
        assertThatThrownBy(() -> LabelSelector.parse("x" + longest))
                .hasMessageContaining("name part must be no more than 63 bytes");
        assertThatThrownBy(() -> LabelSelector.parse("a=x" + longest))
                .hasMessageContaining("values[0][a]: Invalid value: ");
        assertThatThrownBy(() -> LabelSelector.parse("x".repeat(254) + "/a"))
                .hasMessageContaining("prefix part must be no more than 253 bytes");
    }

    @Test
    void manyRequirementsAreParsed() {
        String selector = "a in (" + "b,".repeat(20_000) + "c)" + ",!d".repeat(20_000);

        assertThat(LabelSelector.parse(selector).requirements()).hasSize(20_001);
    }

    @Test
    void emptySelectorMatchesEverything() {
        assertThat(LabelSelector.parse(" ")).isEqualTo(LabelSelector.EVERYTHING);
        assertThat(LabelSelector.EVERYTHING.matches(Map.of())).isTrue();
    }

    @Test
    void selectorsCanBeJoined() {
        LabelSelector selector = LabelSelector.equal("a", "1").and(LabelSelector.parse("!b"));

        assertThat(selector).hasToString("a=1,!b");
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        for (String label : List.of(text.split(";"))) {
            int sign = label.indexOf('=');
            labels.put(label.substring(0, sign), label.substring(sign + 1));
        }
        return labels;
    }
}
