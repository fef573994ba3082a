package dev.chartroom.adapters.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.RandomJson;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.fuzz.Mutations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from events is what the whole tree stands for, or is left to whoever reads the tree. */
@Timeout(60)
class PlainYamlTest {
    private static final Path CATALOGUE = Path.of("../bootstrap/src/main/resources/catalogue");

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    static List<byte[]> definitions() throws IOException {
        try (Stream<Path> files = Files.list(CATALOGUE)) {
            return files.sorted().map(PlainYamlTest::bytes).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void definitionsArePlain(byte[] definition) {
        assertThat(YamlReader.plain(definition))
                .hasValueSatisfying(value -> assertThat(value)
                        .hasToString(YamlReader.whole(definition).toString()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsWrittenAsYamlIsPlain(long seed) {
        byte[] yaml = YamlWriter.write(new JacksonCodec().encode(new RandomJson(seed).value(6)));

        assertThat(YamlReader.plain(yaml))
                .hasValueSatisfying(read ->
                        assertThat(read).hasToString(YamlReader.whole(yaml).toString()));
    }

    /** Of texts that are almost YAML. */
    @Test
    void whatIsReadFromEventsIsWhatTheWholeTreeStandsFor() throws IOException {
        byte[] definition = definitions().getFirst();
        long plain = IntStream.range(0, 1_000)
                .mapToObj(seed -> new Mutations(seed).of(definition))
                .filter(PlainYamlTest::isPlainAndTheSame)
                .count();

        assertThat(plain).isBetween(1L, 999L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "'1'",
                "~",
                "[]",
                "{}",
                "- a\n- b: c",
                "a:\nb: ''",
                "a: True\nb: FALSE\nc: Null\nd: ~\ne:",
                "a: 0x1f\nb: 0o17\nc: 017\nd: 1e3\ne: -1.5\nf: 9223372036854775808\ng: +1\nh: .5",
                "a: |\n  b\n  c\nd: >-\n  e\n  f",
                "\"\\ud83d\\ude00\": \"\\ud83d\"",
                "--- a",
                "a: b\n...\n",
                "%YAML 1.2\n---\na: b",
                "# nothing else\na: b # nor here",
            })
    void plainDocumentsAreReadTheSame(String yaml) {
        byte[] utf8 = yaml.getBytes(StandardCharsets.UTF_8);

        assertThat(YamlReader.whole(utf8))
                .hasToString(YamlReader.plain(utf8).map(JsonValue::toString).orElse("not plain"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "a: &b c",
                "a: &b [c]\nd: *b",
                "a: !!str 1",
                "!!map {a: b}",
                "- !!seq [a]",
                "a: &b {c: d}\ne:\n  <<: *b",
                "! a",
                "<<: {a: b}",
                "a: <<",
                "1: a",
                "true: a",
                "null: a",
                "? [a]\n: b",
                "a: b\na: c",
                "a: b\n---\nc: d",
                "a: .inf",
                "a: .nan",
                "a: 1e400",
                "a: [",
                "a: b: c",
                "\tb",
            })
    void everythingElseIsLeftToTheWholeTree(String yaml) {
        assertThat(YamlReader.plain(yaml.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void whatIsNestedTooDeeplyIsLeftToTheWholeTree() {
        assertThat(YamlReader.plain(("[".repeat(100_000) + "]".repeat(100_000)).getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    /** @return whether it is plain */
    private static boolean isPlainAndTheSame(byte[] yaml) {
        Optional<String> plain = YamlReader.plain(yaml).map(JsonValue::toString);
        plain.ifPresent(value -> assertThat(whole(yaml)).isEqualTo(value));
        return plain.isPresent();
    }

    private static String whole(byte[] yaml) {
        try {
            return YamlReader.whole(yaml).toString();
        } catch (ApiException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
