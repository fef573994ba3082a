package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recorded outcomes that test the domain's schemas still match a kube-apiserver. {@code -Dschema.record=true}
 * records them again, and repeats each case to detect whether the order of its causes is stable.
 */
@RequiresControlPlane
final class SchemaOracleTest {
    private static final boolean RECORD = Boolean.getBoolean("schema.record");
    private static final int TIMES = RECORD ? 40 : 1;

    static List<Path> schemas() throws IOException {
        try (Stream<Path> folders =
                Files.list(ModuleDirectory.basedir().resolve("../apimachinery/src/test/resources/schema"))) {
            return folders.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void recordedAnswersMatchTheKubeApiserver(Path folder) throws IOException {
        SchemaOracle oracle =
                new SchemaOracle(ControlPlane.shared(), folder.getFileName().toString());
        List<JsonObject> cases = ((JsonArray) TestJson.read(folder.resolve("cases.json")))
                .values().stream().map(JsonObject.class::cast).toList();
        for (JsonObject testCase : cases) {
            if (testCase.has("old")) {
                oracle.storeOld(testCase.stringOrEmpty("name"), member(testCase, "old"));
            }
        }
        oracle.use(TestJson.readObject(folder.resolve("schema.json")));
        Map<String, JsonObject> answers = new LinkedHashMap<>();
        for (JsonObject testCase : cases) {
            String name = testCase.stringOrEmpty("name");
            answers.put(name, answer(oracle, name, member(testCase, "value"), testCase.has("old")));
        }
        Path file = folder.resolve("answers.json");
        // Do not rewrite a file in which only the order of causes differs.
        if (RECORD && (!Files.exists(file) || !isSame(answers, TestJson.readObject(file)))) {
            write(file, answers);
        }
        JsonObject recorded = TestJson.readObject(file);
        answers.forEach((name, answer) ->
                assertThat(comparable(answer)).as(name).isEqualTo(comparable(recorded.objectOrEmpty(name))));
    }

    private static boolean isSame(Map<String, JsonObject> answers, JsonObject recorded) {
        return answers.keySet().equals(recorded.members().keySet())
                && answers.entrySet().stream()
                        .allMatch(answer -> comparable(answer.getValue())
                                .equals(comparable(recorded.objectOrEmpty(answer.getKey()))));
    }

    private static JsonObject answer(SchemaOracle oracle, String name, JsonValue value, boolean update) {
        JsonObject first = oracle.ask(name, value, update);
        Set<JsonObject> all = new HashSet<>(Set.of(first));
        for (int i = 1; i < TIMES && first.arrayOrEmpty("causes").size() > 1; i++) {
            all.add(oracle.ask(name, value, update));
        }
        return all.size() == 1
                ? first
                : first.toBuilder().put("unordered", true).build();
    }

    /** Returns an outcome with its causes as a set: a single outcome does not show whether they have an order. */
    private static Map<String, Object> comparable(JsonObject answer) {
        Map<String, Object> comparable = new LinkedHashMap<>(answer.members());
        comparable.put("causes", new HashSet<>(answer.arrayOrEmpty("causes").values()));
        comparable.remove("unordered");
        return comparable;
    }

    private static void write(Path file, Map<String, JsonObject> answers) throws IOException {
        Files.writeString(
                file,
                answers.entrySet().stream()
                        .map(answer -> "  " + GoText.json(new JsonString(answer.getKey())) + ": " + answer.getValue())
                        .collect(Collectors.joining(",\n", "{\n", "\n}\n")));
    }

    private static JsonValue member(JsonObject object, String name) {
        return Objects.requireNonNull(object.get(name));
    }
}
