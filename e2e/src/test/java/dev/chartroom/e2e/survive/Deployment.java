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
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
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
    private static final String POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            rules: [{level: Metadata}]
            """;
    private static final String LEDGERS = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: ledgers.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Ledger, plural: ledgers}
              store: postgres
              versions:
                - name: v1alpha1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            replicas: {type: integer}
            """;

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

    private Deployment(ControlPlane controlPlane, int count, Path definitions) {
        this.controlPlane = controlPlane;
        this.definitions = definitions;
        failures = new AtomicIntegerArray(count);
        address = CuttableProxy.to("127.0.0.1", this::next);
    }

    /** Starts replicas and waits until the kinds are served through the aggregator. The caller closes them. */
    static Deployment start(ControlPlane controlPlane, int count) {
        return new Deployment(controlPlane, count, Definitions.examplesAnd("README", "")).started(count, "");
    }

    /** As above, with a kind in a database. Each replica has an audit log, if possible on its own disk, and its own clock. */
    static Deployment start(ControlPlane controlPlane, int count, Database database) {
        String more = """
                stores: {postgres: {url: "%s", user: postgres}}
                audit: {policyFile: policy.yaml, logFile: "%%s", maxSizeMiB: 1, maxBackups: 1}
                """.formatted(database.url());
        return new Deployment(controlPlane, count, Definitions.examplesAnd("ledgers.yaml", LEDGERS))
                .started(count, more);
    }

    private Deployment started(int count, String more) {
        try {
            Files.copy(controlPlane.server().kubeconfig(), directory.resolve("kubeconfig"));
            Files.writeString(directory.resolve("policy.yaml"), POLICY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rotateCertificate();
        String config = """
                listen: {address: 127.0.0.1, port: %%d}
                tls: {certificateFile: tls.crt, keyFile: tls.key}
                kubeconfig: %%s
                namespace: chartroom-system
                kinds: {folders: [%s]}
                anonymous: true
                """.formatted(definitions) + more;
        URI apiserver = URI.create(controlPlane.url());
        for (int i = 0; i < count; i++) {
            replicas.add(Replica.start(directory, "replica-" + i, apiserver, config, !more.isEmpty()));
        }
        replicas.forEach(replica -> replica.awaitReady(probes));
        var _ = kubelet.scheduleAtFixedRate(this::probe, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        controlPlane.registerApiService(GROUP, VERSION, address.port(), authority.pem());
        return this;
    }

    List<Replica> replicas() {
        return List.copyOf(replicas);
    }

    HttpClient probes() {
        return probes;
    }

    /**
     * Replaces all replicas, one after the other. A replica that ends gets no more connections, as with a Service. It ends only
     * when probes have found all replicas ready. Otherwise the address could have no replica.
     */
    void restartAll() {
        awaitAllReady();
        for (int i = 0; i < replicas.size(); i++) {
            Replica replica = replicas.get(i);
            leaving = replica;
            replica.stop();
            failures.set(i, FAILURES);
            replica.start();
            awaitAllReady();
            leaving = null;
        }
    }

    private void awaitAllReady() {
        Awaitility.await("probes find all replicas ready")
                .atMost(Duration.ofMinutes(2))
                .until(() -> IntStream.range(0, replicas.size()).allMatch(index -> failures.get(index) == 0));
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
