package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests that the time to decode and cache objects of clients grows linearly or with n log n. */
class ObjectScalingTest {
    private static final ApplicationKind KIND = Kinds.redis();

    static final List<Scaling<?>> SHAPES = List.of(
            new Scaling<>(
                    "unknown fields of the metadata",
                    20_000,
                    n -> JsonObject.of("metadata", members(n, i -> "unknown" + i)),
                    object -> ObjectDecoder.decode(KIND, object)),
            new Scaling<>(
                    "unknown fields of the object",
                    4_000,
                    n -> members(n, Texts::colliding),
                    object -> ObjectDecoder.decode(KIND, object)),
            new Scaling<>(
                    "unknown fields of the spec",
                    4_000,
                    n -> JsonObject.of("spec", members(n, Texts::colliding)),
                    object -> ObjectDecoder.decode(KIND, object)),
            new Scaling<>(
                    "labels that collide, of an object in the cache",
                    2_000,
                    ObjectScalingTest::labelled,
                    application -> new StoredApplication(KIND, application, new TextCodec()).served()));

    @ParameterizedTest
    @FieldSource("SHAPES")
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private static JsonObject members(int n, IntFunction<String> name) {
        JsonObject.Builder members = JsonObject.builder();
        IntStream.range(0, n).forEach(i -> members.put(name.apply(i), JsonNumber.of(i)));
        return members.build();
    }

    private static Application labelled(int n) {
        Map<String, String> labels = new HashMap<>();
        Texts.allColliding(n).forEach(text -> labels.put(text, "value"));
        return new Application(
                KIND.gvk(),
                ObjectMeta.of("ns", "a").toBuilder()
                        .resourceVersion("1")
                        .labels(labels)
                        .build(),
                null,
                JsonObject.EMPTY);
    }
}
