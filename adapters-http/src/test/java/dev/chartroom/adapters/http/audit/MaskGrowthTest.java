package dev.chartroom.adapters.http.audit;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;

import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.audit.RecordedObjects;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.masking.ValueMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit masks and writes a body in linear time. */
class MaskGrowthTest {
    private static final ValueMask MASK = ValueMask.of(Schema.of(Json.object("""
                    {"type":"object","properties":{"users":{"type":"array","items":{"type":"object","properties":{
                      "name":{"type":"string"},"password":{"type":"string","format":"password"}}}},
                     "extra":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}""")), List.of("spec.extra.*.secret"));

    @ParameterizedTest
    @MethodSource("shapes")
    void maskingTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.of(
                shape(
                        "items",
                        repeated(
                                "{\"spec\":{\"users\":[",
                                i -> "{\"name\":\"a" + i + "\",\"password\":\"b\"},",
                                "{}]}}")),
                shape(
                        "members",
                        repeated("{\"spec\":{\"extra\":{", i -> "\"a" + i + "\":{\"secret\":1},", "\"z\":1}}}")),
                shape(
                        "members of equal hashes",
                        repeated("{\"spec\":{\"extra\":{", i -> "\"" + Texts.colliding(i) + "\":1,", "\"z\":1}}}")),
                shape(
                        "managed fields",
                        repeated(
                                "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":{\"f:spec\":{\"f:users\":{",
                                i -> "\"k:{\\\"name\\\":\\\"a" + i + "\\\"}\":{},",
                                "\"z\":{}}}}}]}}")),
                shape(
                        "a list of objects",
                        repeated("{\"kind\":\"List\",\"items\":[", i -> "{\"spec\":{\"extra\":{\"a\":1}}},", "{}]}")),
                shape("what was applied last", MaskGrowthTest::lastApplied),
                shape(
                        "a patch",
                        repeated("[", i -> "{\"op\":\"add\",\"path\":\"/spec/users/-\",\"value\":{}},", "{}]")),
                shape(
                        "a patch of a long path",
                        size -> "[{\"op\":\"add\",\"path\":\"" + "/a".repeat(size / 2) + "\",\"value\":1}]"));
    }

    private static String lastApplied(int size) {
        return "{\"metadata\":{\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":"
                + "\"{\\\"spec\\\":{\\\"users\\\":["
                + repeated("", i -> "{\\\"name\\\":\\\"a\\\"},", "{}").apply(size) + "]}}\"}}}";
    }

    private static Scaling<String> shape(String name, IntFunction<String> input) {
        return Growth.ofBody(name, input, text -> {
            JsonValue body = Json.CODEC.parse(text.getBytes(StandardCharsets.UTF_8));
            Json.CODEC.encode(MASK.apply(RecordedObjects.withoutManagedFields(body)));
            Json.CODEC.encode(MASK.applyToBody(body));
            Json.CODEC.encode(MASK.applyToPatch(body));
        });
    }
}
