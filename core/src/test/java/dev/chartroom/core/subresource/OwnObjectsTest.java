package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.storage.Kinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnObjectsTest {

    private final Map<String, ClusterObjects.Result> cluster = new HashMap<>();
    private final List<String> reads = new ArrayList<>();
    private int discoveries;

    @Test
    void selectedObjectOfTheReleaseIsFound() {
        put("secrets/shop/auth", TestRelease.ANNOTATIONS);

        assertThat(found(secret("auth", "") + secret("other", ""), "auth")).containsExactly("Secret auth");
        assertThat(reads).containsExactly("secrets/shop/auth");
    }

    /** The manifest of a failed installation can name the object of another release. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'meta.helm.sh/release-name': 'redis-other', 'meta.helm.sh/release-namespace': 'shop'}",
                "{'meta.helm.sh/release-name': 'redis-cart', 'meta.helm.sh/release-namespace': 'other'}",
                "{'meta.helm.sh/release-name': 'redis-cart'}",
                "{'meta.helm.sh/release-name': 'cart', 'meta.helm.sh/release-namespace': 'shop'}"
            })
    void objectOfAnotherOwnerIsNotShown(String annotations) {
        put("secrets/shop/auth", annotations);

        assertThat(found(secret("auth", ""), "auth")).isEmpty();
    }

    @Test
    void objectInAnotherNamespaceIsNotRead() {
        put("secrets/kube-system/auth", TestRelease.ANNOTATIONS);

        assertThat(found(secret("auth", "kube-system"), "auth")).isEmpty();
        assertThat(reads).isEmpty();
    }

    @Test
    void missingObjectIsLeftOutAndMissingRightIsAnError() {
        assertThat(found(secret("auth", ""), "auth")).isEmpty();

        cluster.put("secrets/shop/auth", new ClusterObjects.Result.Unreadable());
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> found(secret("auth", ""), "auth"))
                .withMessageContaining("the server has no permission to get secrets");
    }

    @Test
    void numberOfObjectsIsBounded() {
        String manifest = IntStream.range(0, 200)
                .mapToObj(i -> {
                    put("secrets/shop/auth" + i, TestRelease.ANNOTATIONS);
                    return secret("auth" + i, "");
                })
                .collect(Collectors.joining());

        assertThat(found(manifest, "auth")).hasSize(50);
        assertThat(reads).hasSize(50);
        assertThat(discoveries).isEqualTo(1);

        // Objects that do not exist count, too.
        cluster.clear();
        reads.clear();
        assertThat(found(manifest, "auth")).isEmpty();
        assertThat(reads).hasSize(50);
    }

    private void put(String path, String annotations) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        cluster.put(
                path,
                new ClusterObjects.Result.Found(
                        TestJson.object("{metadata: {name: '" + name + "', annotations: " + annotations + "}}")));
    }

    private List<String> found(String manifest, String prefix) {
        ClusterResources resources = _ -> {
            discoveries++;
            return Map.of("Secret", new ClusterResources.Resource("secrets", true));
        };
        ClusterObjects objects = new ClusterObjects() {
            @Override
            public Result get(GroupVersion version, String plural, String namespace, String name) {
                String path = plural + "/" + namespace + "/" + name;
                reads.add(path);
                return cluster.getOrDefault(path, new Result.Missing());
            }

            @Override
            public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
                throw new AssertionError("nothing is listed");
            }
        };
        OwnObjects objectsOfRelease = TestRelease.own(manifest, resources, objects);
        return objectsOfRelease
                .of(Kinds.redis(), TestRelease.CART, (kind, name) -> kind.equals("Secret") && name.startsWith(prefix))
                .stream()
                .map(own -> own.live().stringOrEmpty("kind") + " "
                        + own.live().objectOrEmpty("metadata").stringOrEmpty("name"))
                .toList();
    }

    private static String secret(String name, String namespace) {
        return "---\n{apiVersion: 'v1', kind: 'Secret', metadata: {name: '" + name + "'"
                + (namespace.isEmpty() ? "" : ", namespace: '" + namespace + "'") + "}}\n";
    }
}
