package dev.chartroom.apimachinery;

import static dev.chartroom.apimachinery.scaling.ScalingInputs.SCHEMA;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.array;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.below;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.fails;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.metadata;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.nearOne;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.numbers;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.object;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.owners;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.shape;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.sumsOf31;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.text;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.texts;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.trees;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.widget;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.validation.Finalizers;
import dev.chartroom.apimachinery.validation.ObjectMetaDecoder;
import dev.chartroom.apimachinery.validation.ObjectMetaRules;
import dev.chartroom.apimachinery.validation.OwnerReferences;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Processing a client's metadata and managed fields takes linear or n log n time. Each row is an input that a client
 * may try.
 */
class MetadataScalingTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static final FieldManager OWNERSHIP =
            FieldManager.of(new GroupVersion("apps.example.com", "v1"), "Widget", SCHEMA);

    static final List<Scaling<?>> METADATA = List.of(
            shape("owner references", 2_000, n -> owners(n, i -> "uid" + i), OwnerReferences::of),
            shape("owner references that collide", 2_000, n -> owners(n, Texts::colliding), OwnerReferences::of),
            shape(
                    "owner references that all are controllers",
                    500,
                    n -> metadata("ownerReferences", controllers(n)),
                    MetadataScalingTest::validated),
            shape("labels that collide", 2_000, n -> metadata("labels", colliding(n)), MetadataScalingTest::validated),
            shape(
                    "annotations that collide",
                    2_000,
                    n -> metadata("annotations", colliding(n)),
                    MetadataScalingTest::validated),
            shape(
                    "finalizers that collide",
                    4_000,
                    Texts::allColliding,
                    finalizers -> GarbageCollectorFinalizers.onDeletion(finalizers, "Orphan")),
            shape(
                    "finalizers",
                    2_000,
                    n -> metadata("finalizers", texts(n, Texts::colliding)),
                    metadata -> Finalizers.warnings(ObjectMeta.fromJson(metadata), null)),
            shape(
                    "unknown fields",
                    8_000,
                    n -> object(n, i -> "unknown" + i, JsonNumber::of),
                    ObjectMetaDecoder::decode),
            shape(
                    "a manager of control characters",
                    2_000,
                    n -> metadata("managedFields", JsonArray.of(JsonObject.of("manager", text("\u0001", n)))),
                    MetadataScalingTest::validated),
            shape(
                    "a time of digits",
                    50_000,
                    n -> JsonObject.of("creationTimestamp", text("1", n)),
                    metadata -> fails(() -> ObjectMetaDecoder.decode(metadata))));

    static final List<Scaling<?>> MANAGED_FIELDS = List.of(
            shape("entries of many updaters", 1_000, n -> entries(n, "Update"), MetadataScalingTest::updated),
            shape("entries of many appliers", 1_000, n -> entries(n, "Apply"), MetadataScalingTest::updated),
            shape("entries of many appliers, pruned", 1_000, n -> entries(n, "Apply"), MetadataScalingTest::applied),
            shape(
                    "set of colliding texts",
                    2_000,
                    n -> widget("set", texts(n, Texts::colliding)),
                    MetadataScalingTest::applied),
            shape(
                    "set of numbers near each other",
                    1_000,
                    n -> widget("numbers", nearOne(n)),
                    MetadataScalingTest::applied),
            shape("items by two numbers", 1_000, n -> widget("map", sumsOf31(n)), MetadataScalingTest::applied),
            shape(
                    "fields that collide",
                    2_000,
                    n -> widget("tree", trees(n, Texts::colliding)),
                    MetadataScalingTest::applied),
            shape("elements that are equal", 20_000, MetadataScalingTest::equalElements, FieldManager::problem),
            shape("an element of digits", 20_000, n -> fieldsV1("v:" + "1".repeat(n)), FieldManager::problem),
            shape(
                    "conflicts below a long key",
                    1_000,
                    n -> widget("tree", below(n, JsonNumber::of)),
                    MetadataScalingTest::conflicts),
            shape(
                    "mismatches below a long key",
                    1_000,
                    n -> widget("sets", JsonObject.of("k".repeat(50 * n), numbers(n))),
                    widget -> fails(() -> apply(JsonObject.EMPTY, widget, "a"))));

    @ParameterizedTest
    @FieldSource({"METADATA", "MANAGED_FIELDS"})
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private static JsonObject colliding(int n) {
        return object(n, Texts::colliding, i -> new JsonString("value"));
    }

    private static JsonArray controllers(int n) {
        return owners(n, i -> "uid" + i).map(owner -> ((JsonObject) owner).with("controller", JsonBoolean.TRUE));
    }

    private static void validated(JsonObject metadata) {
        ObjectMeta decoded = ObjectMeta.fromJson(metadata);
        ObjectMetaRules.validate(decoded, _ -> List.of());
        ObjectMetaRules.validateUpdate(decoded, decoded);
    }

    private static void applied(JsonObject configuration) {
        JsonObject metadata = configuration.objectOrEmpty("metadata");
        JsonObject bare = configuration.with("metadata", metadata.without("managedFields"));
        JsonObject live = metadata.has("managedFields") ? configuration : apply(JsonObject.EMPTY, bare, "manager0");
        apply(live, bare.with("spec", JsonObject.of("text", new JsonString("other"))), "manager0");
    }

    private static void updated(JsonObject live) {
        OWNERSHIP.update(live, live.with("spec", JsonObject.of("text", new JsonString("other"))), "writer", "", NOW);
    }

    private static void conflicts(JsonObject configuration) {
        JsonObject live = apply(JsonObject.EMPTY, configuration, "one");
        String key = configuration
                .objectOrEmpty("spec")
                .objectOrEmpty("tree")
                .names()
                .iterator()
                .next();
        int size = configuration
                .objectOrEmpty("spec")
                .objectOrEmpty("tree")
                .objectOrEmpty(key)
                .names()
                .size();
        JsonObject other =
                JsonObject.of("tree", JsonObject.of(key, object(size, i -> "m" + i, i -> JsonNumber.of(-1 - i))));
        fails(() -> apply(live, configuration.with("spec", other), "two"));
    }

    /** Returns an object with n members and n managers, each of which owns one member. */
    private static JsonObject entries(int n, String operation) {
        JsonArray entries = array(
                n,
                i -> JsonObject.builder()
                        .put("manager", "manager" + i)
                        .put("operation", operation)
                        .put("apiVersion", "apps.example.com/v1")
                        .put("fieldsType", "FieldsV1")
                        .put(
                                "fieldsV1",
                                JsonObject.of(
                                        "f:spec", JsonObject.of("f:tree", JsonObject.of("f:m" + i, JsonObject.EMPTY))))
                        .build());
        JsonObject metadata = JsonObject.builder()
                .put("name", "a")
                .put("uid", "1")
                .put("managedFields", entries)
                .build();
        return widget(metadata, JsonObject.of("tree", trees(n, i -> "m" + i)));
    }

    private static JsonArray fieldsV1(String element) {
        return managedFields(JsonObject.of(element, JsonObject.EMPTY));
    }

    private static JsonArray managedFields(JsonObject fields) {
        return JsonArray.of(JsonObject.builder()
                .put("operation", "Apply")
                .put("apiVersion", "v1")
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", fields)
                .build());
    }

    /**
     * Returns n elements: half of them are the number 1 with different whitespace, the others are different numbers.
     */
    private static JsonArray equalElements(int n) {
        return managedFields(object(n, i -> i % 2 == 0 ? "v:1" + spaces(i) : "v:" + (i + 2), _ -> JsonObject.EMPTY));
    }

    private static String spaces(int number) {
        return Integer.toBinaryString(number).replace('0', ' ').replace('1', '\t');
    }

    private static JsonObject apply(JsonObject live, JsonObject configuration, String manager) {
        return OWNERSHIP.apply(live, configuration, manager, false, "", NOW);
    }
}
