package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.ports.release.ClusterObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnedObjectsTest {
    private final List<String> lists = new ArrayList<>();
    private Map<String, List<JsonObject>> cluster = Map.of();
    private String forbidden = "";

    @Test
    void chainOfControllersIsFollowed() {
        cluster = Map.of(
                "replicasets",
                List.of(owned("web-1", "rs", "deploy", true), owned("other-1", "x", "another", true)),
                "pods",
                List.of(owned("web-1-a", "p1", "rs", true), owned("web-1-b", "p2", "rs", true)));

        assertThat(ownedBy("Deployment", "deploy"))
                .containsExactly(
                        "ReplicaSet web-1 of Deployment/owner",
                        "Pod web-1-a of ReplicaSet/web-1",
                        "Pod web-1-b of ReplicaSet/web-1");
        assertThat(lists).containsExactly("replicasets", "jobs", "pods");
    }

    /** A user can write such a reference, but the garbage collector and the controllers ignore it. */
    @Test
    void referenceThatIsNoControllerCountsNot() {
        cluster = Map.of("pods", List.of(owned("forged", "p", "job", false), owned("empty", "p2", "", true)));

        assertThat(ownedBy("Job", "job")).isEmpty();
        assertThat(ownedBy("Job", "")).isEmpty();
    }

    @Test
    void oldReplicaSetIsLeftOut() {
        cluster = Map.of(
                "replicasets",
                List.of(
                        owned("old", "r1", "deploy", true)
                                .with("spec", TestJson.object("{replicas: 0}"))
                                .with("status", TestJson.object("{replicas: 0}")),
                        owned("ending", "r2", "deploy", true)
                                .with("spec", TestJson.object("{replicas: 0}"))
                                .with("status", TestJson.object("{replicas: 1}"))));

        assertThat(ownedBy("Deployment", "deploy")).containsExactly("ReplicaSet ending of Deployment/owner");
    }

    @Test
    void circleOfOwnersEnds() {
        cluster = Map.of(
                "replicasets",
                List.of(owned("a", "1", "2", true), owned("b", "2", "1", true), owned("c", "3", "3", true)));

        assertThat(ownedBy("Deployment", "1")).hasSize(2);
        assertThat(ownedBy("Deployment", "3")).hasSize(1);
    }

    @Test
    void kindThatTheServerMayNotListIsNamed() {
        forbidden = "pods";
        OwnedObjects objects = new OwnedObjects(cluster(), "shop");

        assertThat(objects.unreadable()).isEmpty();
        assertThat(objects.of(TestJson.object("{kind: 'Job', metadata: {uid: 'job'}}")))
                .isEmpty();
        assertThat(objects.unreadable()).containsExactly(TestJson.object("{apiVersion: 'v1', kind: 'Pod'}"));
    }

    @Test
    void objectThatOwnsNothingCausesNoRequest() {
        assertThat(ownedBy("ConfigMap", "uid")).isEmpty();
        assertThat(lists).isEmpty();
    }

    private ClusterObjects cluster() {
        return new ClusterObjects() {
            @Override
            public Result get(GroupVersion version, String plural, String namespace, String name) {
                throw new AssertionError("nothing is read one by one");
            }

            @Override
            public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
                assertThat(namespace).isEqualTo("shop");
                lists.add(plural);
                return forbidden.equals(plural)
                        ? Optional.empty()
                        : Optional.of(cluster.getOrDefault(plural, List.of()));
            }
        };
    }

    private List<String> ownedBy(String kind, String uid) {
        return new OwnedObjects(cluster(), "shop")
                .of(TestJson.object("{kind: '" + kind + "', metadata: {name: 'owner', uid: '" + uid + "'}}")).stream()
                        .map(owned -> owned.object().stringOrEmpty("kind") + " "
                                + owned.object().objectOrEmpty("metadata").stringOrEmpty("name") + " of "
                                + owned.owner())
                        .toList();
    }

    private static JsonObject owned(String name, String uid, String owner, boolean isController) {
        return TestJson.object("{metadata: {name: '" + name + "', uid: '" + uid + "', ownerReferences: [{uid: '" + owner
                + "', controller: " + isController + "}]}}");
    }
}
