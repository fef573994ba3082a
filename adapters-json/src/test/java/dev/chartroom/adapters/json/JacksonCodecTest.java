package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.RandomJson;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.fuzz.Mutations;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonCodecTest {
    private final JsonCodec codec = new JacksonCodec();

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void encodedValueParsesToTheSameText(long seed) {
        JsonValue value = new RandomJson(seed).value(6);

        // The text also shows the order of keys and the notation of numbers, which equality ignores.
        assertThat(codec.parse(codec.encode(value))).isEqualTo(value).hasToString(value.toString());
    }

    @Test
    void encodeWritesUtf8WithoutWhiteSpace() {
        byte[] json = codec.encode(parse("{ \"b\" : [ 1 , null ],\n \"a\" : \"é\\u0001\" }"));

        assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo("{\"b\":[1,null],\"a\":\"é\\u0001\"}");
    }

    @Test
    void keysKeepTheirOrder() {
        JsonObject object = (JsonObject) parse("{\"z\":1,\"a\":2,\"m\":{\"9\":0,\"1\":0}}");

        assertThat(object.names()).containsExactly("z", "a", "m");
        assertThat(object.objectOrEmpty("m").names()).containsExactly("9", "1");
    }

    @Test
    void nullIsDistinctFromAMissingKey() {
        JsonObject object = (JsonObject) parse("{\"a\":null}");

        assertThat(object.get("a")).isEqualTo(JsonNull.NULL);
        assertThat(object.has("b")).isFalse();
    }

    @Test
    void duplicateKeyTakesTheLastValue() {
        assertThat(parse("{\"a\":1,\"b\":2,\"a\":3}")).hasToString("{\"a\":3,\"b\":2}");
    }

    /** A long-lived document, such as a definition, holds each name once. */
    @Test
    void repeatedNamesShareOneString() {
        for (JsonValue value : List.of(
                parse("[{\"name\":1},{\"name\":2}]"),
                codec.parseYaml("- name: 1\n- name: 2\n".getBytes(StandardCharsets.UTF_8)))) {
            List<String> names = ((JsonArray) value)
                    .objects().stream()
                            .map(object -> object.names().iterator().next())
                            .toList();

            assertThat(names.getFirst()).isEqualTo("name").isSameAs(names.getLast());
        }
    }

    @Test
    void atMostOneHundredDuplicateFieldsAreReported() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 300; i++) {
            json.append("\"a").append(i / 3).append("\":1,");
        }
        json.append("\"b\":1,\"b\":2}");

        assertThat(duplicates(json.toString()))
                .hasSize(100)
                .startsWith("duplicate field \"a0\"", "duplicate field \"a1\"");
    }

    @Test
    void duplicateFieldsAreReportedByPathUpToATotalLength() {
        String name = "n".repeat(40_000);

        assertThat(duplicates("{\"a\":[{},{\"b\":{\"c\":1,\"c\":2}}]}"))
                .containsExactly("duplicate field \"a[1].b.c\"");
        assertThat(duplicates("{\"" + name + "\":{\"a\":1,\"a\":1,\"b\":1,\"b\":1,\"c\":1,\"c\":1}}"))
                .containsExactly("duplicate field \"" + name + ".a\"", "duplicate field \"" + name + ".b\"");
    }

    private static List<String> duplicates(String json) {
        return new JacksonCodec()
                .document(json.getBytes(StandardCharsets.UTF_8))
                .duplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "0, true, 0",
        "-0, true, 0",
        "7, true, 7",
        "9223372036854775807, true, 9223372036854775807",
        "-9223372036854775808, true, -9223372036854775808",
        "999999999999999999, true, 999999999999999999",
        "-999999999999999999, true, -999999999999999999",
        "9223372036854775808, false, 9223372036854775808",
        "-9223372036854775809, false, -9223372036854775809",
        "100000000000000000000, false, 100000000000000000000",
        "1.0, false, 1.0",
        "0.1, false, 0.1",
        "1e2, false, 1E+2",
        "1.7976931348623157e308, false, 1.7976931348623157E+308",
        "1e-400, false, 1E-400",
    })
    void numbersRoundTripAsIntegersOrDecimals(String text, boolean integral, String encoded) {
        JsonNumber number = (JsonNumber) parse(text);

        assertThat(number.isIntegral()).isEqualTo(integral);
        assertThat(new String(codec.encode(number), StandardCharsets.UTF_8)).isEqualTo(encoded);
    }

    @Test
    void numberOfOneThousandCharactersIsAccepted() {
        assertThat(parse("0." + "1".repeat(998))).isInstanceOf(JsonNumber.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e309",
                "-1e309",
                "1e400",
                "-1e400",
                "1e1000000000",
                "1e2147483647",
                "1e2147483648",
                "1e99999999999",
                "-1e99999999999",
                "1e-99999999999"
            })
    void numberOutsideFloat64RangeIsRefused(String number) {
        assertThat(refusal("{\"a\":" + number + "}")).contains("out of range");
    }

    @Test
    void numberOfMoreThanOneThousandDigitsIsRefused() {
        assertThat(refusal("1".repeat(1001))).contains("exceeds a limit");
        assertThat(refusal("0." + "1".repeat(1001))).contains("exceeds a limit");
        assertThat(refusal("[1e" + "0".repeat(1001) + "]")).contains("exceeds a limit");
        assertThat(refusal("1".repeat(1_000_000))).contains("exceeds a limit");
    }

    @Test
    void nestingDepthIsLimitedToOneHundred() {
        for (String leaf : new String[] {"", "1"}) {
            assertThat(parse(nested("[", leaf, "]", 100))).isNotNull();
            assertThat(refusal(nested("[", leaf, "]", 101))).contains("exceeds a limit");
        }
        assertThat(parse(nested("{\"a\":", "{}", "}", 99))).isNotNull();
        assertThat(refusal(nested("{\"a\":", "{}", "}", 100))).contains("exceeds a limit");
    }

    @Test
    void deepNestingIsRefusedWithoutStackOverflow() {
        assertThat(refusal("[".repeat(1_000_000))).contains("exceeds a limit");
        assertThat(refusal("{\"a\":".repeat(500_000))).contains("exceeds a limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t"})
    void anEmptyBodyIsRefused(String text) {
        assertThat(refusal(text)).contains("empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}{}", "{} {}", "1 2", "[]\n[]", "null true"})
    void aSecondValueIsRefused(String text) {
        assertThat(refusal(text)).contains("more than one JSON value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "[1,",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "nul",
                "NaN",
                "Infinity",
                "01",
                "+1",
                "1.",
                ".5",
                "1e",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\n\"",
                "// c\n1",
                "{}x",
                "{} x",
                "{}]",
                "\"a\"b",
                "1\u0000"
            })
    void malformedJsonIsRefusedWithItsLine(String text) {
        assertThat(refusal(text)).contains("not valid JSON").contains("line");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22ff22",
                "22c080" + "22",
                "22c3",
                "22e282" + "22",
                "22f5808080" + "22",
                "7bff",
                "fe",
                "2280" + "22",
                "22f0" + "9f98" + "22"
            })
    void invalidUtf8IsRefused(String hex) {
        assertThat(refusal(HexFormat.of().parseHex(hex))).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
    void encodingOtherThanUtf8IsRefused(String charset) {
        assertThat(refusal("{\"a\":1}".getBytes(Charset.forName(charset)))).isNotEmpty();
    }

    @Test
    void invalidUtf32IsRefused() {
        assertThat(refusal(HexFormat.of().parseHex("0000007b7fffffff"))).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00"})
    void unpairedSurrogateIsReplacedAsInGo(String half) {
        assertThat(parse("[\"" + half + "\",\"a" + half + "b\"]")).hasToString("[\"\ufffd\", \"a\ufffdb\"]");
    }

    @Test
    void surrogatePairDecodesToOneCharacter() {
        assertThat(parse("\"\\ud83d\\ude00\"")).isEqualTo(new JsonString("😀"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedJsonIsReadOrRefused(long seed) {
        Mutations mutations = new Mutations(seed);
        byte[] json = codec.encode(new RandomJson(seed).object(5));
        for (byte[] text :
                IntStream.range(0, 20).mapToObj(_ -> mutations.of(json)).toList()) {
            mutations.assertReadOrRefused(text, codec::parse, codec);
        }
    }

    private JsonValue parse(String text) {
        return codec.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private String refusal(String text) {
        return refusal(text.getBytes(StandardCharsets.UTF_8));
    }

    private String refusal(byte[] text) {
        var status = Failures.of(() -> codec.parse(text));
        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        assertThat(status.message()).hasSizeLessThan(1000);
        return status.message();
    }

    private static String nested(String open, String leaf, String close, int levels) {
        return open.repeat(levels) + leaf + close.repeat(levels);
    }
}
