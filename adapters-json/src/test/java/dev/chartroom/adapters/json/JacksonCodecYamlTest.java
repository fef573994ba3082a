package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.RandomJson;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.fuzz.Mutations;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class JacksonCodecYamlTest {
    private final JsonCodec codec = new JacksonCodec();

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jsonParsesAsYaml(long seed) {
        JsonValue value = new RandomJson(seed).value(6);

        assertThat(codec.parseYaml(codec.encode(value))).isEqualTo(value).hasToString(value.toString());
    }

    /** In YAML 1.2's core schema, some booleans, octals and times of YAML 1.1 are strings and decimals. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a | \"a\"",
                "yes | \"yes\"",
                "No | \"No\"",
                "on | \"on\"",
                "y | \"y\"",
                "true | true",
                "True | true",
                "FALSE | false",
                "null | null",
                "~ | null",
                "Null | null",
                "2026-01-02 | \"2026-01-02\"",
                "2026-01-02T03:04:05Z | \"2026-01-02T03:04:05Z\"",
                "12:30:45 | \"12:30:45\"",
                "1_000 | \"1_000\"",
                "017 | 17",
                "0o17 | 15",
                "0x1f | 31",
                "9223372036854775807 | 9223372036854775807",
                "9223372036854775808 | 9223372036854775808",
                "1.0 | 1.0",
                "1 | 1",
                "1e3 | 1000.0",
                "'1' | \"1\"",
                "\"\\u00e9\\U0001F600\\ud83d\\ude00\" | \"é😀😀\"",
                "日本 | \"日本\"",
                "[a, {b: c}] | [\"a\", {\"b\":\"c\"}]",
                "!!str 1 | \"1\"",
                "[<<] | [\"<<\"]",
            })
    void scalarsFollowTheCoreSchema(String yaml, String json) {
        assertThat(read(yaml)).hasToString(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1: a | {\"1\":\"a\"}",
                "true: a | {\"true\":\"a\"}",
                "1.5: a | {\"1.5\":\"a\"}",
                "2026-01-02: a | {\"2026-01-02\":\"a\"}",
                "on: a | {\"on\":\"a\"}",
            })
    void keysAreStrings(String yaml, String json) {
        assertThat(read(yaml)).hasToString(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null: a",
                "~: a",
                "? [a, b]\n: c",
                "? {a: b}\n: c",
                "? !!binary aGk=\n: c",
                "a: 1\na: 2",
                "1: a\n'1': b",
                "a: {b: 1, b: 2}",
                "a: .inf",
                "a: -.inf",
                "a: .nan",
                "a: 1e400",
                "a: -1e400",
                "a: 1e1000000000",
                "a: !!binary aGk=",
                "a: !!binary '*'",
                "a: !!set {b}",
                "a: !!timestamp 2026-01-02",
                "a: !!python/none ''",
                "a: !b c",
                "a: !!int b",
                "a: !!int ''",
                "a: !!float b",
                "a: !!map [b]",
                "a: !!seq {b: c}",
                "a: !!str [b]",
                "a: *b",
                "[",
                "{",
                "a: b: c",
                "a:\n\tb: c",
                "'a",
                "\"a",
                "\"\\x\"",
                "@a",
                "`a",
                "%YAML 9",
                "a: |\n b\n  c\n d\ne",
                "- a\nb: c",
                "\u0007",
                "\u0000"
            })
    void malformedYamlAndValuesUnknownToJsonAreRefused(String yaml) {
        assertThat(refusal(yaml)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\n", "# nothing\n"})
    void anEmptyBodyIsRefused(String yaml) {
        assertThat(refusal(yaml)).contains("empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: 1\n---\nb: 2", "---\na\n---\nb\n", "a\n---\n"})
    void aSecondDocumentIsRefused(String yaml) {
        assertThat(refusal(yaml)).contains("more than one YAML document");
    }

    @ParameterizedTest
    @ValueSource(strings = {"---\na: 1\n", "a: 1\n...\n", "%YAML 1.2\n---\na: 1\n", "\ufeffa: 1", "a: 1 # one"})
    void markersDirectivesAndCommentsAreIgnored(String yaml) {
        assertThat(read(yaml)).hasToString("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"613a20ff", "613a20c3", "613a20c080", "80"})
    void invalidUtf8IsRefused(String hex) {
        assertThat(refusal(HexFormat.of().parseHex(hex))).isNotEmpty();
    }

    @Test
    void keysKeepTheirOrder() {
        assertThat(read("z: 1\na: 2\nm: 3")).hasToString("{\"z\":1,\"a\":2,\"m\":3}");
    }

    @Test
    void unpairedSurrogateIsReplaced() {
        assertThat(read("\"a\\ud800\"")).hasToString("\"a\ufffd\"");
    }

    @Test
    void nestingDepthIsLimitedToOneHundred() {
        for (String leaf : new String[] {"", "1"}) {
            assertThat(read("[".repeat(100) + leaf + "]".repeat(100))).isNotNull();
            assertThat(refusal("[".repeat(101) + leaf + "]".repeat(101))).contains("nested");
        }
        assertThat(read("{a: ".repeat(99) + "{}" + "}".repeat(99))).isNotNull();
        assertThat(refusal("{a: ".repeat(100) + "{}" + "}".repeat(100))).contains("nested");
    }

    @Test
    void deepNestingIsRefusedWithoutStackOverflow() {
        assertThat(refusal("[".repeat(1_000_000))).isNotEmpty();
        assertThat(refusal("[".repeat(50_000) + "]".repeat(50_000))).contains("nested");
        assertThat(refusal("- ".repeat(50_000))).contains("nested");
    }

    /** A merge copies the mapping that it refers to; an alias does not. */
    @Test
    @Timeout(30)
    void repeatedMergesOfALargeMappingAreRefused() {
        StringBuilder yaml = new StringBuilder("a: &a {");
        for (int i = 0; i < 100_000; i++) {
            yaml.append("k").append(i).append(": 1, ");
        }
        yaml.append("}\n");
        for (int i = 0; i < 45; i++) {
            yaml.append("m").append(i).append(": {<<: *a}\n");
        }

        assertThat(refusal(yaml.toString())).contains("its aliases make it too large");
    }

    /** SnakeYAML itself loops forever if a mapping is merged into itself. */
    @ParameterizedTest
    @Timeout(30)
    @ValueSource(
            strings = {
                "&b [*b]",
                "a: &b {<<: *b}",
                "a: &b {c: d, <<: [*b]}",
                "a: &b {x: {<<: *b}}",
                "a: &c {}\nb: &b {<<: {<<: [*c, *b]}}",
                "a: &b 1\nb: &b {<<: *b}",
            })
    void anAnchorThatContainsItselfIsRefused(String yaml) {
        assertThat(refusal(yaml)).contains("anchor 'b' value contains itself");
    }

    @Test
    void anchorMayBeRedefinedWithinItsOwnValue() {
        assertThat(read("a: &b {c: &b 1, d: *b}\ne: *b")).hasToString("{\"a\":{\"c\":1,\"d\":1},\"e\":1}");
    }

    @Test
    void anchorMayBeReferencedRepeatedly() {
        assertThat(read("a: &x {b: [1]}\nc: *x\nd: *x"))
                .hasToString("{\"a\":{\"b\":[1]},\"c\":{\"b\":[1]},\"d\":{\"b\":[1]}}");
    }

    @ParameterizedTest
    @CsvSource({"9, 9", "2, 24", "3, 16", "4, 12"})
    void exponentialAliasExpansionIsRefused(int width, int levels) {
        StringBuilder laughs = new StringBuilder("l0: &l0 [lol]\n");
        for (int level = 1; level <= levels; level++) {
            String aliases = ("*l" + (level - 1) + ", ").repeat(width);
            laughs.append("l%d: &l%d [%s]\n".formatted(level, level, aliases));
        }

        assertThat(refusal(laughs.toString())).isNotEmpty();
    }

    @Test
    void manyAliasesOfALongTextAreRefused() {
        String bomb = "- &a " + "x".repeat(1_000_000) + "\n" + "- *a\n".repeat(100_000);

        assertThat(refusal(bomb)).contains("exceeds a limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "0x", "0o", "1e", "0."})
    void numberOfMoreThanOneThousandDigitsIsRefused(String start) {
        assertThat(refusal("a: " + start + "1".repeat(1001))).contains("exceeds a limit");
    }

    @Test
    @Timeout(5)
    void hugeNumberIsRefusedQuickly() {
        assertThat(refusal("a: " + "1".repeat(1_000_000))).contains("exceeds a limit");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedYamlIsReadOrRefused(long seed) {
        Mutations mutations = new Mutations(seed);
        byte[] yaml =
                "a: &x [1, two]\nb:\n  - *x\n  - {c: 'd', e: 0x1f}\nf: |\n  text\ng: !!str 5\nh: \"\\ud83d\\ude00\"\n"
                        .getBytes(StandardCharsets.UTF_8);
        for (byte[] text :
                IntStream.range(0, 20).mapToObj(_ -> mutations.of(yaml)).toList()) {
            mutations.assertReadOrRefused(text, codec::parseYaml, codec);
        }
    }

    private JsonValue read(String yaml) {
        return codec.parseYaml(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private String refusal(String yaml) {
        return refusal(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private String refusal(byte[] yaml) {
        var status = Failures.of(() -> codec.parseYaml(yaml));
        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        return status.message();
    }
}
