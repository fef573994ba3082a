package dev.chartroom.domain;

import static dev.chartroom.apimachinery.scaling.ScalingInputs.SCHEMA;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.array;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.below;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.lists;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.nearOne;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.numbers;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.object;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.owners;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.shape;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.spec;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.sumsOf31;
import static dev.chartroom.apimachinery.scaling.ScalingInputs.texts;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.schema.rule.RuleExpression;
import dev.chartroom.apimachinery.schema.rule.RuleLanguage;
import dev.chartroom.apimachinery.schema.rule.RuleTree;
import dev.chartroom.apimachinery.validation.ImmutableFields;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.TestKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.version.ConversionRules;
import dev.chartroom.domain.version.VersionConversion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Applying a schema to a client's spec and converting the spec takes linear or n log n time. Each row is an input that
 * a client may try.
 */
class SchemaScalingTest {
    private static final SchemaRules RULES = RuleTree.of(TestJson.object("""
                    {type:'object',properties:{sets:{type:'object',additionalProperties:{type:'array',
                      items:{type:'string','x-kubernetes-validations':[{rule:'true'}]}}}}}"""), SchemaScalingTest::always);
    private static final ApplicationKind KIND = TestKinds.of(TestJson.object("""
            {schema:{type:'object',properties:{items:{type:'array',items:{type:'object',properties:{name:{type:'string'}}}}}}}"""));
    private static final VersionConversion CONVERSION = conversion();

    static final List<Scaling<?>> SCHEMAS = List.of(
            shape(
                    "set of colliding texts",
                    2_000,
                    n -> spec("set", texts(n, Texts::colliding)),
                    SchemaScalingTest::checked),
            shape(
                    "set of numbers near each other",
                    2_000,
                    n -> spec("numbers", nearOne(n)),
                    SchemaScalingTest::checked),
            shape("set of lists", 2_000, n -> spec("lists", lists(n)), SchemaScalingTest::checked),
            shape("items by two numbers", 1_000, n -> spec("map", sumsOf31(n)), spec -> checked(spec, spec)),
            shape("errors", 2_000, n -> spec("choice", numbers(n)), SchemaScalingTest::checked),
            shape(
                    "errors below a long key",
                    1_000,
                    n -> spec("sets", JsonObject.of("k".repeat(50 * n), numbers(n))),
                    SchemaScalingTest::checked),
            shape(
                    "duplicates below a long key",
                    1_000,
                    n -> spec("sets", JsonObject.of("k".repeat(50 * n), twice(n))),
                    SchemaScalingTest::checked),
            shape(
                    "labels of a resource below a long key",
                    1_000,
                    SchemaScalingTest::embedded,
                    SchemaScalingTest::checked),
            shape(
                    "rules below a long key",
                    1_000,
                    n -> JsonObject.of("sets", JsonObject.of("k".repeat(50 * n), texts(n, i -> "a" + i))),
                    spec -> RULES.check("spec", spec, null)),
            shape(
                    "immutable fields below a long key",
                    1_000,
                    n -> JsonObject.of("tree", below(n, JsonNumber::of)),
                    spec -> ImmutableFields.of(List.of("spec.tree.*.*")).check(spec, JsonObject.EMPTY)),
            shape(
                    "unknown fields below a long key",
                    1_000,
                    n -> JsonObject.of("closed", below(n, JsonNumber::of)),
                    spec -> SchemaPruner.prune(SCHEMA, spec, "spec")),
            shape(
                    "unknown fields",
                    4_000,
                    n -> object(n, Texts::colliding, JsonNumber::of),
                    spec -> SchemaPruner.prune(SCHEMA, spec, "spec")),
            shape(
                    "defaults",
                    4_000,
                    n -> JsonObject.of("items", items(n)),
                    spec -> SchemaDefaulter.withoutDefaults(SCHEMA, spec, SchemaDefaulter.withDefaults(SCHEMA, spec))));

    static final List<Scaling<?>> CONVERSIONS = List.of(
            shape("hidden items", 1_000, SchemaScalingTest::hiddenItems, SchemaScalingTest::rotated),
            shape(
                    "reserved keys",
                    2_000,
                    n -> release(object(n, i -> "_" + i, JsonNumber::of)),
                    release -> ReleaseConverter.toApplication(KIND, release)),
            shape("owners of a release", 1_000, n -> owners(n, Texts::colliding), SchemaScalingTest::released),
            shape(
                    "members of a map to another version",
                    1_000,
                    n -> JsonObject.of(
                            "users", object(n, i -> "user" + i, i -> JsonObject.of("name", JsonNumber.of(i)))),
                    spec -> CONVERSION.toStored(spec, null)));

    @ParameterizedTest
    @FieldSource({"SCHEMAS", "CONVERSIONS"})
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private static JsonArray twice(int n) {
        return texts(n, i -> "a" + i / 2);
    }

    private static JsonArray items(int n) {
        return array(n, i -> JsonObject.of("name", new JsonString("a" + i)));
    }

    private static void checked(JsonObject spec) {
        checked(spec, null);
    }

    private static void checked(JsonObject spec, @Nullable JsonObject old) {
        SchemaValidator.validate(SCHEMA, "spec", spec, old);
    }

    private static JsonObject embedded(int n) {
        JsonObject resource = JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("metadata", JsonObject.of("labels", object(n, i -> "!" + i, i -> new JsonString("value"))))
                .build();
        return JsonObject.of("embedded", JsonObject.of("k".repeat(50 * n), resource));
    }

    private static RuleLanguage.Scope always(JsonObject schema) {
        RuleExpression truth = new RuleExpression() {
            @Override
            public boolean usesOldSelf() {
                return false;
            }

            @Override
            public Outcome evaluate(JsonValue self, @Nullable JsonValue oldSelf) {
                return new Outcome.Truth(true, 1);
            }
        };
        return new RuleLanguage.Scope() {
            @Override
            public RuleExpression rule(String expression, boolean optionalOldSelf) {
                return truth;
            }

            @Override
            public RuleExpression message(String expression, boolean optionalOldSelf) {
                return truth;
            }
        };
    }

    private static JsonObject release(JsonObject values) {
        JsonObject release = ReleaseConverter.newRelease(
                KIND, new Application(KIND.gvk(), ObjectMeta.of("ns", "a"), JsonObject.EMPTY, JsonObject.EMPTY));
        return release.with("spec", release.objectOrEmpty("spec").with("values", values));
    }

    /** Returns a release whose items have a field that the schema does not have. */
    private static JsonObject hiddenItems(int n) {
        return release(JsonObject.of(
                "items",
                array(
                        n,
                        i -> JsonObject.builder()
                                .put("name", "a" + i)
                                .put("hidden", i)
                                .build())));
    }

    /** Updates the release with its items in reverse order. */
    private static void rotated(JsonObject release) {
        Application application = ReleaseConverter.toApplication(KIND, release);
        List<JsonValue> items = new ArrayList<>(
                application.toJson().objectOrEmpty("spec").arrayOrEmpty("items").values());
        Collections.reverse(items);
        ReleaseConverter.updatedRelease(
                KIND, release, application.withSpec(JsonObject.of("items", new JsonArray(items))));
    }

    private static void released(JsonArray owners) {
        ObjectMeta metadata = ObjectMeta.of("ns", "a");
        Application before = new Application(
                KIND.gvk(), metadata.toBuilder().ownerReferences(owners).build(), JsonObject.EMPTY, JsonObject.EMPTY);
        ReleaseConverter.updatedRelease(KIND, ReleaseConverter.newRelease(KIND, before), before.withMetadata(metadata));
    }

    private static VersionConversion conversion() {
        Schema one = Schema.of(
                TestJson.object(
                        "{type:'object',properties:{users:{type:'object',additionalProperties:{type:'object',properties:{name:{type:'integer'}}}}}}"));
        Schema stored = Schema.of(
                TestJson.object(
                        "{type:'object',properties:{users:{type:'object',additionalProperties:{type:'object',properties:{title:{type:'integer'}}}}}}"));
        return new VersionConversion(
                one,
                stored,
                List.of(new ConversionRules(one, stored, SchemaExpressions.JDK)
                        .moved("spec.users.*.name", "spec.users.*.title", Map.of())));
    }
}
