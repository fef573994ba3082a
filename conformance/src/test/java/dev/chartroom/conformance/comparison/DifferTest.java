package dev.chartroom.conformance.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
                "[1,\"1\",null,true,{}] | [1,\"1\",null,true,{}]",
                "1.5 | 1.5",
                "123456789012345678901234567890 | 123456789012345678901234567890"
            })
    void equalValuesHaveNoDifference(String crd, String ours) {
        assertThat(compare(crd, ours)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1.0 | ``",
                "1.0 | 1.00 | ``",
                "1 | \"1\" | ``",
                "9007199254740993 | 9007199254740992 | ``",
                "123456789012345678901234567890 | 123456789012345678901234567891 | ``",
                "1e21 | 1000000000000000000000 | ``",
                "{\"a\":null} | {} | /a",
                "{} | {\"a\":null} | /a",
                "{\"a\":[]} | {\"a\":{}} | /a",
                "{\"a\":[]} | {} | /a",
                "{\"a\":[1,2]} | {\"a\":[2,1]} | /a/0 /a/1",
                "{\"a\":[1,2]} | {\"a\":[1]} | /a/1",
                "{\"a\":{\"b\":\"x\"}} | {\"a\":{\"b\":\"X\"}} | /a/b",
                "{\"a/b\":1} | {\"a/b\":2} | /a~1b",
                "true | false | ``"
            })
    void everyDifferenceIsReportedAtItsPointer(String crd, String ours, String places) {
        assertThat(compare(crd, ours))
                .extracting(difference -> difference.pointer().toString())
                .containsExactly(places.split(" "));
    }

    @Test
    void objectInsteadOfAFailureStatusIsOneDifference() {
        String object = "{\"body\":{\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\"},\"spec\":{}}}";
        String failure = "{\"body\":{\"kind\":\"Status\",\"metadata\":{},\"status\":\"Failure\",\"code\":409}}";

        assertThat(compare(object, failure))
                .extracting(difference -> difference.pointer().toString())
                .containsExactly("/body");
    }

    private static List<Difference> compare(String crd, String ours) {
        return Differ.compare(TestJson.parse(crd), TestJson.parse(ours));
    }
}
