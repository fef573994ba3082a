package dev.chartroom.adapters.json;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;

import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.scaling.Colliding;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.ports.json.JsonDocument;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server reads, writes and indents a client's JSON, and writes it as YAML, in linear time. */
class JsonGrowthTest {

    @ParameterizedTest
    @MethodSource("shapes")
    void readingAndWritingTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.of(
                shape("different names", repeated("{", i -> "\"name" + i + "\":1,", "\"z\":0}")),
                shape("names of equal hashes", repeated("{", i -> "\"" + Texts.colliding(i) + "\":1,", "\"z\":0}")),
                // There are fewer of these names than fit into the largest body.
                Growth.of("names that collide in Jackson", symbols(), JsonGrowthTest::readAndWrite),
                shape("one name again and again", repeated("{", i -> "\"a\":1,", "\"z\":0}")),
                shape("every name twice", repeated("{", i -> "\"a" + i / 2 + "\":1,", "\"z\":0}")),
                shape("repeated names below long ones", JsonGrowthTest::below),
                shape("names of digits", repeated("{", i -> "\"1" + i + "\":1,", "\"z\":0}")),
                shape(
                        "a long name of digits among short ones",
                        size -> repeated(
                                        "{\"" + "1".repeat(Math.min(size, 40_000)) + "\":1,",
                                        i -> "\"1" + i + "\":1,",
                                        "\"z\":0}")
                                .apply(2 * size)),
                shape("a long string", size -> "[\"" + "a".repeat(size) + "\"]"),
                shape("a string of digits", size -> "[\"" + "1".repeat(size) + "\"]"),
                shape("a string of hexadecimal digits", size -> "[\"0x" + "f".repeat(size) + "\"]"),
                shape("a string of binary digits", size -> "[\"0b" + "1".repeat(size) + "\"]"),
                shape("a string of octal digits", size -> "[\"0" + "7".repeat(size) + "\"]"),
                shape("a string like a fraction", size -> "[\"0." + "1".repeat(size) + "x\"]"),
                shape("a string like an exponent", size -> "[\"1e" + "1".repeat(size) + "\"]"),
                shape("a string of underscores", size -> "[\"1" + "_".repeat(size) + "\"]"),
                shape("a string to the base of 60", size -> "[\"1" + ":1".repeat(size / 2) + "x\"]"),
                shape("a string like a timestamp", size -> "[\"2026-01-02T03:04:05." + "1".repeat(size) + "\"]"),
                shape("a string of line breaks", size -> "[\"" + "\\n".repeat(size / 2) + "\"]"),
                shape("a string of lines", size -> "[\"" + "a b\\n".repeat(size / 5) + "\"]"),
                shape("a string of words", size -> "[\"" + "a ".repeat(size / 2) + "\"]"),
                shape("a string of spaces", size -> "[\"" + " ".repeat(size) + "\"]"),
                shape("a string of escapes", size -> "[\"" + "\\u0001".repeat(size / 6) + "\"]"),
                shape("a string of quotes", size -> "[\"" + "\\\"'".repeat(size / 3) + "\"]"),
                shape("a string of halves", size -> "[\"" + "\\ud800".repeat(size / 6) + "\"]"),
                shape("a string beyond ASCII", size -> "[\"" + "\u65e5\ufffd".repeat(size / 2) + "\"]"),
                shape("strings", repeated("[", i -> "\"text " + i + "\",", "1]")),
                shape("numbers", repeated("[", i -> i + ",", "1]")),
                shape("fractions", repeated("[", i -> i + ".25,", "1]")),
                shape("long numbers", repeated("[", i -> "1".repeat(300) + ",", "1]")),
                shape("long fractions", repeated("[", i -> "0." + "1".repeat(990) + ",", "1]")),
                shape("small exponents", repeated("[", i -> "1e-999999999,", "1]")),
                shape("a number that is too long", size -> "[" + "1".repeat(size) + "]"),
                shape("empty objects", repeated("[", i -> "{},", "1]")),
                shape("arrays in arrays", repeated("[", i -> "[".repeat(40) + "]".repeat(40) + ",", "1]")),
                shape("brackets", "["::repeat),
                shape("white space", size -> "[" + " \n".repeat(size / 2) + "]"));
    }

    private static Scaling<String> shape(String name, IntFunction<String> input) {
        return Growth.ofBody(name, input, JsonGrowthTest::readAndWrite);
    }

    private static void readAndWrite(String text) {
        JsonDocument document = Json.document(text);
        byte[] json = Json.CODEC.encode(document.value());
        IndentedJson.indent(json);
        YamlWriter.write(json);
    }

    private static IntFunction<String> symbols() {
        String[] names = Colliding.symbols(8_000);
        return size -> repeated("{", i -> "\"" + names[i] + "\":1,", "\"z\":0}").apply(size);
    }

    /** The names of the outer objects make up half of the text. */
    private static String below(int size) {
        int levels = 50;
        String name = "a".repeat(size / 2 / levels);
        return "{\"" + (name + "\":{\"").repeat(levels) + "a\":1"
                + repeated("", i -> ",\"b" + i + "\":1,\"b" + i + "\":1", "").apply(size / 2) + "}".repeat(levels + 1);
    }
}
