package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                " false ",
                "0",
                "-0",
                "-12",
                "9223372036854775807",
                "9223372036854775808",
                "1.5e+3",
                "0.1E-2",
                "\"\"",
                "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"",
                "[]",
                "{}",
                "[1, [2], {\"a\": [ ]}]",
                "\t{\"a\" : 1,\r\n\"b\":{\"a\":null}}"
            })
    void parsesValidJsonLikeJackson(String text) {
        assertThat(JsonText.parse(text)).isEqualTo(TestJson.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nul",
                "nulll",
                "tru",
                "01",
                "1.",
                ".5",
                "+1",
                "1e",
                "-",
                "NaN",
                "Infinity",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u12",
                "\"a\nb\"",
                "[1,]",
                "[1 2]",
                "[",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1",
                "1 2",
                "[]]",
                "\u00a01",
                "1e99999999999"
            })
    void rejectsInvalidJson(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.parse(text))
                .withMessageStartingWith("invalid JSON at character ");
    }

    @Test
    void lastDuplicateMemberWins() {
        assertThat(JsonText.parse("{\"a\":1,\"a\":2}")).isEqualTo(JsonObject.of("a", JsonNumber.of(2)));
    }

    @Test
    void nestingIsLimited() {
        assertThat(JsonText.parse("[".repeat(400) + "]".repeat(400))).isInstanceOf(JsonArray.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.parse("{\"a\":".repeat(100_000)))
                .withMessageContaining("nested too deep");
    }

    @Test
    void formattedValuesParseToTheSameValues() {
        Random random = new Random(4);
        for (int i = 0; i < 500; i++) {
            JsonValue value = value(random, 4);
            assertThat(JsonText.parse(value.toString())).isEqualTo(value);
        }
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBoolean.of(random.nextBoolean());
            case 2 -> JsonNumber.of(random.nextLong());
            case 3 -> JsonNumber.of(BigDecimal.valueOf(random.nextGaussian()));
            case 4 -> new JsonString(string(random));
            case 5 -> JsonArray.of(value(random, depth - 1), value(random, depth - 1));
            default ->
                JsonObject.builder()
                        .put(string(random), value(random, depth - 1))
                        .put(string(random), value(random, depth - 1))
                        .build();
        };
    }

    private static String string(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(5), 0, 0x2030).forEach(text::appendCodePoint);
        return text.toString();
    }
}
