package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.domain.kind.FailureStrategy;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.domain.kind.StatusMapping;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.table.ApplicationTable;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindDefinitionReaderTest {
    static final Settings DEFAULTS = new Settings(
            GoDuration.parse("7m"),
            GoDuration.parse("33s"),
            GoDuration.parse("11m"),
            GoDuration.parse("13m"),
            4,
            false);

    private static final String MINIMAL = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: redises.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Redis, plural: redises}
              versions:
                - name: v1alpha1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, properties: {size: {type: string}}}
              release:
                prefix: redis-
                chartRef: {kind: OCIRepository, name: redis}
            """;

    /** A minimal definition in flow style, so that an edit of one line can insert any field. */
    static final String FLOW = """
            {apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition,
            metadata: {name: redises.apps.example.com},
            spec: {
              group: apps.example.com,
              names: {kind: Redis, plural: redises},
              versions: [{name: v1alpha1, served: true, storage: true,
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}],
              release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}}}
            """;

    private static final String FULL = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata:
              name: redises.apps.example.com
              uid: 0c7a
              annotations: {owner: data}
            spec:
              group: apps.example.com
              names: {kind: Redis, plural: redises, singular: rediss, listKind: Redises, shortNames: [rd, rds], categories: [databases]}
              description: An in-memory store.
              icon: data:image/png;base64,iVBORw0KGgo=
              versions:
                - name: v1beta2
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      description: Not this one.
                      type: object
                      properties:
                        apiVersion: {type: string, description: The version.}
                        kind: {type: string}
                        metadata: {type: object}
                        spec: {type: object, properties: {replicas: {type: integer, default: 2}}}
              sensitivePaths: [spec.auth.token, "spec.users[*].password"]
              release:
                prefix: redis-
                chartRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmChart, name: redis, namespace: platform-charts}
                labels: {sharding.fluxcd.io/key: tenants, empty: ""}
                valuesFrom:
                  - {kind: Secret, name: platform-values}
                  - {kind: ConfigMap, name: more, valuesKey: redis.yaml, targetPath: "global.redis[0]", optional: true, literal: false}
                annotations: {platform.example.com/team: data & caches}
                interval: 1m
                timeout: 4m
                retryInterval: 2m
                install: {strategy: {name: RetryOnFailure, retryInterval: 45s}}
                upgrade:
                  strategy: {name: RemediateOnFailure}
                  remediation: {retries: -1, ignoreTestFailures: true, remediateLastFailure: false, strategy: uninstall}
                rollout: {perMinute: 30, maxUnready: 2, paused: true}
                allowForce: true
                serviceAccountName: tenant
                driftDetection:
                  mode: warn
                  ignore:
                    - paths: [/spec/replicas, ""]
                      target: {group: apps, version: v1, kind: Deployment, name: redis, namespace: cache, annotationSelector: a, labelSelector: "tier in (a,b)"}
                    - {paths: [/x], target: null}
                installTimeout: 3m
                upgradeTimeout: 1h30m
                maxHistory: 0
                disableWait: true
                waitStrategy: legacy
                healthCheckExprs:
                  - {apiVersion: example.com/v1, kind: Redis, current: "true", inProgress: "false", failed: "false"}
            status: {conditions: []}
            """;

    private final KindDefinitionReader reader =
            new KindDefinitionReader(DEFAULTS, SchemaExpressions.JDK, StoreNames.UNKNOWN);

    @Test
    void kindHasEveryFieldOfTheDefinition() {
        JsonArray valuesFrom = (JsonArray) TestYaml.parse("""
                [{kind: Secret, name: platform-values}, {kind: ConfigMap, name: more, valuesKey: redis.yaml,
                  targetPath: "global.redis[0]", optional: true, literal: false}]
                """);
        JsonArray healthCheckExprs = (JsonArray) TestYaml.parse("""
                [{apiVersion: example.com/v1, kind: Redis, current: "true", inProgress: "false", failed: "false"}]
                """);
        ApplicationKind expected = ApplicationKind.builder(
                        "apps.example.com",
                        "v1beta2",
                        new KindNames(
                                "Redis", "Redises", "redises", "rediss", List.of("rd", "rds"), List.of("databases")),
                        Schema.of(
                                TestYaml.object("{type: object, properties: {replicas: {type: integer, default: 2}}}")),
                        ReleaseTemplate.builder(
                                        "redis-",
                                        new ReleaseChart.Reference(TestYaml.object(
                                                "{apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmChart,"
                                                        + " name: redis, namespace: platform-charts}")))
                                .labels(Map.of("sharding.fluxcd.io/key", "tenants", "empty", ""))
                                .annotations(Map.of("platform.example.com/team", "data & caches"))
                                .valuesFrom(valuesFrom)
                                .settings(new Settings(
                                        GoDuration.parse("1m"),
                                        GoDuration.parse("2m"),
                                        GoDuration.parse("3m"),
                                        GoDuration.parse("90m"),
                                        0,
                                        true))
                                .timeout(GoDuration.parse("4m"))
                                .onInstallFailure(new FailureStrategy.RetryOnFailure(GoDuration.parse("45s")))
                                .onUpgradeFailure(new FailureStrategy.RemediateOnFailure(TestYaml.object(
                                        "{retries: -1, ignoreTestFailures: true, remediateLastFailure: false,"
                                                + " strategy: uninstall}")))
                                .waitStrategy("legacy")
                                .healthCheckExprs(healthCheckExprs)
                                .driftDetection(TestYaml.object("""
                                        {mode: warn, ignore: [{paths: [/spec/replicas, ""], target: {group: apps,
                                          version: v1, kind: Deployment, name: redis, namespace: cache,
                                          annotationSelector: a, labelSelector: "tier in (a,b)"}}, {paths: [/x]}]}
                                        """))
                                .serviceAccountName("tenant")
                                .rollout(new Rollout(30, 2, true))
                                .allowForce(true)
                                .build())
                .description("An in-memory store.")
                .icon("data:image/png;base64,iVBORw0KGgo=")
                .sensitivePaths(List.of("spec.auth.token", "spec.users[*].password"))
                .build();

        assertThat(reader.read(TestYaml.object(FULL)).stored()).isEqualTo(expected);
    }

    @Test
    void omittedFieldsHaveDefaults() {
        ApplicationKind kind = reader.read(TestYaml.object(MINIMAL)).stored();

        assertThat(kind.names())
                .isEqualTo(new KindNames("Redis", "RedisList", "redises", "redis", List.of(), List.of()));
        assertThat(kind.description()).isEmpty();
        assertThat(kind.release())
                .isEqualTo(ReleaseTemplate.builder(
                                "redis-",
                                new ReleaseChart.Reference(TestYaml.object("{kind: OCIRepository, name: redis}")))
                        .settings(DEFAULTS)
                        .build());
    }

    @Test
    void nullAndEmptyTextCountAsAbsent() {
        JsonObject sparse = edited(
                "plural: redises}", "plural: redises, singular: '', listKind: null, shortNames: null}",
                "name: redis}", "name: redis, namespace: ''}\n    labels: null\n    interval: null");

        assertThat(reader.read(sparse)).isEqualTo(reader.read(TestYaml.object(MINIMAL)));
    }

    @Test
    void kindWithoutDescriptionHasTheDescriptionOfItsSchema() {
        ApplicationKind kind = reader.read(edited(
                        "          type: object\n          properties:",
                        "          type: object\n          description: A store.\n          properties:"))
                .stored()
                .stored();

        assertThat(kind.description()).isEqualTo("A store.");
    }

    @Test
    void columnsKeepTheOrderOfTheirDeclaration() {
        ApplicationKind kind = reader.read(edited(
                        "storage: true",
                        "storage: true\n      additionalPrinterColumns: [{name: Size, type: string, jsonPath: .spec.size},"
                                + " {name: Age, type: date, format: date-time, description: The age., priority: 1,"
                                + " jsonPath: .metadata.creationTimestamp}]"))
                .stored()
                .stored();

        assertThat(kind.table().columns().stream().skip(1))
                .containsExactly(
                        new TableColumn(
                                "Size",
                                "string",
                                "",
                                "Custom resource definition column (in JSONPath format): .spec.size",
                                0),
                        new TableColumn("Age", "date", "date-time", "The age.", 1));
        assertThat(kind).isNotEqualTo(reader.read(TestYaml.object(MINIMAL)));
    }

    @Test
    void statusHasTheDeclaredConditionsAndFields() {
        ApplicationKind kind = reader.read(edited(
                        "  release:",
                        "  status: {conditions: [{type: TestSuccess, as: Tested}], fields: [{name: chart, type: string,"
                                + " jsonPath: '.status.history[0].chartVersion'}, {name: revision, type: integer, description: R.,"
                                + " jsonPath: '.status.history[0].version'}, {name: mistyped, type: boolean,"
                                + " jsonPath: .status.helmChart}]}\n  release:"))
                .stored();
        JsonObject release = TestYaml.object("""
                status:
                  lastAttemptedRevision: 1.2.3
                  observedGeneration: 4
                  helmChart: a/b
                  conditions: [{type: Ready, status: "True"}, {type: TestSuccess, status: "True"},
                    {type: Released, status: "True"}, {type: Stalled, status: "False"}]
                  history: [{version: 7, chartVersion: 1.2.3, status: failed},
                    {version: 6, chartVersion: 1.2.2, status: deployed}]
                """);

        assertThat(kind.status().of(release)).isEqualTo(TestYaml.object("""
                version: 1.2.3
                installedVersion: 1.2.2
                observedGeneration: 4
                conditions: [{type: Ready, status: "True"}, {type: Tested, status: "True"}, {type: Stalled, status: "False"}]
                chart: 1.2.3
                revision: 7
                """));
        assertThat(kind.status().properties(TestYaml.object("installedVersion: {type: string}")))
                .isEqualTo(TestYaml.object("{installedVersion: {type: string}, chart: {type: string},"
                        + " revision: {type: integer, description: R.}, mistyped: {type: boolean}}"));
    }

    @Test
    void statusFieldNamedVersionReplacesBothVersionsOfTheChart() {
        ApplicationKind kind = reader.read(edited(
                        "  release:",
                        "  status: {fields: [{name: version, type: string, jsonPath: '.status.history[0].appVersion'}]}\n"
                                + "  release:"))
                .stored();

        String history = "history: [{appVersion: v8, chartVersion: 1.0.0, status: deployed}]";
        assertThat(kind.status().of(TestYaml.object("status: {lastAttemptedRevision: 1, " + history + "}")))
                .isEqualTo(TestYaml.object("{version: v8}"));
        assertThat(kind.status().of(TestYaml.object("status: {lastAttemptedRevision: '1'}")))
                .isEqualTo(JsonObject.EMPTY);
        assertThat(kind.status().properties(TestYaml.object("{version: {}, installedVersion: {}}")))
                .isEqualTo(TestYaml.object("{version: {type: string}}"));
    }

    @Test
    void statusFieldsCanReplaceEachVersionOfTheChart() {
        String installed = "{name: installedVersion, type: string, jsonPath: '.status.history[0].appVersion'}";
        JsonObject release = TestYaml.object("status: {lastAttemptedRevision: 2.0.0,"
                + " history: [{appVersion: v8, chartVersion: 1.0.0, status: deployed}]}");

        assertThat(withFields(installed).of(release))
                .isEqualTo(TestYaml.object("{version: 2.0.0, installedVersion: v8}"));
        assertThat(withFields("{name: version, type: string, jsonPath: .status.lastAttemptedRevision}, " + installed)
                        .of(release))
                .isEqualTo(TestYaml.object("{version: 2.0.0, installedVersion: v8}"));
    }

    private StatusMapping withFields(String fields) {
        return reader.read(edited("  release:", "  status: {fields: [" + fields + "]}\n  release:"))
                .stored()
                .status();
    }

    @ParameterizedTest
    @CsvSource({"'', 10", "stalledAfter: 3, 3", "stalledAfter: 0, 0"})
    void objectsAreStalledAfterTheDeclaredNumberOfFailures(String declared, long stalledAfter) {
        ApplicationKind kind = reader.read(edited("prefix: redis-", "prefix: redis-\n    " + declared))
                .stored();

        assertThat(kind.status().stalledAfter()).isEqualTo(stalledAfter);
    }

    @ParameterizedTest
    @CsvSource({"16, true", "17, false"})
    void formHasAtMostSixteenFieldsWithOptions(int number, boolean isAccepted) {
        List<String> fields = IntStream.range(0, number)
                .mapToObj(i -> "{path: spec.open.f" + i + ", options: {source: StorageClasses}}")
                .toList();
        JsonObject definition = edited(
                "{size: {type: string}}",
                "{open: {x-kubernetes-preserve-unknown-fields: true}}",
                "  release:",
                "  form: {fields: [" + String.join(",", fields) + "]}\n  release:");

        if (isAccepted) {
            assertThat(reader.read(definition).stored().form().options()).hasSize(16);
        } else {
            assertThatExceptionOfType(InvalidDefinitionException.class)
                    .isThrownBy(() -> reader.read(definition))
                    .withMessageContaining("spec.form.fields[16].options: at most 16 fields can have options");
        }
    }

    @Test
    void pathsMayCrossListsMapsAndOpenObjects() {
        ApplicationKind kind = reader.read(edited(
                        "{size: {type: string}}",
                        "{size: {type: string}, users: {type: array, items: {type: object, properties: {name: {type: string}}}},"
                                + " tokens: {type: object, additionalProperties: {type: string}},"
                                + " open: {x-kubernetes-preserve-unknown-fields: true}}",
                        "  release:",
                        "  immutablePaths: [spec.size, 'spec.users[*].name', spec.tokens.*, spec.open.a.b]\n"
                                + "  form: {order: [spec.tokens, spec.size], groups: [{title: Access, fields: [spec.tokens.x]}],"
                                + " fields: [{path: spec.size, title: Size, widget: size, hidden: true}]}\n  release:"))
                .stored();

        assertThat(kind.form().json())
                .isEqualTo(TestYaml.object("{order: [spec.tokens, spec.size],"
                        + " groups: [{title: Access, fields: [spec.tokens.x]}],"
                        + " fields: [{path: spec.size, title: Size, widget: size, hidden: true}]}"));
        assertThat(kind.immutableFields().check(TestYaml.object("size: 2Gi"), TestYaml.object("size: 1Gi")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status: {} | false | false | false",
                "deletion: {} | false | false | false",
                "deletion: {policy: uninstall, protected: false, suspended: allow} | false | false | false",
                "deletion: {policy: retain} | true | false | false",
                "deletion: {protected: true, suspended: refuse} | false | true | true",
                "deletion: {policy: retain, protected: true, suspended: allow} | true | true | false",
            })
    void deletionHasDefaults(String block, boolean retains, boolean isProtected, boolean refusesSuspended) {
        ApplicationKind kind =
                reader.read(edited("  release:", "  " + block + "\n  release:")).stored();

        assertThat(kind.deletion()).isEqualTo(new DeletionPolicy(retains, isProtected, refusesSuspended));
    }

    @Test
    void kindWithoutColumnsHasTheDefaultColumns() {
        assertThat(reader.read(TestYaml.object(MINIMAL)).stored().table().columns())
                .isEqualTo(ApplicationTable.columns());
    }

    @Test
    void healthChecksWithoutWaitStrategyUseThePoller() {
        ApplicationKind kind = reader.read(edited(
                        "prefix: redis-",
                        "prefix: redis-\n    healthCheckExprs: [{apiVersion: v1, kind: Pod, current: 'true'}]"))
                .stored()
                .stored();

        assertThat(kind.release().waitStrategy()).isEqualTo("poller");
    }

    @Test
    void aChartTemplateHasTheDefaultsOfFlux() {
        ApplicationKind kind = reader.read(edited(
                        "chartRef: {kind: OCIRepository, name: redis}",
                        "chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: shop}}}"))
                .stored()
                .stored();

        assertThat(kind.release().chart()).isEqualTo(new ReleaseChart.Template(TestYaml.object("""
                        {spec: {chart: redis, version: "*", reconcileStrategy: ChartVersion,
                          sourceRef: {kind: HelmRepository, name: shop}}}
                        """)));
        assertThat(kind.release().chartRef()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void chartTemplateAcceptsEveryFieldOfAHelmReleaseChart() {
        String chart = """
                {metadata: {labels: {a: b}, annotations: {c: d e}},
                  spec: {chart: ./charts/redis, version: ">=1.0.0 <2.0.0", reconcileStrategy: Revision, interval: 1h,
                    valuesFiles: [a.yaml, b.yaml], ignoreMissingValuesFiles: true,
                    sourceRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, name: shop, namespace: flux},
                    verify: {provider: cosign, secretRef: {name: keys}}}}
                """;

        ApplicationKind kind = reader.read(
                        editedIn(FLOW, "chartRef: {kind: OCIRepository, name: redis}", "chart: " + chart))
                .stored()
                .stored();

        assertThat(kind.release().chart()).isEqualTo(new ReleaseChart.Template(TestYaml.object(chart)));
    }

    @Test
    void explicitEmptyPrefixIsAllowed() {
        assertThat(reader.read(edited("prefix: redis-", "prefix: ''"))
                        .stored()
                        .release()
                        .prefix())
                .isEmpty();
    }

    @Test
    void missingVersionsAreReportedAsTheOnlyProblem() {
        JsonObject spec = TestYaml.object(MINIMAL).objectOrEmpty("spec").with("versions", JsonArray.EMPTY);

        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(TestYaml.object(MINIMAL).with("spec", spec)))
                .withMessage("spec.versions: must contain at least one version");
    }

    @Test
    void nonStructuralSchemaIsRejectedWithItsProblem() {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(edited("{size: {type: string}}", "{size: {type: text}}")))
                .satisfies(e -> assertThat(e.problems())
                        .singleElement()
                        .asString()
                        .startsWith("spec.versions[0].schema.openAPIV3Schema.properties.spec: ")
                        .contains("size")
                        .contains("text"));
    }

    @Test
    void pluralIsLimitedTo63Characters() {
        String longest = "r" + "e".repeat(62);
        assertThat(reader.read(edited("redises", longest)).stored().names().plural())
                .isEqualTo(longest);

        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(edited("redises", longest + "s")))
                .withMessageStartingWith("spec.names.plural: must be a DNS-1035 label");
    }

    @Test
    void allProblemsAreReportedTogether() {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(edited(
                        "OCIRepository", "Helm", "served: true", "served: false", "release:", "spare: 1\n  release:")))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly(
                                "spec.versions: must have served: true in at least one version",
                                "spec.release.chartRef.kind: must be OCIRepository, HelmChart or ExternalArtifact, not \"Helm\"",
                                "spec.spare: unknown field"));
    }

    private static JsonObject edited(String... replacements) {
        return editedIn(MINIMAL, replacements);
    }

    static JsonObject editedIn(String definition, String... replacements) {
        String text = definition;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return TestYaml.object(text);
    }
}
