package dev.chartroom.adapters.cel;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.schema.SchemaRules;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Evaluating rules and patterns on a client's spec takes linear or n log n time, or ends at the cost limit. */
class CelScalingTest {
    static final List<Scaling<?>> LOOPS = List.of(
            rule("all", "self.texts.all(t, t != '')", 500, n -> spec("texts", texts(n))),
            rule(
                    "map and filter",
                    "self.texts.filter(t, t != '').map(t, t + 'x').size() > 0",
                    500,
                    n -> spec("texts", texts(n))),
            rule(
                    "a loop in a loop",
                    "self.texts.all(a, self.texts.exists(b, a == b))",
                    1_000,
                    n -> spec("texts", texts(n))),
            rule("texts in a list", "self.texts.all(t, t in self.texts)", 1_000, n -> spec("texts", texts(n))),
            rule("keys of a map", "self.labels.all(k, self.labels[k] != '')", 500, CelScalingTest::labels));

    static final List<Scaling<?>> COMPARISONS = List.of(
            transition("sets", "self.set == oldSelf.set", 2_000, n -> spec("set", texts(n))),
            transition("sum of sets", "(self.set + oldSelf.set).size() > 0", 2_000, n -> spec("set", texts(n))),
            transition("lists by two numbers", "self.map == oldSelf.map", 1_000, CelScalingTest::sumsOf31),
            transition(
                    "sum of lists by two numbers",
                    "(self.map + oldSelf.map).size() > 0",
                    1_000,
                    CelScalingTest::sumsOf31),
            transition("maps", "self.labels == oldSelf.labels", 2_000, CelScalingTest::labels));

    static final List<Scaling<?>> TEXTS = List.of(
            rule("split", "self.text.split(',').size() > 0", 20_000, n -> text("a,", n)),
            rule("replace", "self.text.replace('a', 'b') != ''", 20_000, n -> text("a,", n)),
            rule("a pattern", "self.text.matches('^(a|,)*b$')", 20_000, n -> text("a,", n)),
            rule("a text in a text", "self.text.contains('aaaaaaaaab')", 20_000, n -> text("a", n)),
            rule("a quantity", "!isQuantity(self.text)", 20_000, n -> text("1", n)),
            rule("a fraction of a quantity", "!isQuantity('0.' + self.text)", 20_000, n -> text("1", n)),
            rule("a duration", "duration(self.text + 's') < duration('1s')", 20_000, n -> text("1", n)),
            rule(
                    "a fraction of a duration",
                    "duration('0.' + self.text + 's') < duration('1s')",
                    20_000,
                    n -> text("1", n)),
            rule("terms of a duration", "duration(self.text) > duration('1s')", 5_000, n -> text("1h0.5m", n)),
            rule("words of a duration", "self.wait > duration('1s')", 5_000, n -> spec("wait", "1 day ".repeat(n))),
            rule(
                    "a duration in words",
                    "self.wait > duration('1s')",
                    20_000,
                    n -> spec("wait", "1".repeat(n) + " days")),
            rule("an integer", "int(self.text) > 0", 20_000, n -> text("1", n)),
            rule("a float", "double(self.text) > 0.0", 20_000, n -> text("1", n)),
            rule("a list of words", "self.text.split('a').join('b').size() > 0", 5_000, n -> text("a,", n)),
            rule("a version", "!isSemver(self.text)", 20_000, n -> text("1", n)),
            rule("a URL", "isURL(self.text) || true", 20_000, n -> text("a:", n)),
            rule("a number", "self.text.find('[0-9]+') != ''", 20_000, n -> text("1", n)));

    @ParameterizedTest
    @FieldSource({"LOOPS", "COMPARISONS", "TEXTS"})
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private static Scaling<JsonObject> rule(String name, String rule, int size, IntFunction<JsonObject> spec) {
        SchemaRules rules = rules(rule);
        return new Scaling<>(name, size, spec, value -> rules.check("spec", value, null));
    }

    /** Returns a case whose rule compares a spec with the same spec whose arrays are reversed. */
    private static Scaling<JsonObject> transition(String name, String rule, int size, IntFunction<JsonObject> spec) {
        SchemaRules rules = rules(rule);
        return new Scaling<>(name, size, spec, value -> rules.check("spec", value, reversed(value)));
    }

    private static SchemaRules rules(String rule) {
        return new CelExpressions().rules(TestYaml.object("""
            type: object
            properties:
              text: {type: string}
              wait: {type: string, format: duration}
              texts: {type: array, items: {type: string}}
              set: {type: array, items: {type: string}, x-kubernetes-list-type: set}
              map:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [a, b]
                items: {type: object, properties: {a: {type: integer}, b: {type: integer}}}
              labels: {type: object, additionalProperties: {type: string}}
            x-kubernetes-validations:
            - {rule: "%s"}
            """.formatted(rule)));
    }

    private static JsonObject reversed(JsonObject spec) {
        JsonObject.Builder reversed = JsonObject.builder();
        spec.members().forEach((name, value) -> {
            reversed.put(
                    name,
                    value instanceof JsonArray array
                            ? new JsonArray(array.values().reversed())
                            : value);
        });
        return reversed.build();
    }

    private static JsonObject spec(String field, JsonValue value) {
        return JsonObject.of(field, value);
    }

    private static JsonObject spec(String field, String text) {
        return spec(field, new JsonString(text));
    }

    private static JsonObject text(String part, int n) {
        return spec("text", part.repeat(n));
    }

    private static JsonArray texts(int n) {
        return JsonArray.ofStrings(Texts.allColliding(n));
    }

    private static JsonObject labels(int n) {
        JsonObject.Builder labels = JsonObject.builder();
        Texts.allColliding(n).forEach(name -> labels.put(name, new JsonString("a")));
        return spec("labels", labels.build());
    }

    /** Returns items whose key pairs collide: as lists of two numbers they have the same hash. */
    private static JsonObject sumsOf31(int n) {
        return spec(
                "map",
                new JsonArray(IntStream.range(0, n)
                        .<JsonValue>mapToObj(i -> JsonObject.builder()
                                .put("a", i)
                                .put("b", 31L * (1_000_000 - i))
                                .build())
                        .toList()));
    }
}
