package dev.chartroom.e2e.controlplane;

import dev.chartroom.ports.facts.BuildFacts;
import dev.chartroom.ports.network.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * etcd, kube-apiserver and optionally kube-controller-manager as local processes on loopback, with the flags that tests
 * need. Their logs are in the work directory. Requires Kubernetes 1.33 or later (front-proxy UIDs).
 */
final class LocalProcesses implements ControlPlaneRuntime {
    private static final String FRONT_PROXY_NAME = "front-proxy-client";

    private final ControlPlaneBinaries binaries;
    private final Path directory;
    private final boolean watchCache;
    private final List<String> flags;
    private final TestPki pki = TestPki.create();
    private final Ports ports = Ports.free();
    private final List<ServerProcess> started = new ArrayList<>();
    private @Nullable ServerProcess etcd;
    private @Nullable ServerProcess apiserver;
    private boolean controllers;

    private LocalProcesses(ControlPlaneBinaries binaries, Path directory, boolean watchCache, List<String> flags) {
        this.binaries = binaries;
        this.directory = directory;
        this.watchCache = watchCache;
        this.flags = flags;
    }

    /**
     * Starts the processes and waits until they are ready.
     *
     * @param directory for keys, logs and data
     * @param controllers the names of the controllers to run; if empty, or without the binary, no
     *     kube-controller-manager runs
     * @throws IllegalStateException if a process does not become ready; the message names it and contains the end of
     *     its log
     */
    static LocalProcesses start(ControlPlaneBinaries binaries, Path directory, List<String> controllers) {
        return start(binaries, directory, controllers, true, List.of());
    }

    /**
     * As above; without a watch cache, the kube-apiserver reads everything from etcd.
     *
     * @param flags more flags of the kube-apiserver
     */
    static LocalProcesses start(
            ControlPlaneBinaries binaries,
            Path directory,
            List<String> controllers,
            boolean watchCache,
            List<String> flags) {
        var processes = new LocalProcesses(binaries, directory, watchCache, flags);
        Instant start = Instant.now();
        try {
            processes.pki.writeTo(processes.pkiDirectory(), FRONT_PROXY_NAME);
            processes.startEtcd(binaries.etcd());
            processes.startApiserver();
            if (!controllers.isEmpty() && binaries.kubeControllerManager().isPresent()) {
                processes.startControllers(binaries.kubeControllerManager().get(), controllers);
            }
            BuildFacts.add("starting control planes", Duration.between(start, Instant.now()));
            return processes;
        } catch (RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    private void startEtcd(Path binary) {
        var client = etcdUrl();
        var peer = "http://127.0.0.1:" + ports.etcdPeer();
        // not awaited: kube-apiserver waits for etcd itself
        etcd = run(
                binary,
                "--data-dir=" + etcdData(),
                "--unsafe-no-fsync",
                "--quota-backend-bytes=17179869184", // for a million objects
                // etcd keeps so many transactions in memory, and the benchmark stores many objects in each.
                "--snapshot-count=500",
                "--snapshot-catchup-entries=500",
                "--log-level=warn",
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer);
    }

    private void startApiserver() {
        ServerProcess process = runApiserver(ports.apiserver(), directory.resolve("audit.log"));
        apiserver = process;
        awaitReady(process, access().url());
    }

    @Override
    public Optional<OtherApiserver> startAnother() {
        int port = FreePort.next();
        String url = "https://127.0.0.1:" + port;
        Path audit = directory.resolve("audit-" + port + ".log");
        var other = new OtherApiserver(url, audit, runApiserver(port, audit));
        awaitReady(other.process(), url);
        return Optional.of(other);
    }

    private void awaitReady(ServerProcess apiserver, String url) {
        var probe = pki.clients().client("e2e-probe", "system:masters");
        apiserver.awaitReady(url + "/readyz", probe.sslContext(pki.serving().pem()));
    }

    private ServerProcess runApiserver(int port, Path auditLog) {
        List<String> all = new ArrayList<>(List.of(
                "--etcd-servers=" + etcdUrl(),
                "--watch-cache=" + watchCache,
                // Without a watch cache, a watch list would read a million objects from etcd at once.
                "--feature-gates=WatchList=" + watchCache,
                // Without a watch cache, a list of a million objects takes longer than two compactions.
                "--etcd-compaction-interval=" + (watchCache ? "5m" : "0s"),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--endpoint-reconciler-type=none",
                "--authorization-mode=RBAC",
                "--enable-aggregator-routing=false",
                "--profiling=false",
                "--audit-policy-file=" + auditPolicy(),
                "--audit-log-path=" + auditLog,
                // PrivilegedCalls reads the file from its beginning, so it must not be rotated.
                "--audit-log-maxsize=10000",
                "--tls-cert-file=" + pki("server.crt"),
                "--tls-private-key-file=" + pki("server.key"),
                "--client-ca-file=" + pki("client-ca.crt"),
                "--requestheader-client-ca-file=" + pki("front-proxy-ca.crt"),
                "--requestheader-allowed-names=" + FRONT_PROXY_NAME,
                "--requestheader-username-headers=X-Remote-User",
                "--requestheader-uid-headers=X-Remote-Uid",
                "--requestheader-group-headers=X-Remote-Group",
                "--requestheader-extra-headers-prefix=X-Remote-Extra-",
                "--proxy-client-cert-file=" + pki("front-proxy-client.crt"),
                "--proxy-client-key-file=" + pki("front-proxy-client.key"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + pki("service-accounts.pub"),
                "--service-account-signing-key-file=" + pki("service-accounts.key"),
                "--service-cluster-ip-range=" + TestPki.SERVICE_RANGE));
        all.addAll(flags);
        return run(binaries.kubeApiserver(), all.toArray(String[]::new));
    }

    private void startControllers(Path binary, List<String> names) {
        started.addFirst(ControllerManager.start(binary, directory, access(), names));
        controllers = true;
    }

    private ServerProcess run(Path binary, String... flags) {
        var process = ServerProcess.start(binary, directory, flags);
        started.addFirst(process);
        return process;
    }

    @Override
    public Access access() {
        return new Access(
                "https://127.0.0.1:" + ports.apiserver(),
                pki.serving().pem(),
                pki.clients(),
                pki.frontProxy(),
                FRONT_PROXY_NAME);
    }

    @Override
    public void killApiserver() {
        end(Objects.requireNonNull(apiserver));
    }

    @Override
    public void restartApiserver() {
        startApiserver();
    }

    @Override
    public void killEtcd() {
        end(Objects.requireNonNull(etcd));
    }

    @Override
    public void restartEtcd() {
        startEtcd(binaries.etcd());
        awaitReady(Objects.requireNonNull(apiserver), access().url());
    }

    private void end(ServerProcess process) {
        started.remove(process);
        process.kill();
    }

    @Override
    public boolean runsControllers() {
        return controllers;
    }

    @Override
    public Optional<Etcd> etcd() {
        return Optional.of(new Etcd(etcdUrl()));
    }

    private String etcdUrl() {
        return "http://127.0.0.1:" + ports.etcd();
    }

    @Override
    public Optional<Path> auditLog() {
        return Optional.of(directory.resolve("audit.log"));
    }

    @Override
    public OptionalLong kubeApiserverPid() {
        return apiserver == null ? OptionalLong.empty() : OptionalLong.of(apiserver.pid());
    }

    @Override
    public String nameOfThisHost(int port) {
        return "localhost";
    }

    @Override
    public void close() {
        started.forEach(ServerProcess::close);
        deleteTree(etcdData()); // tens of megabytes of preallocated log
    }

    private Path auditPolicy() {
        try {
            return Files.writeString(directory.resolve("audit-policy.yaml"), """
                    apiVersion: audit.k8s.io/v1
                    kind: Policy
                    omitStages: [RequestReceived]
                    rules:
                      - level: Metadata
                        verbs: [create, update, patch, delete]
                        resources: [{group: helm.toolkit.fluxcd.io, resources: [helmreleases]}]
                      # PrivilegedCalls reads the calls of the servers.
                      - level: Metadata
                        users: ["system:serviceaccount:chartroom-system:chartroom"]
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path etcdData() {
        return directory.resolve("etcd-data");
    }

    private Path pkiDirectory() {
        return directory.resolve("pki");
    }

    private Path pki(String name) {
        return pkiDirectory().resolve(name);
    }

    /** Deletes a folder with all that is in it, if it exists. */
    static void deleteTree(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (var paths = Files.walk(root)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Ports(int etcd, int etcdPeer, int apiserver) {

        static Ports free() {
            return new Ports(FreePort.next(), FreePort.next(), FreePort.next());
        }
    }
}
