package dev.chartroom.domain;

import static dev.chartroom.apimachinery.scaling.ScalingInputs.SCHEMA;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.array;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.fails;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.names;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.object;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.shape;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.text;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.texts;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.trees;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.widget;
import static java.util.stream.Collectors.joining;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.ScalingInputs;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.masking.ValueMask;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Parsing selectors, processing values and building their Statuses takes linear or n log n time. Each row is an input
 * that a client may try.
 */
class ValueScalingTest {
    private static final ValueMask MASK = ValueMask.of(SCHEMA, List.of("spec.tree.*.secret", "spec.items[*].name"));

    static final List<Scaling<?>> SELECTORS = List.of(
            shape("values", 4_000, n -> "a in (" + String.join(",", Texts.allColliding(n)) + ")", LabelSelector::parse),
            shape("requirements", 4_000, n -> names(n).collect(joining(",")), LabelSelector::parse),
            shape(
                    "values that do not fit",
                    2_000,
                    n -> "a in (" + names(n).collect(joining("!,")) + "!)",
                    text -> fails(() -> LabelSelector.parse(text))),
            shape("objects held against many values", 4_000, ValueScalingTest::selection, Selection::count),
            shape(
                    "fields",
                    4_000,
                    n -> names(n).map(name -> "metadata.name!=" + name).collect(joining(",")),
                    FieldSelector::parse));

    static final List<Scaling<?>> VALUES = List.of(
            shape("hash table of texts", 4_000, n -> texts(n, Texts::colliding), ValueScalingTest::distinct),
            shape("hash table of numbers", 4_000, ScalingInputs::nearOne, ValueScalingTest::distinct),
            shape("hash table of lists", 4_000, ScalingInputs::lists, ValueScalingTest::distinct),
            shape(
                    "hash table of objects",
                    4_000,
                    n -> array(n, i -> JsonObject.of(Texts.colliding(i), JsonNumber.of(1))),
                    ValueScalingTest::distinct),
            shape(
                    "text of colliding members",
                    8_000,
                    n -> object(n, Texts::colliding, JsonNumber::of),
                    object -> JsonText.parse(object.toString())),
            shape(
                    "reading of colliding members",
                    8_000,
                    n -> object(n, Texts::colliding, JsonNumber::of).toString(),
                    JsonText::parse),
            shape("reading of digits", 20_000, "9"::repeat, text -> fails(() -> JsonText.parse(text))),
            shape("Go's text", 50_000, n -> text("<\u0001\"", n), GoText::json),
            shape("Status of many errors", 2_000, ValueScalingTest::invalid, Status::of),
            shape("masked Status of many errors", 2_000, ValueScalingTest::invalid, MASK::statusOf),
            shape("masked object", 4_000, n -> widget("tree", trees(n, Texts::colliding)), MASK::apply),
            shape(
                    "masked patch",
                    2_000,
                    n -> array(n, i -> TestJson.parse("{op:'add',path:'/spec/items/-',value:{name:'x'}}")),
                    MASK::applyToPatch));

    @ParameterizedTest
    @FieldSource({"SELECTORS", "VALUES"})
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private record Selection(LabelSelector selector, List<Map<String, String>> objects) {
        void count() {
            objects.forEach(selector::matches);
        }
    }

    private static Selection selection(int n) {
        return new Selection(
                LabelSelector.parse("a in (" + names(n).collect(joining(",")) + ")"),
                names(n).map(name -> Map.of("a", name)).toList());
    }

    private static void distinct(JsonArray array) {
        if (new HashSet<>(array.values()).size() != array.size()) {
            throw new AssertionError("equal items");
        }
    }

    private static ApiError invalid(int n) {
        return new ApiError.Invalid(
                new GroupKind("apps.example.com", "Widget"),
                "a",
                names(n).map(name -> FieldError.invalid("spec.tree." + name + ".x", JsonNumber.of(1), "no"))
                        .toList());
    }
}
