package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaRules;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluating rules on random values, of which some do not fit the schema, returns errors and never throws. */
class RulePropertyTest {
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "abcb",
            "😀b",
            "é",
            "x/y",
            "1",
            "-1",
            "5%",
            "1Gi",
            "1.5",
            "1e3",
            "1.2.3",
            "v1.2",
            "10.0.0.0/8",
            "::1",
            "fe80::1%eth0",
            "https://u@h:1/a%20b?k=v#f",
            "http://[::1",
            "2020-01-02",
            "2020-01-02T03:04:05Z",
            "1h30m",
            "1 day",
            "aGk=",
            "(",
            "[a-z]+",
            "%s",
            "true",
            "NaN",
            "9".repeat(40),
            "\u0000",
            "\ud800");
    private static final int VALUES_PER_SCHEMA = 150;

    static List<Path> schemas() throws IOException {
        return RecordedRulesTest.cases().stream()
                .filter(folder -> !folder.getFileName().toString().startsWith("cost"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void evaluationNeverThrows(Path folder) {
        JsonObject schema = TestYaml.readObject(folder.resolve("schema.json"));
        SchemaRules rules = new CelExpressions().rules(schema);
        SplittableRandom random =
                new SplittableRandom(folder.getFileName().toString().hashCode());
        for (int i = 0; i < VALUES_PER_SCHEMA; i++) {
            JsonValue value = value(schema, random);
            JsonValue old = random.nextBoolean() ? value(schema, random) : value;

            assertThatCode(() -> rules.check("spec", value, random.nextBoolean() ? old : null))
                    .as("%s before %s", value, old)
                    .doesNotThrowAnyException();
        }
    }

    private static JsonValue value(JsonObject schema, SplittableRandom random) {
        if (random.nextInt(40) == 0) {
            return random.nextBoolean() ? JsonNull.NULL : new JsonString("of another type");
        }
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            return random.nextBoolean() ? text(random) : number(random);
        }
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> object(schema, random);
            case "array" -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(schema.objectOrEmpty("items"), random));
                }
                yield new JsonArray(items);
            }
            case "integer" -> number(random);
            case "number" ->
                random.nextBoolean() ? number(random) : JsonNumber.of(BigDecimal.valueOf(random.nextDouble() * 1e9));
            case "boolean" -> JsonBoolean.of(random.nextBoolean());
            default -> text(random);
        };
    }

    private static JsonObject object(JsonObject schema, SplittableRandom random) {
        JsonObject.Builder object = JsonObject.builder();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            if (random.nextInt(4) > 0) {
                object.put(name, value((JsonObject) property, random));
            }
        });
        schema.object("additionalProperties").ifPresent(values -> {
            for (int i = random.nextInt(3); i > 0; i--) {
                object.put(TEXTS.get(random.nextInt(TEXTS.size())), value(values, random));
            }
        });
        return object.build();
    }

    private static JsonValue text(SplittableRandom random) {
        return new JsonString(TEXTS.get(random.nextInt(TEXTS.size())));
    }

    private static JsonValue number(SplittableRandom random) {
        return JsonNumber.of(
                switch (random.nextInt(4)) {
                    case 0 -> Long.MAX_VALUE;
                    case 1 -> Long.MIN_VALUE;
                    default -> random.nextLong(-3, 8);
                });
    }
}
