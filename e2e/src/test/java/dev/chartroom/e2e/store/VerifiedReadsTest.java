package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two replicas, and a client that writes releases directly: every read sees each acknowledged write. */
@RequiresControlPlane
@Timeout(180)
class VerifiedReadsTest {
    private static final int WRITERS = 3;
    private static final int WRITES = 60;
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    private final ApplicationKind redis = Kinds.redis();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<WatchCachingApplicationStore> replicas = new ArrayList<>();
    private ApplicationStore direct;

    @BeforeEach
    void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        direct = new HelmReleaseStore(http(controlPlane), JacksonCodec.ofStored());
        for (int i = 0; i < 2; i++) {
            KubernetesHttp http = http(controlPlane);
            replicas.add(WatchCachingApplicationStore.start(
                    countingLists(new HelmReleaseStore(http, JacksonCodec.ofStored())),
                    new HelmReleaseListerWatcher(http, JacksonCodec.ofStored()),
                    List.of(redis, Kinds.postgres()),
                    PendingChanges.ofHeap(),
                    Clock.systemUTC(),
                    new Random()));
        }
        Awaitility.await()
                .until(() ->
                        replicas.stream().allMatch(replica -> replica.problem().isEmpty()));
    }

    @AfterEach
    void stop() {
        replicas.forEach(WatchCachingApplicationStore::close);
    }

    @Test
    void noReadMissesAnAcknowledgedWrite() throws Exception {
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                String namespace = "verified-" + i;
                ControlPlane.shared().kubectl().succeed("create", "namespace", namespace);
                Random random = new Random(i);
                running.add(writers.submit(() -> write(namespace, random)));
            }
            for (Future<?> writer : running) {
                writer.get();
            }
        }
        // Otherwise, the cache would not have been tested.
        assertThat(asked).hasValueLessThan(WRITERS * WRITES * 6 / 10);
    }

    @Test
    void anotherReplicaContinuesAPagedList() {
        String namespace = "verified-pages";
        ControlPlane.shared().kubectl().succeed("create", "namespace", namespace);
        for (int i = 100; i < 205; i++) {
            direct.create(redis, application(new NamespacedName(namespace, "app-" + i)), OPTIONS);
        }
        ListRequest request = ListRequest.all(namespace).withLimit(100);

        ApplicationPage first = replicas.getFirst().list(redis, request);
        direct.delete(redis, new NamespacedName(namespace, "app-202"), new DeleteRequest("", "", "", false));
        ApplicationPage second = replicas.getLast().list(redis, request.withContinue(first.continueToken()));

        assertThat(asked).hasValue(1);
        assertThat(first.items()).hasSize(100);
        assertThat(second.items())
                .extracting(item -> item.namespacedName().name())
                .containsExactly("app-200", "app-201", "app-202", "app-203", "app-204");
        assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
    }

    /**
     * The values of the release are nested too deeply to be decoded, so the release is not shown. The verifying list of
     * metadata contains the release.
     */
    @Test
    void undecodableReleaseDoesNotBypassTheCache() {
        String namespace = "verified-unreadable";
        Kubectl kubectl = ControlPlane.shared().kubectl();
        kubectl.succeed("create", "namespace", namespace);
        direct.create(redis, application(new NamespacedName(namespace, "good")), OPTIONS);
        direct.create(redis, application(new NamespacedName(namespace, "bad")), OPTIONS);
        kubectl.succeed(
                "patch",
                "helmreleases.helm.toolkit.fluxcd.io",
                redis.release().releaseName("bad"),
                "--namespace=" + namespace,
                "--type=merge",
                "--patch={\"spec\":{\"values\":" + "{\"a\":".repeat(400) + "1" + "}".repeat(400) + "}}");
        WatchCachingApplicationStore replica = replicas.getFirst();
        ListRequest known = new ListRequest(
                namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "0", "NotOlderThan");
        Awaitility.await()
                .until(() -> versions(replica.list(redis, known), namespace).keySet(), Set.of("good")::equals);
        int before = asked.get();

        for (int i = 0; i < 3; i++) {
            // This create raises the latest resource version, so that this version alone cannot prove that the cache is
            // current.
            kubectl.succeed("create", "configmap", "other-" + i, "--namespace=" + namespace);
            assertThat(versions(replica.list(redis, ListRequest.all(namespace)), namespace))
                    .containsOnlyKeys("good");
        }

        assertThat(asked).hasValue(before);
    }

    private static ListRequest labelled(String namespace) {
        return new ListRequest("", LabelSelector.equal("writer", namespace), FieldSelector.EVERYTHING, 0, "", "", "");
    }

    private void write(String namespace, Random random) {
        Map<String, String> versions = new TreeMap<>();
        for (int i = 0; i < WRITES; i++) {
            ApplicationStore writer = random.nextInt(3) == 0 ? direct : replicas.get(random.nextInt(2));
            NamespacedName name = new NamespacedName(namespace, "app-" + random.nextInt(8));
            String known = versions.get(name.name());
            if (known == null) {
                versions.put(name.name(), version(writer.create(redis, application(name), OPTIONS)));
            } else if (random.nextInt(4) == 0) {
                writer.delete(redis, name, new DeleteRequest("", "", "", false));
                versions.remove(name.name());
            } else {
                StoredApplication current = writer.current(redis, name);
                assertThat(version(current)).isEqualTo(known);
                Application next = current.application().withSpec(Kinds.replicas(100 + i));
                versions.put(name.name(), version(writer.update(redis, current, next, OPTIONS)));
            }
            for (WatchCachingApplicationStore replica : replicas) {
                assertThat(versions(replica.list(redis, ListRequest.all(namespace)), namespace))
                        .isEqualTo(versions);
                assertThat(versions(replica.list(redis, ListRequest.all("")), namespace))
                        .isEqualTo(versions);
                assertThat(versions(replica.list(redis, labelled(namespace)), namespace))
                        .isEqualTo(versions);
            }
        }
    }

    /** Wraps a store and counts its list calls. */
    private ApplicationStore countingLists(ApplicationStore store) {
        return (ApplicationStore) Proxy.newProxyInstance(
                ApplicationStore.class.getClassLoader(),
                new Class<?>[] {ApplicationStore.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("list")) {
                        asked.incrementAndGet();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Application application(NamespacedName name) {
        ObjectMeta metadata = ObjectMeta.of(name.namespace(), name.name()).toBuilder()
                .labels(Map.of("writer", name.namespace()))
                .build();
        return new Application(redis.gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY);
    }

    private static Map<String, String> versions(ApplicationPage page, String namespace) {
        return page.items().stream()
                .filter(item -> item.namespacedName().namespace().equals(namespace))
                .collect(Collectors.toMap(
                        item -> item.namespacedName().name(),
                        item -> item.resourceVersion(),
                        (a, _) -> a,
                        TreeMap::new));
    }

    private static String version(StoredApplication stored) {
        return stored.metadata().resourceVersion();
    }

    private static KubernetesHttp http(ControlPlane controlPlane) throws IOException {
        return new KubernetesHttp(KubernetesClients.create(controlPlane.admin().kubeconfig()));
    }
}
