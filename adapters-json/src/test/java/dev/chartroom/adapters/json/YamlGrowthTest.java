package dev.chartroom.adapters.json;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;

import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server reads every YAML construct in linear time. */
class YamlGrowthTest {

    @ParameterizedTest
    @MethodSource("shapes")
    void readingTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.concat(collections(), Stream.concat(scalars(), references()));
    }

    private static Stream<Scaling<String>> collections() {
        return Stream.of(
                shape("different keys", repeated("", i -> "key" + i + ": 1\n", "")),
                shape("keys of equal hashes", repeated("", i -> Texts.colliding(i) + ": 1\n", "")),
                shape("one key again and again", repeated("", i -> "a: 1\n", "")),
                shape("every key twice", repeated("", i -> "a" + i / 2 + ": 1\n", "")),
                shape("keys that are numbers", repeated("", i -> i + ": 1\n", "")),
                shape("explicit keys", repeated("", i -> "? a" + i + "\n: 1\n", "")),
                shape("a long explicit key", size -> "? " + "a".repeat(size) + "\n: 1\n"),
                shape("a long key", size -> "a".repeat(size) + ": 1\n"),
                shape("keys that are lists", repeated("", i -> "? [a, " + i + "]\n: 1\n", "")),
                shape("items", repeated("", i -> "- " + i + "\n", "")),
                shape("items in items", repeated("", i -> "- ".repeat(40) + "1\n", "")),
                shape("dashes", size -> "- ".repeat(size / 2)),
                shape("mappings in items", repeated("", i -> "- a: 1\n  b:\n  - c: 2\n", "")),
                shape("a flow on one line", repeated("[", i -> "{a: 1},", "1]")),
                shape("a flow of keys", repeated("{", i -> "a" + i + ": 1, ", "z: 0}")),
                shape("a flow of one key", repeated("{", i -> "a: 1, ", "z: 0}")),
                shape("a flow on many lines", repeated("[", i -> "{a: 1},\n", "1]")),
                shape("flows in flows", repeated("[", i -> "[".repeat(40) + "]".repeat(40) + ",", "1]")),
                shape("brackets", "["::repeat),
                shape("braces", size -> "{a: ".repeat(size / 4)),
                shape("commas", size -> "[" + ",".repeat(size) + "]"),
                shape("documents", repeated("", i -> "---\na\n", "")),
                shape("directives", repeated("", i -> "%D" + i + " a\n", "---\na")),
                shape("tag directives", repeated("", i -> "%TAG !a" + i + "! b\n", "---\na")),
                shape(
                        "a long tag directive that is used again and again",
                        size -> repeated(
                                        "%TAG !a! " + "b".repeat(size / 2) + "\n---\n",
                                        i -> "- !a!" + i + " 1\n",
                                        "&a [*a]\n")
                                .apply(size)),
                shape("comments", repeated("", i -> "# comment\n", "a: 1")),
                shape("comments behind values", repeated("", i -> "- a # comment\n", "")),
                shape("a long comment", size -> "a: 1 #" + "b".repeat(size)),
                shape("blank lines", size -> "a:\n" + "\n".repeat(size) + "  b"),
                shape("blank lines with spaces", size -> "a:\n" + "   \n".repeat(size / 4) + "  b"),
                shape("tabs", size -> "a:\n" + " \t\n".repeat(size / 3) + "  b"));
    }

    private static Stream<Scaling<String>> scalars() {
        return Stream.of(
                shape("a long plain text", size -> "a: " + "b".repeat(size)),
                shape("a plain text of words", size -> "a: " + "b ".repeat(size / 2)),
                shape("a plain text of lines", size -> "a:\n" + "  b\n".repeat(size / 4)),
                shape("a plain text of colons", size -> "a: " + "b:".repeat(size / 2)),
                shape("a quoted text", size -> "a: '" + "b ''".repeat(size / 4) + "'"),
                shape("a quoted text of lines", size -> "a: 'b\n" + "\n  b\n".repeat(size / 5) + "'"),
                shape("a text of escapes", size -> "a: \"" + "\\x41\\n".repeat(size / 6) + "\""),
                shape("a text of escaped line breaks", size -> "a: \"" + "b\\\n ".repeat(size / 4) + "\""),
                shape("a text of spaces", size -> "a: \"" + " ".repeat(size) + "\""),
                shape("a literal", size -> "a: |\n" + "  b\n".repeat(size / 4)),
                shape("a literal of blank lines", size -> "a: |+\n  b\n" + "\n".repeat(size)),
                shape("a literal that begins with blank lines", size -> "a: |\n" + "\n".repeat(size) + "  b\n"),
                shape("a literal on one line", size -> "a: |\n  " + "b".repeat(size)),
                shape("a folded text", size -> "a: >-\n" + "  b\n".repeat(size / 4)),
                shape("many literals", repeated("", i -> "- |\n  b\n", "")),
                shape("digits", size -> "a: " + "1".repeat(size)),
                shape("digits and a letter", size -> "a: " + "1".repeat(size) + "x"),
                shape("hexadecimal digits", size -> "a: 0x" + "f".repeat(size)),
                shape("octal digits", size -> "a: 0o" + "7".repeat(size)),
                shape("a fraction", size -> "a: 0." + "1".repeat(size)),
                shape("a fraction and a letter", size -> "a: 1." + "1".repeat(size) + "x"),
                shape("an exponent", size -> "a: 1e" + "1".repeat(size)),
                shape("a number to the base of 60", size -> "a: 1" + ":1".repeat(size / 2)),
                shape("a timestamp", size -> "a: 2026-01-02T03:04:05." + "1".repeat(size) + "Z"),
                shape("what looks like a variable", size -> "a: ${" + "b".repeat(size)),
                shape("integers", repeated("", i -> "- " + i + "\n", "")),
                shape("long integers", repeated("", i -> "- " + "1".repeat(990) + "\n", "")),
                shape("floats", repeated("", i -> "- " + i + ".5e3\n", "")),
                shape("booleans and nulls", repeated("", i -> "- true\n- ~\n", "")),
                shape("timestamps", repeated("", i -> "- 2026-01-02T03:04:05Z\n", "")));
    }

    private static Stream<Scaling<String>> references() {
        return Stream.of(
                shape("anchors", repeated("", i -> "- &a" + i + " 1\n", "")),
                shape("anchors of equal hashes", repeated("", i -> "- &" + Texts.colliding(i) + " 1\n", "- *a\n")),
                shape("one anchor again and again", repeated("", i -> "- &a 1\n", "- *a\n")),
                shape("aliases of a text", repeated("- &a b\n", i -> "- *a\n", "")),
                shape(
                        "aliases of a long text",
                        size -> repeated("- &a " + "b".repeat(size) + "\n", i -> "- *a\n", "")
                                .apply(2 * size)),
                shape("aliases of a list", repeated("- &a [b, c]\n", i -> "- *a\n", "")),
                shape("aliases of aliases", repeated("- &a0 [b]\n", i -> "- &a%d [*a%d]\n".formatted(i + 1, i), "")),
                shape("merges", repeated("- &a {b: c, d: e}\n", i -> "- <<: *a\n", "")),
                shape("merges of a list", repeated("- &a {b: c, d: e}\n", i -> "- <<: [*a, *a]\n", "")),
                shape("one merge of many", repeated("- &a {b: c}\n- <<: [", i -> "*a,", "*a]")),
                shape(
                        "merges of a large mapping",
                        size -> repeated(
                                        "a: &a {"
                                                + repeated("", i -> "k" + i + ": 1,", "")
                                                        .apply(size / 2) + "}\n",
                                        i -> "m" + i + ": {<<: *a}\n",
                                        "")
                                .apply(size)),
                shape("merges within what they merge", repeated("a: &a {", i -> "b" + i + ": {<<: *a}, ", "}")),
                shape("tags", repeated("", i -> "- !!str 1\n", "")),
                shape("a long tag", size -> "a: !" + "b".repeat(size) + " 1"),
                shape("a tag of escapes", size -> "a: !" + "%41".repeat(size / 3) + " 1"));
    }

    private static Scaling<String> shape(String name, IntFunction<String> input) {
        return Growth.ofBody(name, input, Json::yamlDocument);
    }
}
