package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.EndpointKind;
import dev.chartroom.domain.subresource.EndpointSelector;
import dev.chartroom.domain.subresource.NamePattern;
import dev.chartroom.domain.subresource.RelatedKind;
import dev.chartroom.domain.subresource.ScalePaths;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.WorkloadKind;
import dev.chartroom.domain.subresource.WorkloadSelector;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubresourcesReaderTest {
    private static final String SCALE =
            "{specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .spec.selector}";

    @Test
    void kindHasTheDeclaredSubresourcesInTheOrderOfDiscovery() {
        ApplicationKind kind = kind("{status: {}, scale: " + SCALE + "}", "{reconcile: {}, suspend: {}, resume: {}}");

        assertThat(kind.subresources().declared())
                .containsExactly(Subresource.SCALE, Subresource.SUSPEND, Subresource.RESUME, Subresource.RECONCILE);
        assertThat(kind.subresources().scalePaths())
                .contains(new ScalePaths("spec.replicas", "status.replicas", "spec.selector"));
    }

    @Test
    void kindWithoutDeclarationsHasNoSubresources() {
        ApplicationKind kind = kind("{}", "{}");

        assertThat(kind.subresources().declared()).isEmpty();
        assertThat(kind.subresources().scalePaths()).isEmpty();
    }

    @Test
    void restartSelectsTheWorkloadsThatItNames() {
        assertThat(kind("{}", "{restart: {workloads: [{kind: StatefulSet}, {kind: Deployment, name: '*-web'}]}}")
                        .subresources()
                        .restarted())
                .containsExactly(
                        new WorkloadSelector(WorkloadKind.STATEFUL_SET, new NamePattern("*")),
                        new WorkloadSelector(WorkloadKind.DEPLOYMENT, new NamePattern("*-web")));
    }

    @Test
    void restartSelectsAllWorkloadsIfItNamesNone() {
        assertThat(kind("{}", "{restart: {}}").subresources().restarted())
                .containsExactly(
                        new WorkloadSelector(WorkloadKind.DEPLOYMENT, new NamePattern("*")),
                        new WorkloadSelector(WorkloadKind.STATEFUL_SET, new NamePattern("*")),
                        new WorkloadSelector(WorkloadKind.DAEMON_SET, new NamePattern("*")));
        assertThat(kind("{}", "{suspend: {}}").subresources().restarted()).isEmpty();
    }

    @Test
    void relatedKindIsRead() {
        assertThat(kind(
                                "{}",
                                "{resources: {related: [{apiVersion: batch/v1, kind: Job, labels: {of: $(release)},"
                                        + " field: spec.of, create: {spec: {}}}]}}")
                        .subresources()
                        .related())
                .containsExactly(new RelatedKind(
                        new GroupVersion("batch", "v1"),
                        "Job",
                        Map.of("of", "$(release)"),
                        "spec.of",
                        JsonObject.of("spec", JsonObject.EMPTY)));
    }

    @Test
    void accessAndCredentialsSelectObjectsByName() {
        ApplicationKind kind = kind(
                "{}",
                "{access: {include: [{kind: Ingress}, {kind: Service, name: '*-web'}]}, credentials: {secrets: ['*-auth']}}");

        assertThat(kind.subresources().endpoints())
                .containsExactly(
                        new EndpointSelector(EndpointKind.INGRESS, NamePattern.ANY),
                        new EndpointSelector(EndpointKind.SERVICE, new NamePattern("*-web")));
        assertThat(kind.subresources().credentials())
                .isEqualTo(new CredentialRules(List.of(new NamePattern("*-auth")), List.of()));
        assertThat(kind("{}", "{credentials: {owned: [{kind: Cluster, secret: '*-app'}]}}")
                        .subresources()
                        .credentials())
                .isEqualTo(
                        new CredentialRules(List.of(), List.of(new CredentialRules.OwnedSecret("Cluster", "*-app"))));
        assertThat(kind("{}", "{access: {}}").subresources().endpoints())
                .extracting(EndpointSelector::kind)
                .containsExactly(EndpointKind.values());
    }

    @ParameterizedTest
    @CsvSource({"{history: {}}, false", "{history: {changes: true}}, true", "{values: {}}, false"})
    void historyComparesRevisionsIfAsked(String subresources, boolean compares) {
        assertThat(kind("{}", subresources).subresources().comparesRevisions()).isEqualTo(compares);
    }

    @Test
    void storeThatKeepsVersionsHasAHistory() {
        assertThat(reader().read(definition("{}", "{history: {changes: true}}", "postgres"))
                        .stored()
                        .subresources()
                        .declared())
                .containsExactly(Subresource.HISTORY);
    }

    @ParameterizedTest
    @CsvSource({
        "*, redis-cart, true",
        "*-master, redis-cart-master, true",
        "*-master, redis-cart-master-0, false",
        "redis-*, redis-, true",
        "redis-*, a-redis-cart, false",
        "a*b*c, abc, true",
        "a*b*c, axxbyyc, true",
        "a*b*c, acb, false",
        "a.c, abc, false",
        "ab*bc, abc, false",
        "ab*bc, abbc, true",
        "a*bc*c, abc, false",
        "a*a*a, aa, false",
        "*, '', true",
        "cart, cart, true",
        "cart, cart2, false"
    })
    void asteriskStandsForAnyText(String selector, String name, boolean selected) {
        assertThat(new NamePattern(selector).matches(name)).isEqualTo(selected);
    }

    @Test
    void selectorOfTheScaleIsOptional() {
        ApplicationKind kind =
                kind("{scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}", "{}");

        assertThat(kind.subresources().scalePaths()).contains(new ScalePaths("spec.replicas", "status.replicas", ""));
    }

    @Test
    void openSchemaCanHaveTheReplicasAnywhere() {
        JsonObject definition = (JsonObject) TestYaml.parse(
                text("{scale: {specReplicasPath: .spec.a.b, statusReplicasPath: .status.c}}", "{}", "helmrelease")
                        .replace(
                                "properties: {replicas: {type: integer}, selector: {type: string}}",
                                "x-kubernetes-preserve-unknown-fields: true"));

        assertThat(reader().read(definition).stored().subresources().scalePaths())
                .contains(new ScalePaths("spec.a.b", "status.c", ""));
    }

    @Test
    void subresourceThatTheServerDoesNotSupportIsLeftOut() {
        KindDefinitionReader reader = new KindDefinitionReader(
                KindDefinitionReaderTest.DEFAULTS,
                SchemaExpressions.JDK,
                StoreNames.UNKNOWN,
                EnumSet.of(Subresource.RECONCILE));

        ApplicationKind kind = reader.read(definition("{}", "{suspend: {}, reconcile: {}}", "helmrelease"))
                .stored();

        assertThat(kind.subresources().declared()).isEqualTo(Set.of(Subresource.RECONCILE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {scale: {statusReplicasPath: .status.replicas}}                                            | {}             | helmrelease | spec.versions[0].subresources.scale.specReplicasPath: required
            {scale: {specReplicasPath: spec.replicas, statusReplicasPath: .status.replicas}}           | {}             | helmrelease | must be the path of a field below .spec, such as .spec.replicas, not "spec.replicas"
            {scale: {specReplicasPath: ".spec.hosts[0]", statusReplicasPath: .status.replicas}}        | {}             | helmrelease | must be the path of a field below .spec, such as .spec.replicas, not ".spec.hosts[0]"
            {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .spec.replicas}}            | {}             | helmrelease | must be the path of a field below .status, such as .status.replicas, not ".spec.replicas"
            {scale: {specReplicasPath: .spec.selector, statusReplicasPath: .status.replicas}}          | {}             | helmrelease | specReplicasPath: must be the path of a field of type integer, not string: ".spec.selector"
            {scale: {specReplicasPath: .spec.copies, statusReplicasPath: .status.replicas}}            | {}             | helmrelease | specReplicasPath: .spec.copies is not in the schema
            {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, size: 3}} | {}             | helmrelease | spec.versions[0].subresources.scale.size: unknown field
            {suspend: {}}                                                                              | {}             | helmrelease | spec.versions[0].subresources.suspend: unknown field
            {}                                                                                         | {scale: {}}    | helmrelease | spec.subresources.scale: must be in subresources of a version
            {}                                                                                         | {suspnd: {}}   | helmrelease | spec.subresources.suspnd: unknown field; did you mean "suspend"?
            {}                                                                                         | {suspend: yes} | helmrelease | spec.subresources.suspend: must be an object
            {}                                                                                         | {suspend: {now: 1}} | helmrelease | spec.subresources.suspend.now: unknown field
            {}                                                                                         | {restart: {workloads: [{kind: Pod}]}} | helmrelease | spec.subresources.restart.workloads[0].kind: must be Deployment, StatefulSet or DaemonSet, not "Pod"
            {}                                                                                         | {restart: {workloads: [{}]}} | helmrelease | spec.subresources.restart.workloads[0].kind: required
            {}                                                                                         | {restart: {workloads: [{kind: Deployment, name: "A b"}]}} | helmrelease | spec.subresources.restart.workloads[0].name: must be a name, with * for any text
            {}                                                                                         | {restart: {workloads: [{kind: Deployment, size: 1}]}} | helmrelease | spec.subresources.restart.workloads[0].size: unknown field
            {}                                                                                         | {credentials: {}} | helmrelease | spec.subresources.credentials.secrets: must name at least one Secret
            {}                                                                                         | {credentials: {owned: [{kind: cluster, secret: "*"}]}} | helmrelease | spec.subresources.credentials.owned[0].kind: must be a CamelCase name
            {}                                                                                         | {credentials: {owned: [{kind: Cluster, secret: "app"}]}} | helmrelease | spec.subresources.credentials.owned[0].secret: must be a name in which * stands for the name of the owner
            {}                                                                                         | {credentials: {owned: [{kind: Cluster, secret: "*-*"}]}} | helmrelease | spec.subresources.credentials.owned[0].secret: must be a name in which * stands for the name of the owner
            {}                                                                                         | {resources: {related: [{kind: Job, labels: {a: $(release)}}]}} | helmrelease | spec.subresources.resources.related[0].apiVersion: required
            {}                                                                                         | {resources: {related: [{apiVersion: batch, kind: Job, labels: {a: $(release)}}]}} | helmrelease | spec.subresources.resources.related[0].apiVersion: must be a group and version, such as batch/v1
            {}                                                                                         | {resources: {related: [{apiVersion: batch/v1, kind: Job, labels: {a: b}}]}} | helmrelease | spec.subresources.resources.related[0].labels: must contain $(release), unless there is a field
            {}                                                                                         | {resources: {related: [{apiVersion: batch/v1, kind: Job, field: spec..a}]}} | helmrelease | spec.subresources.resources.related[0].field: must be the path of a field
            {}                                                                                         | {resources: {related: [{apiVersion: batch/v1, kind: Job, field: a, create: 1}]}} | helmrelease | spec.subresources.resources.related[0].create: must be an object
            {}                                                                                         | {access: {include: [{kind: Pod}]}} | helmrelease | spec.subresources.access.include[0].kind: must be Service, Ingress, Gateway or HTTPRoute, not "Pod"
            {}                                                                                         | {suspend: {}}  | postgres    | spec.subresources.suspend: is allowed only if each object has a release
            {}                                                                                         | {rollback: {}}  | postgres    | spec.subresources.rollback: is allowed only if each object has a release
            {}                                                                                         | {history: {}}  | memory    | spec.subresources.history: is allowed only if each object has a release
            """)
    void invalidDeclarationIsRefused(String ofVersion, String ofKind, String store, String problem) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader().read(definition(ofVersion, ofKind, store)))
                .withMessageContaining(problem);
    }

    private static ApplicationKind kind(String ofVersion, String ofKind) {
        return reader().read(definition(ofVersion, ofKind, "helmrelease")).stored();
    }

    private static KindDefinitionReader reader() {
        return new KindDefinitionReader(KindDefinitionReaderTest.DEFAULTS, SchemaExpressions.JDK, StoreNames.UNKNOWN);
    }

    private static JsonObject definition(String ofVersion, String ofKind, String store) {
        return (JsonObject) TestYaml.parse(text(ofVersion, ofKind, store));
    }

    private static String text(String ofVersion, String ofKind, String store) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: redises.apps.example.com}
                spec:
                  group: apps.example.com
                  names: {kind: Redis, plural: redises}
                  store: %s
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      subresources: %s
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              type: object
                              properties: {replicas: {type: integer}, selector: {type: string}}
                  subresources: %s
                  release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}
                """.formatted(store, ofVersion, ofKind);
    }
}
