package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.status.FieldError;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares results with the responses of a kube-apiserver 1.36 for a CustomResourceDefinition with the same schema.
 * Each folder has a schema, the submitted values and, in answers.json, their results. A test of e2e repeats the
 * requests.
 */
final class SchemaGoldenTest {
    @TestFactory
    Stream<DynamicNode> schemaAnswersAsACustomResourceDefinitionDoes() throws IOException {
        try (Stream<Path> folders = Files.list(resources())) {
            return folders.sorted().toList().stream().map(SchemaGoldenTest::folder);
        }
    }

    private static DynamicNode folder(Path folder) {
        Schema schema = Schema.of(TestJson.readObject(folder.resolve("schema.json")));
        JsonObject answers = TestJson.readObject(folder.resolve("answers.json"));
        JsonArray cases = (JsonArray) TestJson.read(folder.resolve("cases.json"));
        return DynamicContainer.dynamicContainer(
                folder.getFileName().toString(),
                cases.values().stream().map(JsonObject.class::cast).map(testCase -> {
                    String name = testCase.stringOrEmpty("name");
                    return DynamicTest.dynamicTest(
                            name,
                            () -> check(schema, testCase, answers.object(name).orElseThrow()));
                }));
    }

    private static void check(Schema schema, JsonObject testCase, JsonObject answer) {
        if (!(testCase.get("value") instanceof JsonObject value)) {
            // The validation of the whole object handles a spec that is not an object.
            assertThat(SchemaValidator.validate(schema, "spec", Objects.requireNonNull(testCase.get("value")), null))
                    .isNotNull();
            return;
        }
        Pruned pruned = SchemaPruner.prune(schema, value, "spec");
        if (answer.has("code")) {
            assertThat(pruned.malformed()).isNotNull();
            assertThat(answer.stringOrEmpty("message"))
                    .endsWith(" cannot be handled as a Embedded: " + pruned.malformed());
            return;
        }
        assertThat(pruned.malformed()).isNull();
        JsonObject submitted = SchemaDefaulter.withDefaults(schema, pruned.value());
        List<FieldError> errors = SchemaValidator.validate(schema, "spec", submitted, old(schema, testCase.get("old")));

        assertThat(pruned.unknownFields()).isEqualTo(texts(answer.arrayOrEmpty("unknown")));
        List<JsonObject> causes = errors.stream()
                .map(error -> error.toCause())
                .map(cause -> JsonObject.builder()
                        .put("reason", cause.reason())
                        .put("message", cause.message())
                        .put("field", cause.field())
                        .build())
                .toList();
        List<JsonValue> expected = answer.arrayOrEmpty("causes").values();
        if (answer.isTrue("unordered")) {
            assertThat(causes)
                    .containsExactlyInAnyOrderElementsOf(
                            expected.stream().map(JsonObject.class::cast).toList());
        } else {
            assertThat(causes).isEqualTo(expected);
        }
        if (expected.isEmpty()) {
            assertThat(GoText.json(submitted)).isEqualTo(GoText.json(answer.objectOrEmpty("spec")));
        }
    }

    private static @Nullable JsonValue old(Schema schema, @Nullable JsonValue old) {
        return old instanceof JsonObject object
                ? SchemaDefaulter.withDefaults(
                        schema,
                        SchemaPruner.prune(schema, (JsonObject) stored(object), "spec")
                                .value())
                : old;
    }

    /**
     * Returns the value as a kube-apiserver stores it. Go writes a whole number without a fraction, so it is read again
     * as an integer.
     */
    private static JsonValue stored(JsonValue value) {
        return TestJson.parse(GoText.json(value));
    }

    private static List<String> texts(JsonArray array) {
        return array.values().stream().map(text -> ((JsonString) text).value()).toList();
    }

    private static Path resources() {
        try {
            return Path.of(Objects.requireNonNull(SchemaGoldenTest.class.getResource("/schema"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
