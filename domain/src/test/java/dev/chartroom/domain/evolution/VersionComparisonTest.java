package dev.chartroom.domain.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.evolution.ObjectChange.Fate;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kind that stores {@code replicas} and also serves it as {@code scale.count}. */
class VersionComparisonTest {
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final String SCALE =
            "scale: {type: 'object', properties: {count: {type: 'integer'}}}, other: {type: 'boolean'}, third: {type: 'boolean'}";
    private static final String NARROW = SCALE.replace("'integer'", "'integer', maximum: 3");
    private static final String MOVED = "{move: {from: 'spec.scale.count', to: 'spec.replicas'}},"
            + "{move: {from: 'spec.other', to: 'spec.a'}}, {move: {from: 'spec.third', to: 'spec.b'}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {replicas: 3}   | STAYS_VALID     | -
            {replicas: 5}   | BECOMES_INVALID | v1beta1: spec.scale.count
            {replicas: 'x'} | STAYS_INVALID   | -
            {}              | STAYS_VALID     | -
            """)
    void objectIsValidatedInEveryServedVersion(String stored, Fate expected, String errors) {
        ObjectChange change = new ObjectComparison(kind(SCALE, MOVED, true), kind(NARROW, MOVED, true))
                .of(CART, TestJson.object(stored));

        assertThat(change.fate()).isEqualTo(expected);
        assertThat(change.errors()).isEmpty();
        assertThat(told(change)).isEqualTo(errors.equals("-") ? List.of() : List.of(errors));
    }

    @Test
    void errorsThatAVersionHadBeforeAreNotReported() {
        ObjectChange change = new ObjectComparison(
                        kind(NARROW, MOVED, true), kind(NARROW.replace("3", "2"), MOVED, true))
                .of(CART, TestJson.object("{replicas: 5}"));

        assertThat(change.fate()).isEqualTo(Fate.STAYS_VALID);
        assertThat(change.inVersions()).isEmpty();
    }

    @Test
    void versionIsValidatedOnlyIfServedBeforeAndAfter() {
        assertThat(new ObjectComparison(kind(SCALE, MOVED, false), kind(NARROW, MOVED, true))
                        .of(CART, TestJson.object("{replicas: 5}"))
                        .fate())
                .isEqualTo(Fate.STAYS_VALID);
        assertThat(new ObjectComparison(kind(SCALE, MOVED, true), kind(NARROW, MOVED, false))
                        .of(CART, TestJson.object("{replicas: 5}"))
                        .fate())
                .isEqualTo(Fate.STAYS_VALID);
    }

    @Test
    void withoutOldDefinition_servedVersionsAreValidated() {
        ObjectChange change =
                new ObjectComparison(null, kind(NARROW, MOVED, true)).of(CART, TestJson.object("{replicas: 5}"));

        assertThat(change.fate()).isEqualTo(Fate.BECOMES_INVALID);
        assertThat(told(change)).containsExactly("v1beta1: spec.scale.count");
    }

    @Test
    void changeOfAVersionIsReportedWithTheVersionName() {
        assertThat(DefinitionChanges.between(kind(SCALE, MOVED, true), kind(NARROW, MOVED, true)))
                .extracting(DefinitionChange::toString)
                .containsExactly("refuses: spec.scale.count: in v1beta1: maximum is 3, was not set");
        assertThat(DefinitionChanges.between(kind(SCALE, MOVED, true), kind(SCALE, MOVED, false)))
                .extracting(DefinitionChange::toString)
                .containsExactly("breaks: spec.versions: \"v1beta1\" is not served any more");
        assertThat(DefinitionChanges.between(
                        kind(SCALE, MOVED, true),
                        kind(
                                SCALE,
                                MOVED.replace("spec.other", "spec.x")
                                        .replace("spec.third", "spec.other")
                                        .replace("spec.x", "spec.third"),
                                true)))
                .extracting(DefinitionChange::toString)
                .containsExactly("shows: spec.versions: the conversion rules of \"v1beta1\" change");
        assertThat(DefinitionChanges.between(kind(SCALE, MOVED, true), kind(SCALE, MOVED, true)))
                .isEmpty();
    }

    private static List<String> told(ObjectChange change) {
        return change.inVersions().stream()
                .flatMap(version -> version.errors().stream().map(error -> version.version() + ": " + error.field()))
                .toList();
    }

    private static DeclaredKind kind(String older, String rule, boolean served) {
        Declaration declaration = new DefinitionReader(Settings.DEFAULT, JsonText::parse, SchemaExpressions.JDK)
                .read("test", TestJson.object("""
                        {apiVersion: 'chartroom.dev/v1alpha1', kind: 'KindDefinition',
                         metadata: {name: 'redises.apps.example.com'},
                         spec: {
                           group: 'apps.example.com',
                           names: {kind: 'Redis', plural: 'redises'},
                           versions: [
                             {name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object', properties: {
                               spec: {type: 'object', properties: {
                                 replicas: {type: 'integer'}, a: {type: 'boolean'}, b: {type: 'boolean'}}}}}}},
                             {name: 'v1beta1', served: %s, storage: false,
                              conversion: {rules: [%s]},
                              schema: {openAPIV3Schema: {type: 'object', properties: {
                               spec: {type: 'object', properties: {%s}}}}}}],
                           release: {prefix: 'redis-', chartRef: {kind: 'OCIRepository', name: 'redis'}}}}
                        """.formatted(served, rule, older)));
        assertThat(declaration).isInstanceOf(Declaration.Valid.class);
        return ((Declaration.Valid) declaration).declared();
    }
}
