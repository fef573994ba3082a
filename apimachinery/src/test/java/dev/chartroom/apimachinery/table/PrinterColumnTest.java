package dev.chartroom.apimachinery.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares columns with those of a kube-apiserver: {@code cells.json} has the cells that apiextensions-apiserver 0.36.3
 * printed for {@code object.json} in columns of each type.
 */
class PrinterColumnTest {
    private static final Path FOLDER = Path.of("src/test/resources/jsonpath");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> TYPES = List.of("string", "integer", "number", "boolean", "date");

    static Stream<JsonObject> columns() {
        return ((JsonArray) TestJson.read(FOLDER.resolve("cells.json"))).objects().stream();
    }

    @ParameterizedTest
    @MethodSource("columns")
    void cellMatchesThatOfACustomResource(JsonObject recorded) {
        String path = recorded.stringOrEmpty("path");
        if (recorded.has("refused") || recorded.has("stricter")) {
            assertThatIllegalArgumentException().isThrownBy(() -> JsonPath.parse(path));
            return;
        }
        for (String type : TYPES) {
            JsonValue cell = column(type, path).cell(object()).at(NOW);

            JsonValue expected = requireNonNull(recorded.objectOrEmpty("cells").get(type));
            if (type.equals("date") && isAge(cell)) {
                assertThat(isAge(expected)).as(path).isTrue();
            } else {
                assertThat(cell).as(path + " as " + type).isEqualTo(expected);
            }
        }
    }

    private static boolean isAge(JsonValue cell) {
        return cell instanceof JsonString(String age) && age.matches("\\d+[smhdy].*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "spec.x => must be a simple json path starting with .",
                "{.spec} => must be a simple json path starting with .",
                ".spec[0 => unterminated array",
                ".spec[x] => invalid array index x",
                ".spec[?(@.x] => unterminated filter",
                ".spec[?(@.x)y => unclosed array expect ]",
                ".spec[?(@.x==y)] => unrecognized identifier y",
                ".spec[?(@.x=1)] => unrecognized filter operator =",
                ".spec[?(@.x==\"a)] => unterminated quoted string",
                ".spec.x} and more => unrecognized character in action: }",
                ".spec....x => invalid multiple recursive descent",
                ".spec[?(@.x==1.2.3)] => cannot parse number 1.2.3",
            })
    void invalidPathIsRejectedWithTheReason(String path, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonPath.parse(path))
                .withMessage(reason);
    }

    @Test
    void ageIsComputedAtEachRead() {
        TableCell cell = column("date", ".metadata.creationTimestamp").cell(object());

        assertThat(cell.at(Instant.parse("2020-01-02T03:04:35Z"))).isEqualTo(new JsonString("30s"));
        assertThat(cell.at(Instant.parse("2020-01-05T03:04:05Z"))).isEqualTo(new JsonString("3d"));
    }

    @Test
    void expressionResultIsFormattedLikeAJsonPathResult() {
        JsonObject object = object();
        TableColumn column = new TableColumn("c", "string", "", "", 0);

        assertThat(computed(column, "x", self -> TestJson.parse("[1, 'a']"))
                        .cell(object)
                        .at(NOW))
                .isEqualTo(new JsonString("[1,\"a\"]"));
        assertThat(computed(column, "x", self -> JsonNull.NULL).cell(object).at(NOW))
                .isEqualTo(JsonNull.NULL);
        assertThat(computed(column, "x", self -> {
                            throw new EvaluationException("no such key: x");
                        })
                        .cell(object)
                        .at(NOW))
                .isEqualTo(JsonNull.NULL);
    }

    @Test
    void columnsWithEqualDeclarationsAreEqual() {
        TableColumn column = new TableColumn("c", "string", "", "", 0);

        assertThat(column("string", ".a")).isEqualTo(column("string", ".a")).isNotEqualTo(column("string", ".b"));
        assertThat(column("integer", ".a")).isNotEqualTo(column("string", ".a"));
        assertThat(computed(column, "self.a", self -> self))
                .isEqualTo(computed(column, "self.a", self -> JsonNull.NULL))
                .isNotEqualTo(computed(column, "self.b", self -> self));
    }

    @Test
    void columnWithoutDescription_hasTheDescriptionOfItsSource() {
        assertThat(column("string", ".a").column().description())
                .isEqualTo("Custom resource definition column (in JSONPath format): .a");
        assertThat(computed(new TableColumn("c", "date", "", "", 0), "self.a", self -> self)
                        .column()
                        .description())
                .isEqualTo("Computed: self.a");
    }

    private static PrinterColumn column(String type, String path) {
        return new PrinterColumn(new TableColumn("c", type, "", "", 0), ValueSource.of(JsonPath.parse(path)));
    }

    private static PrinterColumn computed(TableColumn column, String text, ValueExpression expression) {
        return new PrinterColumn(column, ValueSource.of(text, expression));
    }

    private static JsonObject object() {
        return TestJson.readObject(FOLDER.resolve("object.json"));
    }
}
