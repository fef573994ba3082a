package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.StoreNames;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreOfKindTest {
    private static final StoreNames BOTH = new StoreNames("postgres", Set.of("helmrelease", "postgres"));
    private static final String RELEASE =
            "{prefix: redis-, chartRef: {kind: OCIRepository, name: redis, namespace: c}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | postgres", "store: helmrelease, | helmrelease", "store: postgres, | postgres"})
    void storeDefaultsToTheDefaultStoreOfTheServer(String store, String expected) {
        assertThat(kind(BOTH, store + "release: " + RELEASE).store()).isEqualTo(expected);
    }

    @Test
    void withoutKnownStoresAnyStoreIsAccepted() {
        assertThat(kind(StoreNames.UNKNOWN, "store: elsewhere").store()).isEqualTo("elsewhere");
        assertThat(kind(StoreNames.UNKNOWN, "release: " + RELEASE).store()).isEqualTo("helmrelease");
    }

    @Test
    void storeThatTheServerDoesNotHaveIsRefused() {
        assertThat(problems(BOTH, "store: elsewhere"))
                .isEqualTo("spec.store: this server has no store \"elsewhere\"; its stores are helmrelease, postgres");
    }

    @Test
    void onlyHelmReleaseStoreRequiresARelease() {
        assertThat(kind(BOTH, "store: postgres").release()).isEqualTo(ReleaseTemplate.NONE);
        assertThat(problems(BOTH, "store: helmrelease")).startsWith("spec.release: required");
    }

    @Test
    void kindsInDifferentStoresAreNotEqual() {
        ApplicationKind kind = kind(BOTH, "store: postgres, release: " + RELEASE);

        assertThat(kind).isEqualTo(kind(BOTH, "release: " + RELEASE));
        assertThat(kind).isNotEqualTo(kind(BOTH, "store: helmrelease, release: " + RELEASE));
    }

    @Test
    void projectedKindOutsideTheHelmReleaseStoreHasReleases() {
        String projected = "release: " + RELEASE.replace("}}", "}, projected: true}");

        assertThat(kind(BOTH, "store: postgres, " + projected).hasReleases()).isTrue();
        assertThat(kind(BOTH, "store: postgres, release: " + RELEASE).hasReleases())
                .isFalse();
        assertThat(kind(BOTH, "store: postgres").hasReleases()).isFalse();
        assertThat(kind(BOTH, "store: helmrelease, release: " + RELEASE).hasReleases())
                .isTrue();
        assertThat(problems(BOTH, "store: helmrelease, " + projected))
                .isEqualTo(
                        "spec.release.projected: must not be true, because the store \"helmrelease\" already stores the objects as HelmReleases");
        assertThat(problems(BOTH, "store: postgres, " + projected.replace("true", "Yes")))
                .startsWith("spec.release.projected: must be");
    }

    private static ApplicationKind kind(StoreNames stores, String spec) {
        return switch (read(stores, spec)) {
            case Declaration.Valid valid -> valid.kind();
            case Declaration.Refused refused -> throw new AssertionError(refused);
        };
    }

    private static String problems(StoreNames stores, String spec) {
        return switch (read(stores, spec)) {
            case Declaration.Valid valid -> throw new AssertionError(valid);
            case Declaration.Refused refused -> refused.message();
        };
    }

    private static Declaration read(StoreNames stores, String spec) {
        JsonObject definition = TestYaml.object("""
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: redises.apps.example.com}
                spec: {group: apps.example.com, names: {kind: Redis, plural: redises}, versions: [{name: v1, served: true,
                  storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}], %s}
                """.formatted(spec));
        return new DefinitionReader(Settings.DEFAULT, TestYaml::parse, SchemaExpressions.JDK, stores)
                .read("test", definition);
    }
}
