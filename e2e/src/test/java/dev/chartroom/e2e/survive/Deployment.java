package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.e2e.harness.CuttableProxy;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Replicas behind one address, which is registered with the aggregator. As with a Service, only a new connection reaches
 * another replica, and only one that is ready.
 */
final class Deployment implements AutoCloseable {
    static final String GROUP = "apps.example.com";

    private static final String VERSION = "v1alpha1";
    /** As in the Helm chart: the period of the readiness probe, and the failures after which a replica is not ready. */
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private static final int FAILURES = 2;

    private final ControlPlane controlPlane;
    private final Path directory = ModuleDirectory.newWorkDirectory("survive");
    private final CertificateAuthority authority = CertificateAuthority.create("survive serving CA");
    private final HttpClient probes = HttpClient.newBuilder()
            .sslContext(Identity.anonymous(authority.pem()))
            .build();
    private final List<Replica> replicas = new ArrayList<>();
    private final AtomicIntegerArray failures;
    private final AtomicInteger turn = new AtomicInteger();
    private final CuttableProxy address;
    private final ScheduledExecutorService kubelet = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final Path definitions;
    private volatile @Nullable Replica leaving;

    private Deployment(ControlPlane controlPlane, int count) {
        this.controlPlane = controlPlane;
        failures = new AtomicIntegerArray(count);
        definitions = Definitions.examplesAnd("README", "");
        address = CuttableProxy.to("127.0.0.1", this::next);
    }

    /** Starts replicas and waits until the kind is served through the aggregator. The caller closes them. */
    static Deployment start(ControlPlane controlPlane, int count) {
        Deployment deployment = new Deployment(controlPlane, count);
        try {
            Files.copy(controlPlane.server().kubeconfig(), deployment.directory.resolve("kubeconfig"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        deployment.rotateCertificate();
        String config = """
                listen: {address: 127.0.0.1, port: %%d}
                tls: {certificateFile: tls.crt, keyFile: tls.key}
                kubeconfig: %%s
                namespace: chartroom-system
                kinds: {folders: [%s]}
                anonymous: true
                """.formatted(deployment.definitions);
        URI apiserver = URI.create(controlPlane.url());
        for (int i = 0; i < count; i++) {
            deployment.replicas.add(Replica.start(deployment.directory, "replica-" + i, apiserver, config));
        }
        deployment.replicas.forEach(replica -> replica.awaitReady(deployment.probes));
        var _ = deployment.kubelet.scheduleAtFixedRate(deployment::probe, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        controlPlane.registerApiService(GROUP, VERSION, deployment.address.port(), deployment.authority.pem());
        return deployment;
    }

    List<Replica> replicas() {
        return List.copyOf(replicas);
    }

    HttpClient probes() {
        return probes;
    }

    /** Replaces all replicas, one after the other. A replica that ends gets no more connections, as with a Service. */
    void restartAll() {
        for (Replica replica : replicas) {
            leaving = replica;
            replica.stop();
            replica.start();
            replica.awaitReady(probes);
            leaving = null;
        }
    }

    /** Replaces the serving certificate of all replicas, which read it again within ten seconds. */
    void rotateCertificate() {
        Identity serving = authority.server(ApiServices.SERVER_NAME, "localhost", "127.0.0.1");
        try {
            Files.writeString(directory.resolve("tls.crt"), serving.certificatePem());
            Files.writeString(directory.resolve("tls.key"), serving.keyPem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the definition of the kind with one that is invalid, or restores it. */
    void spoilDefinition(boolean isBad) {
        try {
            String good = Files.readString(Definitions.EXAMPLES.resolve("redises.yaml"));
            Files.writeString(
                    definitions.resolve("redises.yaml"), isBad ? good.replace("type: object", "type: nonsense") : good);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the kind definitions. */
    Path definitions() {
        return definitions;
    }

    private void probe() {
        for (int i = 0; i < replicas.size(); i++) {
            int index = i;
            Thread.startVirtualThread(() -> {
                if (replicas.get(index).isReady(probes)) {
                    failures.set(index, 0);
                } else {
                    failures.incrementAndGet(index);
                }
            });
        }
    }

    /** Returns the port of the next ready replica; 0 if none is ready. */
    private int next() {
        for (int i = 0; i < replicas.size(); i++) {
            int index = Math.floorMod(turn.getAndIncrement(), replicas.size());
            if (failures.get(index) < FAILURES && replicas.get(index) != leaving) {
                return replicas.get(index).downstream().port();
            }
        }
        return 0;
    }

    @Override
    public void close() {
        kubelet.shutdownNow();
        controlPlane.unregisterApiService(GROUP, VERSION);
        replicas.forEach(Replica::close);
        address.close();
        probes.close();
    }
}
