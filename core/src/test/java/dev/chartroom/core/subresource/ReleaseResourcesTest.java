package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.RelatedKind;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.storage.Kinds;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The release has the Deployment {@code web}, which owns the Pod {@code web-1}; the related Jobs are backups. */
class ReleaseResourcesTest {
    private static final RelatedKind BACKUPS = new RelatedKind(
            new GroupVersion("batch", "v1"),
            "Job",
            Map.of("of", "$(release)"),
            "",
            TestJson.object("{metadata: {generateName: 'of-$(release)-'}}"));

    private final Set<String> userMay = new HashSet<>();
    private final Set<String> serverMayNotList = new HashSet<>();

    @Test
    void objectsAndWhatTheyOwnAreShown() {
        assertThat(shown()).containsExactly("Deployment web", "Pod web-1");
        assertThat(templates()).isEmpty();
    }

    @Test
    void relatedObjectsNeedTheRightToListThem() {
        userMay.add("list jobs");

        assertThat(shown()).containsExactly("Deployment web", "Pod web-1", "Job backup related");
        assertThat(templates()).isEmpty();
    }

    @Test
    void templateNeedsTheRightToCreate() {
        userMay.add("create jobs");

        assertThat(shown()).containsExactly("Deployment web", "Pod web-1");
        assertThat(templates())
                .singleElement()
                .satisfies(template -> assertThat(
                                template.objectOrEmpty("metadata").stringOrEmpty("generateName"))
                        .isEqualTo("of-redis-cart-"));
    }

    /** Otherwise it would seem that there are none. */
    @Test
    void kindsThatTheServerMayNotListAreNamed() {
        userMay.add("list jobs");
        serverMayNotList.addAll(List.of("pods", "jobs"));

        assertThat(shown()).containsExactly("Deployment web", "Job *", "Pod *", "Job * related");
    }

    private List<String> shown() {
        return view().arrayOrEmpty("resources").objects().stream()
                .map(object -> object.stringOrEmpty("kind") + " " + object.stringOrEmpty("name")
                        + (object.isTrue("related") ? " related" : ""))
                .toList();
    }

    private List<JsonObject> templates() {
        return view().arrayOrEmpty("create").objects();
    }

    private JsonObject view() {
        ApplicationKind kind = Kinds.builder(Kinds.redis())
                .subresources(new Subresources(
                        Set.of(Subresource.RESOURCES),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(BACKUPS),
                        false))
                .build();
        ClusterResources resources = version -> switch (version.group()) {
            case "apps" -> Map.of("Deployment", new ClusterResources.Resource("deployments", true));
            case "batch" -> Map.of("Job", new ClusterResources.Resource("jobs", true));
            default -> Map.of();
        };
        Authorizer authorizer = attributes -> attributes instanceof RequestAttributes.Resource resource
                        && userMay.contains(resource.verb() + " " + resource.resource())
                ? new Decision.Allowed()
                : new Decision.Denied("");
        OwnObjects own = TestRelease.own(
                "{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}}",
                resources,
                new Cluster(serverMayNotList));
        return new ReleaseResources(
                        own.releases(),
                        own.records(),
                        own.resources(),
                        own.objects(),
                        authorizer,
                        own.codec(),
                        () -> Instant.EPOCH)
                .of(kind, TestRelease.CART, UserInfo.of("tenant", List.of()))
                .object();
    }

    private record Cluster(Set<String> forbidden) implements ClusterObjects {
        @Override
        public Result get(GroupVersion version, String plural, String namespace, String name) {
            return new Result.Found(TestJson.object(
                    "{metadata: {name: '" + name + "', uid: '7', annotations: " + TestRelease.ANNOTATIONS + "}}"));
        }

        @Override
        public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
            if (forbidden.contains(plural)) {
                return Optional.empty();
            }
            return Optional.of(
                    switch (plural) {
                        case "pods" ->
                            List.of(TestJson.object(
                                    "{metadata: {name: 'web-1', ownerReferences: [{uid: '7', controller: true}]}}"));
                        case "jobs" ->
                            List.of(
                                    TestJson.object("{metadata: {name: 'backup', labels: {of: 'redis-cart'}}}"),
                                    TestJson.object("{metadata: {name: 'other', labels: {of: 'redis-other'}}}"));
                        default -> List.of();
                    });
        }
    }
}
