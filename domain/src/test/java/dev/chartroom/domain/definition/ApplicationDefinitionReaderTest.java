package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.StoreNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationDefinitionReaderTest {
    private static final SchemaReader SCHEMAS = new SchemaReader(SchemaExpressions.JDK);
    private static final Settings DEFAULTS = new Settings(
            GoDuration.parse("7m"),
            GoDuration.parse("33s"),
            GoDuration.parse("11m"),
            GoDuration.parse("13m"),
            4,
            false);

    private static final String DEFINITION = """
            {apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition,
            metadata: {name: cache, annotations: {}},
            spec: {
              application: {kind: Cache, plural: caches, singular: cache,
                openAPISchema: '{"type":"object","properties":{"size":{"type":"string"}}}'},
              release: {prefix: cache-, labels: {tier: cache},
                chartRef: {kind: ExternalArtifact, name: cache, namespace: charts}},
              dashboard: {description: Keeps things., tags: [], icon: abc},
              secrets: {include: []}}}
            """;

    private final List<String> warnings = new ArrayList<>();
    private final ApplicationDefinitionReader reader = new ApplicationDefinitionReader(
            DEFAULTS, ApplicationDefinitionReaderTest::parse, SCHEMAS, StoreNames.HELM_RELEASE);

    @Test
    void kindHasEveryRelevantFieldOfTheDefinition() {
        ApplicationKind expected = new ApplicationKind(
                "apps.cozystack.io",
                "v1alpha1",
                new KindNames("Cache", "CacheList", "caches", "cache", List.of(), List.of()),
                "Keeps things.",
                Schema.of(TestYaml.object("{type: object, properties: {size: {type: string}}}")),
                ReleaseTemplate.builder(
                                "cache-",
                                new ReleaseChart.Reference(
                                        TestYaml.object("{kind: ExternalArtifact, name: cache, namespace: charts}")))
                        .labels(Map.of("tier", "cache"))
                        .valuesFrom(JsonArray.of(TestYaml.object("{kind: Secret, name: cozystack-values}")))
                        .settings(DEFAULTS)
                        .build());

        assertThat(read(edited("abc", "abc"))).isEqualTo(expected);
    }

    @Test
    void iconOfTheDashboardIsTheIconOfTheKind() {
        assertThat(read(edited("icon: abc", "icon: PHN2Zz4=")).icon()).isEqualTo("data:image/svg+xml;base64,PHN2Zz4=");
        assertThat(read(edited("icon: abc", "icon: 5")).icon()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            -   | -    | -     | 11m | 13m   | false
            20m | -    | -     | 20m | 20m   | false
            -   | 1h5m | -     | 11m | 1h5m  | false
            20m | 500ms| true  | 20m | 500ms | true
            20m | -    | TRUE  | 20m | 20m   | true
            -   | -    | False | 11m | 13m   | false
            """)
    void annotationsOverrideTheSettings(
            @Nullable String install,
            @Nullable String upgrade,
            @Nullable String disableWait,
            String installTimeout,
            String upgradeTimeout,
            boolean waitIsDisabled) {
        JsonObject annotations = JsonObject.builder()
                .putIfPresent("release.cozystack.io/helm-install-timeout", install)
                .putIfPresent("release.cozystack.io/helm-upgrade-timeout", upgrade)
                .putIfPresent("release.cozystack.io/helm-install-disable-wait", disableWait)
                .build();

        ApplicationKind kind = read(edited("annotations: {}", "annotations: " + annotations));

        assertThat(kind.release().settings())
                .isEqualTo(new Settings(
                        DEFAULTS.interval(),
                        DEFAULTS.retryInterval(),
                        GoDuration.parse(installTimeout),
                        GoDuration.parse(upgradeTimeout),
                        DEFAULTS.maxHistory(),
                        waitIsDisabled));
    }

    @Test
    void annotationEnablesWaitingAgain() {
        Settings waitDisabled = new Settings(
                DEFAULTS.interval(),
                DEFAULTS.retryInterval(),
                DEFAULTS.installTimeout(),
                DEFAULTS.upgradeTimeout(),
                DEFAULTS.maxHistory(),
                true);
        ApplicationDefinitionReader waitless = new ApplicationDefinitionReader(
                waitDisabled, ApplicationDefinitionReaderTest::parse, SCHEMAS, StoreNames.HELM_RELEASE);
        JsonObject annotated =
                edited("annotations: {}", "annotations: {release.cozystack.io/helm-install-disable-wait: 'false'}");

        assertThat(waitless.read(edited("abc", "abc"), warnings::add)
                        .release()
                        .settings()
                        .disableWait())
                .isTrue();
        assertThat(waitless.read(annotated, warnings::add).release().settings().disableWait())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "' '", "null"})
    void emptySchemaBecomesAnOpenObject(String schema) {
        ApplicationKind kind =
                read(edited("'{\"type\":\"object\",\"properties\":{\"size\":{\"type\":\"string\"}}}'", schema));

        assertThat(kind.schema().json())
                .isEqualTo(TestYaml.object("{type: object, x-kubernetes-preserve-unknown-fields: true}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            release: {prefix: cache-, | release: {prefix: cache-, waitStrategy: legacy, | legacy
            release: {prefix: cache-, | release: {prefix: cache-, waitStrategy: poller, | poller
            release: {prefix: cache-, | release: {prefix: cache-, waitStrategy: '', healthCheckExprs: [{apiVersion: v1, kind: Pod, current: 'true'}], | poller
            release: {prefix: cache-, | release: {prefix: cache-, waitStrategy: legacy, healthCheckExprs: [{apiVersion: v1, kind: Pod, current: 'true'}], | legacy
            release: {prefix: cache-, | release: {prefix: cache-, healthCheckExprs: [], | -
            """, quoteCharacter = '`')
    void healthChecksUseThePollerUnlessAStrategyIsSet(String good, String edit, @Nullable String strategy) {
        assertThat(read(edited(good, edit)).release().waitStrategy()).isEqualTo(strategy);
    }

    @Test
    void unknownChartRefFieldsAreDropped() {
        ApplicationKind kind = read(edited("name: cache, namespace", "name: cache, tag: v1, namespace"));

        assertThat(kind.release().chartRef())
                .isEqualTo(TestYaml.object("{kind: ExternalArtifact, name: cache, namespace: charts}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            annotations: {} | annotations: {release.cozystack.io/helm-install-timeout: 20 m} | metadata.annotations[release.cozystack.io/helm-install-timeout]: must be a duration such as 5m or 1h30m, not "20 m"
            annotations: {} | annotations: {release.cozystack.io/helm-install-timeout: ''} | metadata.annotations[release.cozystack.io/helm-install-timeout]: must be a duration such as 5m or 1h30m, not ""
            annotations: {} | annotations: {release.cozystack.io/helm-upgrade-timeout: 1d} | metadata.annotations[release.cozystack.io/helm-upgrade-timeout]: must be a duration such as 5m or 1h30m, not "1d"
            annotations: {} | annotations: {release.cozystack.io/helm-upgrade-timeout: 0s} | metadata.annotations[release.cozystack.io/helm-upgrade-timeout]: must be longer than zero
            annotations: {} | annotations: {release.cozystack.io/helm-install-disable-wait: yes} | metadata.annotations[release.cozystack.io/helm-install-disable-wait]: must be true or false, not "yes"
            kind: Cache     | kind: cache                 | spec.application.kind: must be a CamelCase name of at most 63 letters and digits, such as Redis, not "cache"
            plural: caches  | plural: Caches              | spec.application.plural: must be a DNS-1035 label (at most 63 lower case letters, digits and '-', a letter first and no '-' last), not "Caches"
            plural: caches, | title: x,                   | spec.application.plural: required
            singular: cache,| title: x,                   | spec.application.singular: required
            application: {  | app: {                      | spec.application: required
            release: {      | rel: {                      | spec.release: required
            ExternalArtifact| GitRepository               | spec.release.chartRef.kind: must be OCIRepository, HelmChart or ExternalArtifact, not "GitRepository"
            prefix: cache-  | prefix: cache_              | spec.release.prefix: must be at most 52 lower case letters, digits and '-', with a letter or digit first, not "cache_"
            {tier: cache}   | [tier]                      | spec.release.labels: must be an object
            prefix: cache-  | prefix: cache-, waitStrategy: watcher | spec.release.waitStrategy: must be poller or legacy, not "watcher"
            '{"type":"object","properties":{"size":{"type":"string"}}}' | '[]' | spec.application.openAPISchema: must be the text of a JSON object
            '{"type":"object","properties":{"size":{"type":"string"}}}' | '{'  | spec.application.openAPISchema: is not JSON: malformed
            '{"type":"object","properties":{"size":{"type":"string"}}}' | 'deep' | spec.application.openAPISchema: is not JSON: too deep
            '{"type":"object","properties":{"size":{"type":"string"}}}' | 5      | spec.application.openAPISchema: must be a string
            """)
    void invalidFieldIsRejectedWithItsPath(String good, String bad, String problem) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> read(edited(good, bad)))
                .withMessage(problem);
    }

    /** Cozystack's monitoring definition has such a default. */
    @Test
    void aDefaultWithUnknownFieldsIsPrunedWithAWarning() {
        ApplicationKind kind = read(edited("{\"size\":{\"type\":\"string\"}}", """
                {"labels":{"type":"object","default":{"cluster":"one","zone":"a"},
                 "properties":{"zone":{"type":"string"}}}}""".replace("\n", "")));

        assertThat(kind.schema().json()).isEqualTo(TestYaml.object("""
                {type: object, properties: {labels:
                  {type: object, default: {zone: a}, properties: {zone: {type: string}}}}}
                """));
        assertThat(warnings)
                .containsExactly(
                        "spec.labels: default is pruned: default: must not have unknown fields:" + " default.cluster");
    }

    @Test
    void unrepairableSchemaPartIsLeftOpenWithAWarning() {
        ApplicationKind kind = read(edited("{\"type\":\"string\"}", "{\"$ref\":\"#/x\"}"));

        assertThat(kind.schema().json())
                .isEqualTo(TestYaml.object(
                        "{type: object, properties: {size: {x-kubernetes-preserve-unknown-fields: true}}}"));
        assertThat(warnings).singleElement().asString().startsWith("spec.size: left open: $ref: ");
    }

    @Test
    void validSchemaProducesNoWarning() {
        read(edited("abc", "abc"));

        assertThat(warnings).isEmpty();
    }

    @Test
    void fieldsWithStorageClassesAreInTheForm() {
        ApplicationKind kind = read(edited(
                "{\"size\":{\"type\":\"string\"}}",
                "{\"class\":{\"type\":\"string\",\"x-cozystack-options\":{\"source\":\"storageclass\"}},"
                        + "\"gpu\":{\"type\":\"string\",\"x-cozystack-options\":{\"source\":\"gpu\"}},"
                        + "\"backup\":{\"type\":\"object\",\"properties\":{\"class\":{\"type\":\"string\","
                        + "\"x-cozystack-options\":{\"source\":\"storageclass\"}}}}}"));

        assertThat(kind.form().json()).isEqualTo(TestYaml.object("""
                {fields: [
                  {path: spec.class, options: {source: StorageClasses}},
                  {path: spec.backup.class, options: {source: StorageClasses}}]}"""));
    }

    private ApplicationKind read(JsonObject definition) {
        return reader.read(definition, warnings::add);
    }

    private static JsonValue parse(String text) {
        if (text.equals("deep")) {
            throw ApiException.badRequest("too deep");
        }
        JsonValue value = TestYaml.parse(text);
        assertThat(value).isNotInstanceOf(JsonString.class);
        return value;
    }

    private static JsonObject edited(String good, String replacement) {
        assertThat(DEFINITION).contains(good);
        return TestYaml.object(DEFINITION.replace(good, replacement));
    }
}
