package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.NamePattern;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.storage.Kinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The release has a Secret with the key {@code user}, and the object {@code db} of the kind Cluster with the uid 7. */
class ReleaseCredentialsTest {
    private static final String OWN = "annotations: " + TestRelease.ANNOTATIONS;
    private static final String MANIFEST = """
            {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'auth'}, stringData: {user: 'a'}}
            ---
            {apiVersion: 'example.com/v1', kind: 'Cluster', metadata: {name: 'db'}}
            """;

    private final Map<String, String> cluster =
            new HashMap<>(Map.of("clusters/db", "{metadata: {name: 'db', uid: '7', " + OWN + "}}"));

    @Test
    void keysOfTheManifestAreShown() {
        cluster.put("secrets/auth", "{metadata: {name: 'auth', " + OWN + "}, data: {user: 'YQ==', other: 'Yg=='}}");

        assertThat(shown()).containsExactly("auth: {\"user\":\"YQ==\"}");
    }

    @Test
    void secretOfAnOwnedNameIsShownWhole() {
        cluster.put(
                "secrets/db-app",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '7', controller: true}]},"
                        + " type: 'Opaque', data: {password: 'YQ=='}}");

        assertThat(shown()).containsExactly("db-app: {\"password\":\"YQ==\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {name: 'db-app'}, data: {a: 'YQ=='}}",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '7'}]}, data: {a: 'YQ=='}}",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '7', controller: false}]}, data: {a: 'YQ=='}}",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '8', controller: true}]}, data: {a: 'YQ=='}}",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '7', controller: true}]}, data: {a: 'YQ=='},"
                        + " type: 'kubernetes.io/service-account-token'}",
                "{metadata: {name: 'db-app', ownerReferences: [{uid: '7', controller: true}]}, data: {a: 'YQ=='},"
                        + " type: 'helm.sh/release.v1'}",
            })
    void secretOfAnotherOwnerOrForProgramsIsNotShown(String secret) {
        cluster.put("secrets/db-app", secret);

        assertThat(shown()).isEmpty();
    }

    @Test
    void ownerWithoutAUidOrOfAnotherReleaseOwnsNothing() {
        cluster.put("secrets/db-app", "{metadata: {name: 'db-app', ownerReferences: [{uid: '', controller: true}]}}");
        cluster.put("clusters/db", "{metadata: {name: 'db', " + OWN + "}}");
        assertThat(shown()).isEmpty();

        cluster.put("secrets/db-app", "{metadata: {name: 'db-app', ownerReferences: [{uid: '7', controller: true}]}}");
        cluster.put("clusters/db", "{metadata: {name: 'db', uid: '7'}}");
        assertThat(shown()).isEmpty();
    }

    @Test
    void missingRightIsAnError() {
        cluster.put("secrets/db-app", "");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(this::shown)
                .withMessageContaining("the server has no permission to get secrets");
    }

    private List<String> shown() {
        CredentialRules rules = new CredentialRules(
                List.of(new NamePattern("auth")), List.of(new CredentialRules.OwnedSecret("Cluster", "*-app")));
        ApplicationKind kind = Kinds.builder(Kinds.redis())
                .subresources(new Subresources(
                        Set.of(Subresource.CREDENTIALS),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        rules,
                        List.of(),
                        false))
                .build();
        return new ReleaseCredentials(own())
                        .of(kind, TestRelease.CART, UserInfo.of("tenant", List.of()))
                        .object()
                        .arrayOrEmpty("secrets")
                        .objects()
                        .stream()
                        .map(secret -> secret.stringOrEmpty("name") + ": " + secret.objectOrEmpty("data"))
                        .toList();
    }

    private OwnObjects own() {
        ClusterResources resources = version -> version.group().isEmpty()
                ? Map.of("Secret", new ClusterResources.Resource("secrets", true))
                : Map.of("Cluster", new ClusterResources.Resource("clusters", true));
        return TestRelease.own(MANIFEST, resources, new ScriptedObjects(cluster));
    }

    /** @param objects the objects by plural and name; an empty text is an object that the server may not read */
    private record ScriptedObjects(Map<String, String> objects) implements ClusterObjects {
        @Override
        public Result get(GroupVersion version, String plural, String namespace, String name) {
            assertThat(namespace).isEqualTo("shop");
            String text = objects.get(plural + "/" + name);
            if (text == null) {
                return new Result.Missing();
            }
            return text.isEmpty() ? new Result.Unreadable() : new Result.Found(TestJson.object(text));
        }

        @Override
        public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
            throw new AssertionError("nothing is listed");
        }
    }
}
