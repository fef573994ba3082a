package dev.chartroom.e2e.store;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The watch cache in front of the HelmRelease store fulfils the store contract on a real kube-apiserver. */
@RequiresControlPlane
class CachedHelmReleaseStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable WatchCachingApplicationStore shared;

    @BeforeAll
    static void connect() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        try {
            KubernetesHttp http = new KubernetesHttp(
                    KubernetesClients.create(controlPlane.server().kubeconfig()));
            RecentReleases recents = new RecentReleases(1 << 20);
            WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                    new HelmReleaseStore(http, JacksonCodec.ofStored(), recents),
                    new HelmReleaseListerWatcher(http, JacksonCodec.ofStored(), recents, null),
                    List.of(Kinds.redis(), Kinds.postgres()),
                    PendingChanges.ofHeap(),
                    Clock.systemUTC(),
                    new Random());
            shared = cached;
            Awaitility.await().until(() -> cached.problem().isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void disconnect() {
        if (shared != null) {
            shared.close();
        }
    }

    @Override
    protected ApplicationStore store() {
        if (shared == null) {
            throw new IllegalStateException("the store is made before all tests");
        }
        return shared;
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        String name = "cached-" + NAMESPACES.incrementAndGet();
        ControlPlane.shared().createNamespace(name);
        return name;
    }
}
