package dev.chartroom.e2e;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesClients;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/** The HelmRelease store passes the store contract on a real kube-apiserver. */
@RequiresControlPlane
class HelmReleaseStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable ApplicationStore store;

    @BeforeAll
    static void connect() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        try {
            store = new HelmReleaseStore(
                    new KubernetesHttp(
                            KubernetesClients.create(controlPlane.admin().kubeconfig())),
                    JacksonCodec.ofStored());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected ApplicationStore store() {
        if (store == null) {
            throw new IllegalStateException("the store is made before all tests");
        }
        return store;
    }

    @Override
    protected String emptyNamespace() {
        String name = "contract-" + NAMESPACES.incrementAndGet();
        ControlPlane.shared().kubectl().succeed("create", "namespace", name);
        return name;
    }
}
