package dev.chartroom.apimachinery;

import static dev.chartroom.apimachinery.scaling.ScalingInputs.array;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.below;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.fails;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.metadata;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.numbers;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.object;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.owners;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.shape;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.texts;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.apimachinery.patch.StrategicMergePatch;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.validation.OwnerReferences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Applying a client's patch takes linear or n log n time. Each row is an input that a client may try. */
class PatchScalingTest {
    static final List<Scaling<?>> PATCHES = List.of(
            shape(
                    "JSON patch that adds to the head",
                    2_000,
                    n -> patch(n, 100, i -> "{op:'add',path:'/list/0',value:1}"),
                    Patched::apply),
            shape(
                    "JSON patch that removes the head",
                    2_000,
                    n -> patch(n, 100, i -> "{op:'remove',path:'/list/0'}"),
                    Patched::apply),
            shape(
                    "JSON patch that moves the head to the end",
                    2_000,
                    n -> patch(n, 100, i -> "{op:'move',from:'/list/0',path:'/list/-'}"),
                    Patched::apply),
            shape(
                    "JSON patch that tests",
                    2_000,
                    n -> patch(n, 10, i -> "{op:'test',path:'/list/" + i + "',value:" + i + "}"),
                    Patched::apply),
            shape("JSON patch with a long path", 20_000, n -> "/a~1b".repeat(n), JsonPointer::parse),
            shape(
                    "merge patch",
                    4_000,
                    n -> object(n, Texts::colliding, JsonNumber::of),
                    patch -> MergePatch.apply(MergePatch.apply(JsonObject.EMPTY, patch), patch)),
            shape(
                    "strategic merge patch of finalizers",
                    2_000,
                    n -> metadata("finalizers", texts(n, Texts::colliding)),
                    metadata -> StrategicMergePatch.apply(
                            JsonObject.of("metadata", metadata), JsonObject.of("metadata", metadata))),
            shape(
                    "strategic merge patch of owners",
                    2_000,
                    n -> metadata("ownerReferences", owners(n, Texts::colliding)),
                    metadata -> StrategicMergePatch.apply(
                            JsonObject.of("metadata", metadata), JsonObject.of("metadata", metadata))),
            shape(
                    "strategic merge patch of one owner again and again",
                    2_000,
                    PatchScalingTest::oneOwner,
                    patch -> fails(() -> StrategicMergePatch.apply(JsonObject.EMPTY, patch))),
            shape(
                    "merge patch of owners",
                    2_000,
                    n -> metadata("ownerReferences", owners(n, Texts::colliding)),
                    metadata -> OwnerReferences.of(((JsonObject) MergePatch.apply(
                                    JsonObject.of("metadata", metadata), JsonObject.of("metadata", metadata)))
                            .objectOrEmpty("metadata")
                            .arrayOrEmpty("ownerReferences"))),
            shape(
                    "strategic merge patch that orders",
                    2_000,
                    PatchScalingTest::ordered,
                    patch -> StrategicMergePatch.apply(patch, patch)),
            shape(
                    "strategic merge patch below a long key",
                    2_000,
                    n -> below(n, JsonNumber::of),
                    patch -> StrategicMergePatch.apply(JsonObject.EMPTY, patch)));

    @ParameterizedTest
    @FieldSource("PATCHES")
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    /** A patch and the object to apply it to. */
    private record Patched(JsonObject object, JsonPatch patch) {
        void apply() {
            patch.apply(object);
        }
    }

    private static Patched patch(int operations, int itemsEach, IntFunction<String> operation) {
        return new Patched(
                JsonObject.of("list", numbers(operations * itemsEach)),
                JsonPatch.parse(array(operations, i -> TestJson.parse(operation.apply(i)))));
    }

    private static JsonObject oneOwner(int n) {
        return JsonObject.of(
                "metadata",
                JsonObject.of(
                        "ownerReferences",
                        array(n, i -> JsonObject.of("uid", new JsonString("a")).with("member" + i, JsonBoolean.TRUE))));
    }

    private static JsonObject ordered(int n) {
        List<String> names = new ArrayList<>(Texts.allColliding(n));
        JsonArray finalizers = JsonArray.ofStrings(names);
        Collections.reverse(names);
        return JsonObject.of(
                "metadata",
                JsonObject.builder()
                        .put("finalizers", finalizers)
                        .put("$setElementOrder/finalizers", JsonArray.ofStrings(names))
                        .build());
    }
}
