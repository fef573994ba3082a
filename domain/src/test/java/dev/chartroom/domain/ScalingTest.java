package dev.chartroom.domain;

import static java.util.stream.Collectors.joining;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.TestKinds;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonPointer;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.json.TestJson;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.managedfields.FieldOwnership;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.GarbageCollectorFinalizers;
import dev.chartroom.domain.meta.GroupKind;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.patch.JsonPatch;
import dev.chartroom.domain.patch.MergePatch;
import dev.chartroom.domain.patch.StrategicMergePatch;
import dev.chartroom.domain.scaling.Scaling;
import dev.chartroom.domain.scaling.Texts;
import dev.chartroom.domain.schema.RuleExpression;
import dev.chartroom.domain.schema.RuleLanguage;
import dev.chartroom.domain.schema.RuleTree;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.domain.schema.SchemaPruner;
import dev.chartroom.domain.schema.SchemaRules;
import dev.chartroom.domain.schema.SchemaValidator;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.domain.status.GoText;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.validation.Finalizers;
import dev.chartroom.domain.validation.ImmutableFields;
import dev.chartroom.domain.validation.ObjectMetaDecoder;
import dev.chartroom.domain.validation.ObjectMetaRules;
import dev.chartroom.domain.validation.OwnerReferences;
import dev.chartroom.domain.version.ConversionRules;
import dev.chartroom.domain.version.VersionConversion;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The work on what a client sends is linear or n log n, whatever it sends: each row is an input that somebody may try. */
class ScalingTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type:'object',properties:{
              text:{type:'string'},
              set:{type:'array','x-kubernetes-list-type':'set',items:{type:'string'}},
              numbers:{type:'array','x-kubernetes-list-type':'set',items:{type:'number'}},
              lists:{type:'array','x-kubernetes-list-type':'set',items:{type:'array','x-kubernetes-list-type':'atomic',
                items:{type:'string'}}},
              map:{type:'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a','b'],
                items:{type:'object',required:['a','b'],properties:{a:{type:'integer'},b:{type:'integer'},
                  v:{type:'integer',maximum:3}}}},
              items:{type:'array',items:{type:'object',properties:{name:{type:'string'},size:{type:'integer',default:1}}}},
              tree:{type:'object',additionalProperties:{type:'object',additionalProperties:{type:'integer'}}},
              sets:{type:'object',additionalProperties:{type:'array','x-kubernetes-list-type':'set',items:{type:'string'}}},
              choice:{type:'array',items:{enum:['a','b'],type:'string'}},
              closed:{type:'object',additionalProperties:{type:'object',properties:{a:{type:'string'}}}},
              embedded:{type:'object',additionalProperties:{type:'object','x-kubernetes-embedded-resource':true,
                'x-kubernetes-preserve-unknown-fields':true}}}}"""));
    private static final FieldOwnership OWNERSHIP =
            FieldOwnership.of(new GroupVersion("apps.example.com", "v1"), "Widget", SCHEMA);
    private static final SchemaRules RULES = RuleTree.of(TestJson.object("""
                    {type:'object',properties:{sets:{type:'object',additionalProperties:{type:'array',
                      items:{type:'string','x-kubernetes-validations':[{rule:'true'}]}}}}}"""), ScalingTest::always);
    private static final ApplicationKind KIND = TestKinds.of(TestJson.object("""
            {schema:{type:'object',properties:{items:{type:'array',items:{type:'object',properties:{name:{type:'string'}}}}}}}"""));
    private static final ValueMask MASK = ValueMask.of(SCHEMA, List.of("spec.tree.*.secret", "spec.items[*].name"));
    private static final VersionConversion CONVERSION = conversion();

    static final List<Scaling<?>> METADATA = List.of(
            shape("owner references", 2_000, n -> owners(n, i -> "uid" + i), OwnerReferences::of),
            shape("owner references that collide", 2_000, n -> owners(n, Texts::colliding), OwnerReferences::of),
            shape(
                    "owner references that all are controllers",
                    500,
                    n -> metadata("ownerReferences", controllers(n)),
                    ScalingTest::validated),
            shape("labels that collide", 2_000, n -> metadata("labels", colliding(n)), ScalingTest::validated),
            shape(
                    "annotations that collide",
                    2_000,
                    n -> metadata("annotations", colliding(n)),
                    ScalingTest::validated),
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
                    ScalingTest::validated),
            shape(
                    "a time of digits",
                    50_000,
                    n -> JsonObject.of("creationTimestamp", text("1", n)),
                    metadata -> fails(() -> ObjectMetaDecoder.decode(metadata))));

    static final List<Scaling<?>> MANAGED_FIELDS = List.of(
            shape("entries of many updaters", 1_000, n -> entries(n, "Update"), ScalingTest::updated),
            shape("entries of many appliers", 1_000, n -> entries(n, "Apply"), ScalingTest::updated),
            shape("entries of many appliers, pruned", 1_000, n -> entries(n, "Apply"), ScalingTest::applied),
            shape(
                    "set of colliding texts",
                    2_000,
                    n -> widget("set", texts(n, Texts::colliding)),
                    ScalingTest::applied),
            shape("set of numbers near each other", 1_000, n -> widget("numbers", nearOne(n)), ScalingTest::applied),
            shape("items by two numbers", 1_000, n -> widget("map", sumsOf31(n)), ScalingTest::applied),
            shape("fields that collide", 2_000, n -> widget("tree", trees(n, Texts::colliding)), ScalingTest::applied),
            shape("elements that are equal", 20_000, ScalingTest::equalElements, FieldOwnership::problem),
            shape("an element of digits", 20_000, n -> fieldsV1("v:" + "1".repeat(n)), FieldOwnership::problem),
            shape(
                    "conflicts below a long key",
                    1_000,
                    n -> widget("tree", below(n, JsonNumber::of)),
                    ScalingTest::conflicts),
            shape(
                    "mismatches below a long key",
                    1_000,
                    n -> widget("sets", JsonObject.of("k".repeat(50 * n), numbers(n))),
                    widget -> fails(() -> apply(JsonObject.EMPTY, widget, "a"))));

    static final List<Scaling<?>> SCHEMAS = List.of(
            shape("set of colliding texts", 2_000, n -> spec("set", texts(n, Texts::colliding)), ScalingTest::checked),
            shape("set of numbers near each other", 2_000, n -> spec("numbers", nearOne(n)), ScalingTest::checked),
            shape("set of lists", 2_000, n -> spec("lists", lists(n)), ScalingTest::checked),
            shape("items by two numbers", 1_000, n -> spec("map", sumsOf31(n)), spec -> checked(spec, spec)),
            shape("errors", 2_000, n -> spec("choice", numbers(n)), ScalingTest::checked),
            shape(
                    "errors below a long key",
                    1_000,
                    n -> spec("sets", JsonObject.of("k".repeat(50 * n), numbers(n))),
                    ScalingTest::checked),
            shape(
                    "duplicates below a long key",
                    1_000,
                    n -> spec("sets", JsonObject.of("k".repeat(50 * n), twice(n))),
                    ScalingTest::checked),
            shape("labels of a resource below a long key", 1_000, ScalingTest::embedded, ScalingTest::checked),
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
                    "strategic merge patch that orders",
                    2_000,
                    ScalingTest::ordered,
                    patch -> StrategicMergePatch.apply(patch, patch)),
            shape(
                    "strategic merge patch below a long key",
                    2_000,
                    n -> below(n, JsonNumber::of),
                    patch -> StrategicMergePatch.apply(JsonObject.EMPTY, patch)));

    static final List<Scaling<?>> SELECTORS = List.of(
            shape("values", 4_000, n -> "a in (" + String.join(",", Texts.allColliding(n)) + ")", LabelSelector::parse),
            shape("requirements", 4_000, n -> names(n).collect(joining(",")), LabelSelector::parse),
            shape(
                    "values that do not fit",
                    2_000,
                    n -> "a in (" + names(n).collect(joining("!,")) + "!)",
                    text -> fails(() -> LabelSelector.parse(text))),
            shape("objects held against many values", 4_000, ScalingTest::selection, Selection::count),
            shape(
                    "fields",
                    4_000,
                    n -> names(n).map(name -> "metadata.name!=" + name).collect(joining(",")),
                    FieldSelector::parse));

    static final List<Scaling<?>> CONVERSIONS = List.of(
            shape("hidden items", 1_000, ScalingTest::hiddenItems, ScalingTest::rotated),
            shape(
                    "reserved keys",
                    2_000,
                    n -> release(object(n, i -> "_" + i, JsonNumber::of)),
                    release -> ReleaseConverter.toApplication(KIND, release)),
            shape("owners of a release", 1_000, n -> owners(n, Texts::colliding), ScalingTest::released),
            shape(
                    "members of a map to another version",
                    1_000,
                    n -> JsonObject.of(
                            "users", object(n, i -> "user" + i, i -> JsonObject.of("name", JsonNumber.of(i)))),
                    spec -> CONVERSION.toStored(spec, null)));

    static final List<Scaling<?>> VALUES = List.of(
            shape("hash table of texts", 4_000, n -> texts(n, Texts::colliding), ScalingTest::distinct),
            shape("hash table of numbers", 4_000, ScalingTest::nearOne, ScalingTest::distinct),
            shape("hash table of lists", 4_000, ScalingTest::lists, ScalingTest::distinct),
            shape(
                    "hash table of objects",
                    4_000,
                    n -> array(n, i -> JsonObject.of(Texts.colliding(i), JsonNumber.of(1))),
                    ScalingTest::distinct),
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
            shape("Status of many errors", 2_000, ScalingTest::invalid, Status::of),
            shape("masked Status of many errors", 2_000, ScalingTest::invalid, MASK::statusOf),
            shape("masked object", 4_000, n -> widget("tree", trees(n, Texts::colliding)), MASK::apply),
            shape(
                    "masked patch",
                    2_000,
                    n -> array(n, i -> TestJson.parse("{op:'add',path:'/spec/items/-',value:{name:'x'}}")),
                    MASK::applyToPatch));

    @ParameterizedTest
    @FieldSource({"METADATA", "MANAGED_FIELDS", "SCHEMAS", "PATCHES", "SELECTORS", "CONVERSIONS", "VALUES"})
    void processorTimeGrowsNoFasterThanTheInput(Scaling<?> shape) {
        shape.check();
    }

    private static <T> Scaling<T> shape(String name, int size, IntFunction<T> input, Consumer<T> work) {
        return new Scaling<>(name, size, input, work);
    }

    private static JsonArray array(int n, IntFunction<? extends JsonValue> item) {
        return new JsonArray(IntStream.range(0, n).<JsonValue>mapToObj(item).toList());
    }

    private static JsonArray texts(int n, IntFunction<String> text) {
        return array(n, i -> new JsonString(text.apply(i)));
    }

    private static JsonArray numbers(int n) {
        return array(n, JsonNumber::of);
    }

    private static JsonString text(String part, int n) {
        return new JsonString(part.repeat(n));
    }

    private static Stream<String> names(int n) {
        return IntStream.range(0, n).mapToObj(i -> "name" + i);
    }

    private static JsonObject object(int n, IntFunction<String> name, IntFunction<? extends JsonValue> value) {
        JsonObject.Builder object = JsonObject.builder();
        IntStream.range(0, n).forEach(i -> object.put(name.apply(i), value.apply(i)));
        return object.build();
    }

    private static JsonObject colliding(int n) {
        return object(n, Texts::colliding, i -> new JsonString("value"));
    }

    /** Many members below a key that is as long as all of them: their paths are n times as long. */
    private static JsonObject below(int n, IntFunction<? extends JsonValue> value) {
        return JsonObject.of("k".repeat(50 * n), object(n, i -> "m" + i, value));
    }

    private static JsonObject trees(int n, IntFunction<String> name) {
        return object(n, name, i -> JsonObject.of("a", JsonNumber.of(i)));
    }

    /** Numbers that have one double. */
    private static JsonArray nearOne(int n) {
        return array(n, i -> JsonNumber.of(BigDecimal.ONE.add(BigDecimal.valueOf(i + 1L, 30))));
    }

    /** Items whose keys have one hash as lists. */
    private static JsonArray sumsOf31(int n) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("a", i)
                        .put("b", 31L * (1_000_000 - i))
                        .put("v", 5)
                        .build());
    }

    private static JsonArray lists(int n) {
        return array(n, i -> JsonArray.of(new JsonString(Texts.colliding(i))));
    }

    private static JsonArray twice(int n) {
        return texts(n, i -> "a" + i / 2);
    }

    private static JsonArray items(int n) {
        return array(n, i -> JsonObject.of("name", new JsonString("a" + i)));
    }

    private static JsonArray owners(int n, IntFunction<String> uid) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", "a")
                        .put("uid", uid.apply(i))
                        .build());
    }

    private static JsonArray controllers(int n) {
        return owners(n, i -> "uid" + i).map(owner -> ((JsonObject) owner).with("controller", JsonBoolean.TRUE));
    }

    private static JsonObject metadata(String field, JsonValue value) {
        return JsonObject.builder()
                .put("name", "a")
                .put("namespace", "ns")
                .put(field, value)
                .build();
    }

    private static void validated(JsonObject metadata) {
        ObjectMeta decoded = ObjectMeta.fromJson(metadata);
        ObjectMetaRules.validate(decoded, _ -> List.of());
        ObjectMetaRules.validateUpdate(decoded, decoded);
    }

    private static JsonObject spec(String field, JsonValue value) {
        return JsonObject.of(field, value);
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

    private static JsonObject widget(JsonObject metadata, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", "apps.example.com/v1")
                .put("kind", "Widget")
                .put("metadata", metadata)
                .put("spec", spec)
                .build();
    }

    private static JsonObject widget(String field, JsonValue value) {
        return widget(JsonObject.of("name", new JsonString("a")), JsonObject.of(field, value));
    }

    private static JsonObject apply(JsonObject live, JsonObject configuration, String manager) {
        return OWNERSHIP.apply(live, configuration, manager, false, "", NOW);
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

    /** An object with as many members as managers, each of which owns one. */
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

    /** One number in many ways, and as many others behind it. */
    private static JsonArray equalElements(int n) {
        return managedFields(object(n, i -> i % 2 == 0 ? "v:1" + spaces(i) : "v:" + (i + 2), _ -> JsonObject.EMPTY));
    }

    private static String spaces(int number) {
        return Integer.toBinaryString(number).replace('0', ' ').replace('1', '\t');
    }

    /** A patch with the object that it is for. */
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

    private static JsonObject release(JsonObject values) {
        JsonObject release = ReleaseConverter.newRelease(
                KIND, new Application(KIND.gvk(), ObjectMeta.of("ns", "a"), JsonObject.EMPTY, JsonObject.EMPTY));
        return release.with("spec", release.objectOrEmpty("spec").with("values", values));
    }

    /** A release with items of which nobody sees all. */
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

    /** Each item in another place. */
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

    private static void fails(Runnable work) {
        try {
            work.run();
        } catch (ApiException | IllegalArgumentException _) {
            return;
        }
        throw new AssertionError("does not fail");
    }
}
