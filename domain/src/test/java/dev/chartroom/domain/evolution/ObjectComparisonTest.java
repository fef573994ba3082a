package dev.chartroom.domain.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.evolution.ObjectChange.DefaultChange;
import dev.chartroom.domain.evolution.ObjectChange.Fate;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectComparisonTest {
    private static final NamespacedName CART = new NamespacedName("shop", "cart");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1} | STAYS_VALID
            {a: 4} | BECOMES_INVALID
            {a: 9} | STAYS_INVALID
            {a: 0} | BECOMES_VALID
            {}     | STAYS_VALID
            """)
    void fateDependsOnValidityUnderBothSchemas(String spec, Fate expected) {
        ObjectChange change =
                compared("a: {type: 'integer', minimum: 1, maximum: 5}", "a: {type: 'integer', maximum: 3}", spec);

        assertThat(change.fate()).isEqualTo(expected);
        assertThat(change.errors().isEmpty()).isEqualTo(expected != Fate.BECOMES_INVALID);
        assertThat(change.isInvalidated()).isEqualTo(expected == Fate.BECOMES_INVALID);
    }

    @Test
    void errorHasTheServersValidationMessage() {
        assertThat(compared("a: {type: 'string'}", "a: {type: 'integer'}", "{a: 'x'}")
                        .errors())
                .extracting(FieldError::toString)
                .containsExactly(
                        "spec.a: Invalid value: \"string\": spec.a in body must be of type integer: \"string\"");
    }

    @Test
    void valueThatEitherDefinitionMarksSensitiveIsMasked() {
        String plain = "a: {type: 'string'}, b: {type: 'string'}";
        String marked = "a: {type: 'string', format: 'password', pattern: '^x'}, b: {type: 'string', pattern: '^x'}";

        assertThat(compared(plain, marked, "{a: 'secret', b: 'public'}").errors())
                .extracting(FieldError::message)
                .satisfiesExactlyInAnyOrder(
                        message -> assertThat(message).isEqualTo("******"),
                        message -> assertThat(message).contains("public"));
        assertThat(compared(
                                marked.replace(", pattern: '^x'", ""),
                                plain.replace("'string'", "'string', pattern: '^x'"),
                                "{a: 'secret', b: 'public'}")
                        .errors()
                        .toString())
                .contains("******", "public")
                .doesNotContain("secret");
    }

    @Test
    void hiddenAndRevealedFieldsAreReported() {
        ObjectChange change = compared(
                "a: {type: 'string'}, l: {type: 'array', items: {type: 'object', properties: {x: {type: 'string'}}}}",
                "b: {type: 'string'}, l: {type: 'array', items: {type: 'object', properties: {y: {type: 'string'}}}}",
                "{a: '1', b: '2', c: '3', l: [{}, {x: '4', y: '5'}]}");

        assertThat(change.hidden()).containsExactly("spec.a", "spec.l[1].x");
        assertThat(change.revealed()).containsExactly("spec.b", "spec.l[1].y");
        assertThat(change.defaults()).isEmpty();
        assertThat(change.fate()).isEqualTo(Fate.STAYS_VALID);
    }

    @Test
    void changedDefaultsOfUnsetFieldsAreReported() {
        ObjectChange change = compared(
                "a: {type: 'string', default: 'x'}, b: {type: 'string', default: 'x'}, c: {type: 'string', default: 'x'},"
                        + "o: {type: 'object', default: {}, properties: {d: {type: 'string', default: 'x'}}},"
                        + "l: {type: 'array', items: {type: 'object', properties: {e: {type: 'string', default: 'x'}}}}",
                "a: {type: 'string', default: 'y'}, b: {type: 'string', default: 'y'}, c: {type: 'string'},"
                        + "o: {type: 'object', default: {}, properties: {d: {type: 'string', default: 'y'}}},"
                        + "l: {type: 'array', items: {type: 'object', properties: {e: {type: 'string', default: 'y'}}}}",
                "{b: 'x', l: [{e: 'x'}, {}]}");

        assertThat(change.defaults())
                .containsExactlyInAnyOrder(
                        new DefaultChange("spec.a", new JsonString("x"), new JsonString("y")),
                        new DefaultChange("spec.c", new JsonString("x"), null),
                        new DefaultChange("spec.o.d", new JsonString("x"), new JsonString("y")),
                        new DefaultChange("spec.l[1].e", new JsonString("x"), new JsonString("y")));
        assertThat(change.hidden()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "apps.example.org, Redis, redis-",
        "apps.example.com, Valkey, redis-",
        "apps.example.com, Redis, r-",
        "apps.example.com, Redis, redis"
    })
    void changedGroupKindOrPrefixLosesTheObject(String group, String kind, String prefix) {
        JsonObject schema = EvolvingKinds.schema("a: {type: 'string'}");

        ObjectChange change = new ObjectComparison(
                        EvolvingKinds.redis(schema), EvolvingKinds.kind(group, kind, prefix, schema))
                .of(CART, TestJson.object("{a: 1}"));

        assertThat(change.fate()).isEqualTo(Fate.LOST);
        assertThat(change.isInvalidated()).isTrue();
    }

    @Test
    void withoutOldDefinition_objectCountsAsValidAndFullyShown() {
        ObjectComparison comparison =
                new ObjectComparison(null, EvolvingKinds.redis("a: {type: 'integer', default: 1}"));

        ObjectChange invalid = comparison.of(CART, TestJson.object("{a: 'x'}"));
        assertThat(invalid.fate()).isEqualTo(Fate.BECOMES_INVALID);
        ObjectChange valid = comparison.of(CART, TestJson.object("{b: 'x'}"));
        assertThat(valid.fate()).isEqualTo(Fate.STAYS_VALID);
        assertThat(valid.hidden()).containsExactly("spec.b");
        assertThat(valid.defaults()).isEmpty();
    }

    @Test
    void missingSpecIsComparedAsAnEmptySpec() {
        DeclaredKind before = EvolvingKinds.redis("");
        DeclaredKind needy = EvolvingKinds.redis(
                TestJson.object("{type: 'object', required: ['a'], properties: {a: {type: 'string'}}}"));
        DeclaredKind generous = EvolvingKinds.redis("a: {type: 'integer', default: 1}");

        ObjectChange invalid = new ObjectComparison(before, needy).of(CART, null);
        assertThat(invalid.fate()).isEqualTo(Fate.BECOMES_INVALID);
        assertThat(invalid.showsOthers()).isFalse();
        ObjectChange valid = new ObjectComparison(before, generous).of(CART, null);
        assertThat(valid.fate()).isEqualTo(Fate.STAYS_VALID);
        assertThat(valid.defaults()).hasSize(1);
    }

    @Test
    void objectsAreReadAsTheOldKindWithAnOpenSchema() {
        DeclaredKind before = EvolvingKinds.redis("a: {type: 'string'}");
        ApplicationKind everything = new ObjectComparison(
                        before, EvolvingKinds.kind("b.example.com", "B", "b-", JsonObject.EMPTY))
                .everything();

        assertThat(everything.gvk()).isEqualTo(before.stored().gvk());
        assertThat(everything.release()).isEqualTo(before.stored().release());
        assertThat(everything.schema().json()).isEqualTo(JsonObject.EMPTY);
    }

    private static ObjectChange compared(String before, String after, String spec) {
        return new ObjectComparison(EvolvingKinds.redis(before), EvolvingKinds.redis(after))
                .of(CART, TestJson.object(spec));
    }
}
