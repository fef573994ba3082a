package dev.chartroom.adapters.http.request;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;

import dev.chartroom.adapters.http.fixture.FuzzedWrites;
import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.core.write.Patch;
import dev.chartroom.ports.json.JsonDocument;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server reads objects and patches and writes them to the store in linear time. */
class WriteGrowthTest {

    @ParameterizedTest
    @MethodSource("shapes")
    void writingTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.of(objects(), patches(), configurations(), options()).flatMap(shapes -> shapes);
    }

    private static Stream<Scaling<String>> objects() {
        return Stream.of(
                metadata(
                        "owner references",
                        repeated(
                                "\"ownerReferences\":[",
                                i -> "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"" + i + "\"},",
                                "{\"uid\":\"z\"}]")),
                metadata("labels", repeated("\"labels\":{", i -> "\"a" + i + "\":\"b\",", "\"z\":\"\"}")),
                metadata(
                        "labels of equal hashes",
                        repeated("\"labels\":{", i -> "\"" + Texts.colliding(i) + "\":\"b\",", "\"z\":\"\"}")),
                metadata(
                        "labels that are not allowed",
                        repeated("\"labels\":{", i -> "\"_" + i + "\":\"_\",", "\"z\":\"\"}")),
                metadata(
                        "annotations that are not allowed",
                        repeated("\"annotations\":{", i -> "\"_" + i + "\":\"\",", "\"z\":\"\"}")),
                metadata(
                        "finalizers that are not allowed",
                        repeated("\"finalizers\":[", i -> "\"_" + i + "\",", "\"z\"]")),
                metadata("unknown fields", repeated("", i -> "\"a" + i + "\":1,", "\"z\":1")),
                metadata("annotations", repeated("\"annotations\":{", i -> "\"a" + i + "\":\"b\",", "\"z\":\"\"}")),
                metadata(
                        "annotations of equal hashes",
                        repeated("\"annotations\":{", i -> "\"" + Texts.colliding(i) + "\":\"b\",", "\"z\":\"\"}")),
                metadata("a long annotation", size -> "\"annotations\":{\"a\":\"" + "b".repeat(size) + "\"}"),
                metadata(
                        "finalizers",
                        repeated("\"finalizers\":[", i -> "\"example.com/a" + i + "\",", "\"example.com/z\"]")),
                metadata("a long name", size -> "\"generateName\":\"" + "a".repeat(size) + "\""),
                spec("members", repeated("\"extra\":{", i -> "\"a" + i + "\":1,", "\"z\":1}")),
                spec(
                        "members of equal hashes",
                        repeated("\"extra\":{", i -> "\"" + Texts.colliding(i) + "\":1,", "\"z\":1}")),
                spec("a map", repeated("\"labels\":{", i -> "\"a" + i + "\":\"b\",", "\"z\":\"\"}")),
                spec("a map of wrong values", repeated("\"labels\":{", i -> "\"a" + i + "\":1,", "\"z\":\"\"}")),
                spec("a list", repeated("\"args\":[", i -> "\"a" + i + "\",", "\"z\"]")),
                spec("a list of wrong values", repeated("\"args\":[", i -> i + ",", "1]")),
                spec("a list of lists", repeated("\"matrix\":[", i -> "[" + i + ",1],", "[]]")),
                spec("a string under a pattern", size -> "\"name\":\"" + "a".repeat(size) + "\""),
                spec("a string under a format", size -> "\"when\":\"2026-01-02T03:04:05." + "1".repeat(size) + "Z\""),
                spec("unknown members", repeated("", i -> "\"a" + i + "\":1,", "\"z\":1")),
                Growth.ofBody(
                        "create: unknown fields",
                        repeated("{\"metadata\":{\"name\":\"a\"},\"spec\":{},", i -> "\"a" + i + "\":1,", "\"z\":1}"),
                        text -> FuzzedWrites.empty().create(Json.document(text))));
    }

    private static Stream<Scaling<String>> patches() {
        return Stream.of(
                merge("members", repeated("{\"spec\":{\"extra\":{", i -> "\"a" + i + "\":1,", "\"z\":1}}}")),
                merge("nulls", repeated("{\"spec\":{\"extra\":{", i -> "\"a" + i + "\":null,", "\"z\":1}}}")),
                merge("labels", repeated("{\"metadata\":{\"labels\":{", i -> "\"a" + i + "\":\"b\",", "\"z\":\"\"}}}")),
                merge(
                        "members of equal hashes",
                        repeated("{\"spec\":{\"extra\":{", i -> "\"" + Texts.colliding(i) + "\":1,", "\"z\":1}}}")),
                merge(
                        "owner references",
                        repeated(
                                "{\"metadata\":{\"ownerReferences\":[",
                                i -> "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"" + i + "\"},",
                                "{}]}}")),
                merge(
                        "one owner reference again and again",
                        repeated(
                                "{\"metadata\":{\"ownerReferences\":[",
                                i -> "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"a\"},",
                                "{}]}}")),
                merge("a list", repeated("{\"spec\":{\"args\":[", i -> "\"a" + i + "\",", "\"z\"]}}")),
                operations("additions of members", i -> operation("add", "/spec/extra/a" + i)),
                operations("additions of one member", i -> operation("add", "/spec/extra/z")),
                operations("additions of items", i -> operation("add", "/spec/args/-")),
                operations("tests", i -> "{\"op\":\"test\",\"path\":\"/spec/args/0\",\"value\":\"x\"}"),
                operations("what is missing", i -> operation("replace", "/spec/extra/a/b/" + i)),
                Growth.ofBody(
                        "JSON patch: a long path",
                        size -> "[" + operation("add", "/a".repeat(size / 2)) + "]",
                        WriteGrowthTest::patchJson),
                Growth.ofBody(
                        "JSON patch: escapes",
                        size -> "[" + operation("add", "/spec/extra/" + "~1".repeat(size / 2)) + "]",
                        WriteGrowthTest::patchJson),
                Growth.ofBody(
                        "strategic merge patch",
                        repeated("{\"spec\":{\"extra\":{", i -> "\"a" + i + "\":1,", "\"z\":1}}}"),
                        text -> FuzzedWrites.withAnObject().patch(Patch.strategic(Json.document(text)), "")));
    }

    private static Stream<Scaling<String>> configurations() {
        return Stream.of(
                apply("members", repeated("spec:\n  extra:\n", i -> "    a" + i + ": 1\n", "")),
                apply(
                        "members of equal hashes",
                        repeated("spec:\n  extra:\n", i -> "    " + Texts.colliding(i) + ": 1\n", "")),
                apply("a list", repeated("spec:\n  args:\n", i -> "  - a" + i + "\n", "")),
                apply("labels", repeated("metadata:\n  labels:\n", i -> "    a" + i + ": b\n", "")));
    }

    private static Stream<Scaling<String>> options() {
        return Stream.of(
                options("values", repeated("{\"dryRun\":[", i -> "\"All\",", "\"All\"]}")),
                options("values that are not allowed", repeated("{\"dryRun\":[", i -> "\"a" + i + "\",", "\"All\"]}")),
                options("a long value", size -> "{\"propagationPolicy\":\"" + "a".repeat(size) + "\"}"));
    }

    private static Scaling<String> metadata(String name, IntFunction<String> members) {
        return Growth.ofBody(
                "create: " + name,
                size -> "{\"metadata\":{\"name\":\"a\"," + members.apply(size) + "},\"spec\":{}}",
                text -> FuzzedWrites.empty().create(Json.document(text)));
    }

    private static Scaling<String> spec(String name, IntFunction<String> members) {
        return Growth.ofBody(
                "create: " + name,
                size -> "{\"metadata\":{\"name\":\"a\"},\"spec\":{" + members.apply(size) + "}}",
                text -> FuzzedWrites.empty().create(Json.document(text)));
    }

    private static Scaling<String> merge(String name, IntFunction<String> input) {
        return Growth.ofBody(
                "merge patch: " + name,
                input,
                text -> FuzzedWrites.withAnObject().patch(Patch.merge(Json.document(text)), ""));
    }

    private static Scaling<String> operations(String name, IntFunction<String> operation) {
        return Growth.ofBody(
                "JSON patch: " + name,
                repeated("[" + operation("add", "/spec/args/-"), i -> "," + operation.apply(i), "]"),
                WriteGrowthTest::patchJson);
    }

    private static void patchJson(String text) {
        FuzzedWrites.withAnObject().patch(Patch.json(Json.document(text)), "");
    }

    private static String operation(String verb, String path) {
        return "{\"op\":\"" + verb + "\",\"path\":\"" + path + "\",\"value\":\"x\"}";
    }

    private static Scaling<String> apply(String name, IntFunction<String> input) {
        return Growth.ofBody("apply: " + name, input, text -> {
            JsonDocument configuration = Json.yamlDocument(text);
            FuzzedWrites writes = FuzzedWrites.withAnObject();
            writes.apply(configuration, false);
            writes.apply(configuration, true);
        });
    }

    private static Scaling<String> options(String name, IntFunction<String> input) {
        return Growth.ofBody(
                "delete: " + name,
                input,
                text -> DeleteParameters.of(Optional.of(Json.document(text).value()), QueryParameters.parse(""), "v1"));
    }
}
