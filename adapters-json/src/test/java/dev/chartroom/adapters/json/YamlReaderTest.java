package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.RandomJson;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.fuzz.Mutations;
import dev.chartroom.ports.json.JsonDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The reader returns the same value as SnakeYAML's own loader. */
@Timeout(60)
class YamlReaderTest {
    private static final Path CATALOGUE = Path.of("../bootstrap/src/main/resources/catalogue");

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    static List<byte[]> definitions() throws IOException {
        try (Stream<Path> files = Files.list(CATALOGUE)) {
            return files.sorted().map(YamlReaderTest::bytes).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void catalogueDefinitionsMatchTheSnakeYamlLoader(byte[] definition) {
        assertThat(read(definition)).isEqualTo(loaded(definition)).isNotEqualTo("refused");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void writtenYamlMatchesTheSnakeYamlLoader(long seed) {
        byte[] yaml = YamlWriter.write(new JacksonCodec().encode(new RandomJson(seed).value(6)));

        assertThat(read(yaml)).isEqualTo(loaded(yaml)).isNotEqualTo("refused");
    }

    @Test
    void mutatedYamlMatchesTheSnakeYamlLoader() throws IOException {
        byte[] definition = definitions().getFirst();
        long refused = IntStream.range(0, 1_000)
                .mapToObj(seed -> new Mutations(seed).of(definition))
                .filter(YamlReaderTest::isRefusedByBoth)
                .count();

        assertThat(refused).isBetween(1L, 999L);
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
                "a: &b c\nd: *b",
                "a: &b [c]\nd: *b",
                "a: &b {c: &d 1}\ne: [*b, *d]",
                "&a b: *a",
                "&a b: 1\n*a : 2",
                "a: !!str 1\nb: !!int '2'\nc: !!float 3\nd: !!bool 'true'\ne: !!null ''",
                "!!map {a: !!seq [b]}",
                "! a",
                "! 1",
                "%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1",
                "a: &b {c: d}\ne:\n  <<: *b",
                "a: &b {c: d, e: f}\ng: {e: h, <<: *b, i: j}",
                "a: &a {b: 1}\nc: &c {b: 2, d: 3}\ne: {<<: [*a, *c], f: 4}",
                "a: &a {b: 1}\nc: {<<: *a, <<: {d: 2}}",
                "a: &a {b: 1}\nc: &c {<<: *a, d: 2}\ne: {<<: *c}",
                "<<: {a: b}",
                "1: a\n0x1f: b\ntrue: c",
                "",
                "a: [",
                "a: b: c",
                "\tb",
                "<<: a",
                "<<: [a]",
                "a: b\na: c",
            })
    void documentsMatchTheSnakeYamlLoader(String yaml) {
        byte[] utf8 = yaml.getBytes(StandardCharsets.UTF_8);

        assertThat(read(utf8)).isEqualTo(loaded(utf8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: 1;a: 2 | {\"a\":2} | line 2: key \"a\" already set in map",
                "a: 1;a: {b: 2, b: 3} | {\"a\":{\"b\":3}} | line 2: key \"b\" already set in map"
                        + ", line 2: key \"a\" already set in map",
                "1: a;'1': b | {\"1\":\"b\"} | line 2: key \"1\" already set in map",
                "a: 1;a: 2;a: 3 | {\"a\":3} | line 2: key \"a\" already set in map, line 3: key \"a\" already set in map",
            })
    void duplicateKeyTakesTheLastValueAndReportsItsLine(String yaml, String json, String duplicates) {
        JsonDocument document = YamlReader.document(yaml.replace(';', '\n').getBytes(StandardCharsets.UTF_8));

        assertThat(document.value()).hasToString(json);
        assertThat(document.duplicates()).containsExactly(duplicates.split(", (?=line)", -1));
    }

    @Test
    void atMostOneHundredDuplicateKeysAreReported() {
        JsonDocument document = YamlReader.document("a: 1\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));

        assertThat(document.duplicates()).hasSize(100);
        assertThat(document.value()).hasToString("{\"a\":1}");
    }

    @Test
    void aliasedValueCountsTowardsTheNestingDepth() {
        String nested = "a: &a " + "[".repeat(60) + "]".repeat(60) + "\n";

        assertThat(read((nested + "b: " + "[".repeat(39) + "*a" + "]".repeat(39)).getBytes(StandardCharsets.UTF_8)))
                .isNotEqualTo("refused");
        assertThat(read((nested + "b: " + "[".repeat(40) + "*a" + "]".repeat(40)).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("refused");
    }

    /** @return whether both refuse the text */
    private static boolean isRefusedByBoth(byte[] yaml) {
        String read = read(yaml);
        assertThat(read).as(new String(yaml, StandardCharsets.UTF_8)).isEqualTo(loaded(yaml));
        return read.equals("refused");
    }

    private static String read(byte[] yaml) {
        try {
            return YamlReader.read(yaml).toString();
        } catch (ApiException _) {
            return "refused";
        }
    }

    private static String loaded(byte[] yaml) {
        LoadSettings settings =
                LoadSettings.builder().setSchema(new CoreSchema()).build();
        try {
            Iterator<Object> documents = new Load(settings)
                    .loadAllFromInputStream(new ByteArrayInputStream(yaml))
                    .iterator();
            String only = value(documents.next()).toString();
            return documents.hasNext() ? "refused" : only;
        } catch (RuntimeException _) {
            return "refused";
        }
    }

    private static JsonValue value(@Nullable Object loaded) {
        return switch (loaded) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(Characters.whole(text));
            case Boolean bool -> JsonBoolean.of(bool);
            case Number number -> Numbers.parse(number.toString());
            case List<?> list ->
                new JsonArray(list.stream().map(YamlReaderTest::value).toList());
            case Map<?, ?> map -> {
                JsonObject.Builder members = JsonObject.builder();
                map.forEach((key, member) -> members.put(key(key), value(member)));
                yield members.build();
            }
            default -> throw new IllegalArgumentException();
        };
    }

    private static String key(@Nullable Object loaded) {
        if (loaded instanceof byte[]) { // !!binary, which no JSON has
            throw new IllegalArgumentException();
        }
        return Characters.whole(Optional.ofNullable(loaded).orElseThrow().toString());
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
