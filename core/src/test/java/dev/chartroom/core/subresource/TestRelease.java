package dev.chartroom.core.subresource;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The release {@code redis-cart} of the object {@code cart} in the namespace {@code shop}. */
final class TestRelease {
    static final NamespacedName CART = new NamespacedName("shop", "cart");

    /** What Helm writes into each object of the release. */
    static final String ANNOTATIONS =
            "{'meta.helm.sh/release-name': 'redis-cart', 'meta.helm.sh/release-namespace': 'shop'}";

    private TestRelease() {}

    /** Returns the objects of the release whose only revision has this manifest. */
    static OwnObjects own(String manifest, ClusterResources resources, ClusterObjects objects) {
        ReleaseDirectory releases = mock(ReleaseDirectory.class);
        when(releases.find(any(), any())).thenReturn(Optional.of(TestJson.object("""
                {metadata: {name: 'redis-cart', namespace: 'shop'},
                 status: {history: [{name: 'redis-cart', namespace: 'shop', version: 1}]}}
                """)));
        JsonCodec codec = mock(JsonCodec.class);
        when(codec.parseYaml(any()))
                .thenAnswer(call -> TestJson.parse(new String(call.<byte[]>getArgument(0), StandardCharsets.UTF_8)));
        return new OwnObjects(
                releases,
                (_, revision) -> Optional.of(() -> new HelmRecord(
                        revision, "deployed", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, manifest, "")),
                resources,
                objects,
                codec);
    }
}
