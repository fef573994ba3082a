package dev.chartroom.charts.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.charts.Chart;
import dev.chartroom.charts.ChartSchema;
import dev.chartroom.charts.jsonschema.JsonSchemaConverter;
import dev.chartroom.charts.jsonschema.JsonSchemaConverter.Converted;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A structural schema accepts and rejects the same values as the JSON Schema from which it was made. */
class ChartSchemaPropertyTest {
    private static final Path EXAMPLES = Path.of("src/test/resources/charts");
    private static final Path COZYSTACK = Path.of("../../shared/data/cozystack/charts");
    private static final CelExpressions EXPRESSIONS = new CelExpressions();
    private static final int ROUNDS = 2000;
    private static final int SCHEMAS = 1500;

    private final ChartReader reader = new ChartReader(new JacksonCodec(), new YamlLayoutReader());

    @ParameterizedTest
    @ValueSource(strings = {"bucket", "http-cache", "postgres", "redis", "tcp-balancer"})
    void convertedSchemaOfARealChartAdmitsTheSameValues(String chart) throws UnreadableChartException {
        assumeThat(Files.isDirectory(COZYSTACK)).as("the charts are there").isTrue();
        JsonObject schema = schema(COZYSTACK.resolve(chart));
        Converted converted = JsonSchemaConverter.convert(schema, EXPRESSIONS);

        assertThat(converted.remarks()).isEmpty();
        compare(schema, converted, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"draft-4", "draft-7"})
    void convertedSchemaWithoutRemarksAdmitsTheSameValues(String example) throws UnreadableChartException {
        JsonObject schema = schema(EXAMPLES.resolve(example).resolve("chart"));
        Converted converted = JsonSchemaConverter.convert(schema, EXPRESSIONS);

        assertThat(converted.remarks()).isEmpty();
        compare(schema, converted, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object','additionalProperties':{'type':'string'},'propertyNames':{'pattern':'1$'}}",
                "{'type':'object','additionalProperties':{'type':'string'},'propertyNames':{'enum':['key1','a']}}",
                "{'type':'object','additionalProperties':{'type':'string'},'propertyNames':{'const':'key2'}}",
                "{'type':'object','additionalProperties':{'type':'string'},'propertyNames':{'type':'string','minLength':5}}",
                "{'type':'object','additionalProperties':{'type':'string'},"
                        + "'propertyNames':{'allOf':[{'pattern':'^k'},{'maxLength':4}]}}",
                "{'type':'array','items':[{'type':'string'},{'type':'string'}],'additionalItems':false}",
                "{'type':'array','items':[{'type':'string'},{'type':'string'}],'additionalItems':{'type':'string'}}",
            })
    void convertedNameRulesAndTuplesAdmitTheSameValues(String member) {
        JsonObject schema = TestJson.object(
                "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object','additionalProperties':false,"
                        + "'properties':{'a':" + member + "}}");
        Converted converted = JsonSchemaConverter.convert(schema, EXPRESSIONS);

        assertThat(converted.remarks()).isEmpty();
        compare(schema, converted, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"draft-2020-12", "maps", "unions", "partial-schema"})
    void partlyConvertedSchemaAdmitsEveryValidValue(String example) throws UnreadableChartException {
        // The alternatives of "store" ignore each other's fields, so a broken value can fit another alternative.
        JsonObject schema = without(schema(EXAMPLES.resolve(example).resolve("chart")), "store");

        compare(schema, JsonSchemaConverter.convert(schema, EXPRESSIONS), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bucket", "http-cache", "postgres", "redis", "tcp-balancer"})
    void schemaFromCommentsMatchesTheGeneratedSchema(String name) throws UnreadableChartException {
        assumeThat(Files.isDirectory(COZYSTACK)).as("the charts are there").isTrue();
        Chart chart = reader.read(COZYSTACK.resolve(name));
        Chart withoutSchema = new Chart(chart.metadata(), chart.values(), null);

        ChartSchema told = ChartSchema.of(withoutSchema, EXPRESSIONS);

        assertThat(told.remarks()).isEmpty();
        assertThat(sorted(told.schema()))
                .isEqualTo(sorted(ChartSchema.of(chart, EXPRESSIONS).schema().without("title")));
    }

    @Test
    void convertedRandomSchemaWithoutRemarksAdmitsTheSameValues() {
        RandomJsonSchemas schemas = new RandomJsonSchemas(11);
        int exact = 0;
        int refused = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            JsonObject declared = schemas.root();
            Converted converted = JsonSchemaConverter.convert(declared, EXPRESSIONS);
            Schema schema = Schema.of(converted.schema(), EXPRESSIONS);
            JsonSchemaOracle oracle = new JsonSchemaOracle(declared);
            RandomValues random = new RandomValues(declared, i);
            for (int j = 0; j < 40; j++) {
                JsonObject value = j % 2 == 0 ? random.value() : random.spoilt(random.value());
                boolean expected = oracle.admits(value);
                boolean actual = admits(schema, value);
                if (expected || converted.remarks().isEmpty()) {
                    assertThat(actual)
                            .as("%s by %s of %s, %s", value, converted.schema(), declared, converted.remarks())
                            .isEqualTo(expected);
                }
                refused += expected ? 0 : 1;
            }
            exact += converted.remarks().isEmpty() ? 1 : 0;
        }
        assertThat(exact).as("schemas without remarks").isGreaterThan(SCHEMAS / 10);
        assertThat(refused).as("values that do not fit").isGreaterThan(SCHEMAS);
    }

    private static void compare(JsonObject declared, Converted converted, boolean exactly) {
        Schema schema = Schema.of(converted.schema(), EXPRESSIONS);
        JsonSchemaOracle oracle = new JsonSchemaOracle(declared);
        RandomValues random = new RandomValues(declared, 42);
        int admitted = 0;
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            JsonObject value = random.value();
            value = i % 2 == 0 ? value : random.spoilt(value);
            boolean expected = oracle.admits(value);
            boolean actual = admits(schema, value);
            if (exactly || expected) {
                assertThat(actual).as("%s by %s", value, converted.schema()).isEqualTo(expected);
            }
            admitted += expected ? 1 : 0;
            refused += actual ? 0 : 1;
        }
        assertThat(admitted).as("values that fit").isGreaterThan(ROUNDS / 50);
        assertThat(refused).as("values that do not").isGreaterThan(ROUNDS / 50);
    }

    private static boolean admits(Schema schema, JsonObject value) {
        return SchemaValidator.validate(schema, "spec", value, null).isEmpty()
                && SchemaPruner.prune(schema, value, "spec").unknownFields().isEmpty();
    }

    private JsonObject schema(Path chart) throws UnreadableChartException {
        return (JsonObject) Objects.requireNonNull(reader.read(chart).schema());
    }

    private static JsonObject without(JsonObject schema, String property) {
        return schema.with("properties", schema.objectOrEmpty("properties").without(property));
    }

    /** Sorts the names of required members: generators sort them, people do not. */
    private static JsonValue sorted(JsonValue schema) {
        if (!(schema instanceof JsonObject object)) {
            return schema;
        }
        JsonObject.Builder sorted = JsonObject.builder();
        object.members()
                .forEach((name, value) -> sorted.put(
                        name,
                        name.equals("required") && value instanceof JsonArray names
                                ? JsonArray.ofStrings(
                                        names.strings().stream().sorted().toList())
                                : sorted(value)));
        return sorted.build();
    }
}
