package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares rules with the responses of a kube-apiserver 1.36.3. Each folder is a CustomResourceDefinition:
 * {@code schema.json} is the schema of its spec, {@code expected.json} has the responses. {@code requests.json} has the
 * specs of creates, or of updates if there is an old spec. Upstream iterates over members in random order, so the order
 * of causes is compared only within one path.
 */
class RecordedRulesTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private record Cause(String field, String reason, String message) {}

    static List<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void causesMatchRecordedKubeApiserverResponses(Path folder) {
        JsonObject declared = TestYaml.readObject(folder.resolve("schema.json"));
        JsonArray requests = (JsonArray) TestYaml.read(folder.resolve("requests.json"));
        JsonArray answers = (JsonArray) TestYaml.read(folder.resolve("expected.json"));
        Schema schema = Schema.of(declared);
        SchemaRules rules = new CelExpressions().rules(declared);

        assertThat(requests.size()).isEqualTo(answers.size()).isPositive();
        for (int i = 0; i < requests.size(); i++) {
            JsonObject request = (JsonObject) requests.get(i);
            List<Cause> expected = expected((JsonObject) answers.get(i));
            List<Cause> actual =
                    causes(rules, spec(schema, request.objectOrEmpty("spec")), old(schema, request.get("old")));

            assertThat(byField(actual))
                    .as("request %d: %s", i, shortened(request))
                    .isEqualTo(byField(expected));
        }
    }

    @Test
    void recordingsContainOver300ResponsesAndOver1400Causes() throws IOException {
        int causes = 0;
        int answers = 0;
        for (Path folder : cases()) {
            for (JsonValue answer : (JsonArray) TestYaml.read(folder.resolve("expected.json"))) {
                answers++;
                causes += expected((JsonObject) answer).size();
            }
        }

        assertThat(answers).isGreaterThan(300);
        assertThat(causes).isGreaterThan(1400);
    }

    private static JsonObject spec(Schema schema, JsonObject spec) {
        return SchemaDefaulter.withDefaults(schema, spec);
    }

    private static @Nullable JsonObject old(Schema schema, @Nullable JsonValue old) {
        return old instanceof JsonObject object ? spec(schema, object) : null;
    }

    private static List<Cause> causes(SchemaRules rules, JsonObject spec, @Nullable JsonObject old) {
        return rules.check("spec", spec, old).stream()
                .map(error -> error.toCause())
                .map(cause -> new Cause(cause.field(), cause.reason(), cause.message()))
                .toList();
    }

    private static List<Cause> expected(JsonObject answer) {
        List<Cause> causes = new ArrayList<>();
        for (JsonValue value : answer.arrayOrEmpty("causes")) {
            JsonObject cause = (JsonObject) value;
            causes.add(new Cause(
                    cause.stringOrEmpty("field"), cause.stringOrEmpty("reason"), cause.stringOrEmpty("message")));
        }
        return causes;
    }

    /**
     * Sorts stably: causes at one path keep their order. The member that exhausts a budget is random, so its path is
     * replaced.
     */
    private static List<Cause> byField(List<Cause> causes) {
        return causes.stream()
                .map(cause -> cause.message().contains("running out of cost budget")
                        ? new Cause("any", cause.reason(), cause.message())
                        : cause)
                .sorted((a, b) -> a.field().compareTo(b.field()))
                .toList();
    }

    private static String shortened(JsonObject request) {
        String text = request.toString();
        return text.length() > 200 ? text.substring(0, 200) : text;
    }
}
