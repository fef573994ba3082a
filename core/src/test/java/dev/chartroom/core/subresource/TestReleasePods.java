package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pods of {@link TestRelease}, for tests of other packages. */
public final class TestReleasePods {
    private TestReleasePods() {}

    /** Returns pods whose manifest has these names, and that all exist. */
    public static ReleasePods of(String namespace, String... names) {
        return of(namespace, () -> {}, names);
    }

    /** Returns one pod. Each read of it first runs an action, which can fail. */
    public static ReleasePods failing(String namespace, Runnable beforeRead) {
        return of(namespace, beforeRead, "pod");
    }

    private static ReleasePods of(String namespace, Runnable beforeRead, String... names) {
        String manifest = Arrays.stream(names)
                .map(name -> "{apiVersion: 'v1', kind: 'Pod', metadata: {name: '" + name + "', namespace: '" + namespace
                        + "'}}")
                .collect(Collectors.joining("\n---\n"));
        return new ReleasePods(TestRelease.own(
                manifest, _ -> Map.of("Pod", new ClusterResources.Resource("pods", true)), new ClusterObjects() {
                    @Override
                    public Result get(GroupVersion version, String plural, String of, String name) {
                        beforeRead.run();
                        return new Result.Found(TestJson.object(
                                "{metadata: {name: '" + name + "', annotations: " + TestRelease.ANNOTATIONS + "}}"));
                    }

                    @Override
                    public Optional<List<JsonObject>> list(GroupVersion version, String plural, String of, int limit) {
                        return Optional.of(List.of());
                    }
                }));
    }
}
