package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.e2e.harness.HelmReleaseCrd;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.User;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A running control plane: a real kube-apiserver with RBAC and an aggregation layer, etcd, and usually the controllers
 * for namespaces, garbage collection and quota. Tests share one control plane ({@link #shared()}) and use separate
 * namespaces.
 */
public final class ControlPlane implements AutoCloseable {
    /** The controllers that implement namespaces, owner references, quota and service accounts. */
    static final List<String> CONTROLLERS = List.of(
            "clusterrole-aggregation-controller",
            "namespace-controller",
            "garbage-collector-controller",
            "resourcequota-controller",
            "serviceaccount-controller",
            "root-ca-certificate-publisher-controller");

    private final ControlPlaneRuntime runtime;
    private final ControlPlaneRuntime.Access access;
    private final List<Path> kubectls;
    private final Path directory;
    private final AtomicInteger users = new AtomicInteger();
    private final User admin;
    private final JsonClient adminClient;
    private final Lock rights = new ReentrantLock();
    private boolean hasRights;

    private ControlPlane(ControlPlaneRuntime runtime, List<Path> kubectls, Path directory) {
        this.runtime = runtime;
        this.access = runtime.access();
        this.kubectls = kubectls;
        this.directory = directory;
        this.admin = user("e2e-admin", "system:masters");
        this.adminClient = JsonClient.of(this, admin);
    }

    /**
     * Returns the control plane that all tests of this JVM share. The first call starts it; it ends with the test run.
     */
    public static ControlPlane shared() {
        return SharedControlPlane.get();
    }

    /** Returns the standing control plane of this machine, or starts a new one. */
    static ControlPlane findOrStart(ControlPlaneBinaries binaries) {
        return StandingControlPlane.find()
                .map(standing -> {
                    System.out.println("e2e: uses the control plane that is ready on "
                            + standing.access().url());
                    return new ControlPlane(
                            standing, binaries.kubectls(), ModuleDirectory.newWorkDirectory("standing-control-plane"));
                })
                .orElseGet(() -> start(binaries, CONTROLLERS));
    }

    /**
     * Starts a separate control plane of local processes, for a test that needs other controllers or stops the control
     * plane.
     */
    static ControlPlane start(ControlPlaneBinaries binaries, List<String> controllers) {
        var directory = ModuleDirectory.newWorkDirectory("control-plane");
        return new ControlPlane(LocalProcesses.start(binaries, directory, controllers), binaries.kubectls(), directory);
    }

    /**
     * Starts a separate control plane of local processes, without controllers and without a watch cache. It can hold
     * more objects than fit into the machine's memory. The caller closes it.
     *
     * @throws IllegalStateException if this machine has no programs for it
     */
    public static ControlPlane startWithoutWatchCache() {
        var binaries = localBinaries();
        var directory = ModuleDirectory.newWorkDirectory("control-plane");
        return new ControlPlane(
                LocalProcesses.start(binaries, directory, List.of(), false, List.of()), binaries.kubectls(), directory);
    }

    /**
     * Starts a separate control plane of local processes with controllers, whose kube-apiserver reaches pods and
     * Services through a proxy. The caller closes it.
     *
     * @param socket the Unix socket of the proxy, which need not exist yet
     * @throws IllegalStateException if this machine has no programs for it
     */
    public static ControlPlane startWithPodNetwork(Path socket) {
        var binaries = localBinaries();
        var directory = ModuleDirectory.newWorkDirectory("control-plane");
        try {
            Path egress = Files.writeString(directory.resolve("egress.yaml"), """
                    apiVersion: apiserver.k8s.io/v1beta1
                    kind: EgressSelectorConfiguration
                    egressSelections:
                      - name: cluster
                        connection:
                          proxyProtocol: HTTPConnect
                          transport: {uds: {udsName: %s}}
                    """.formatted(socket));
            var flags = List.of("--egress-selector-config-file=" + egress);
            return new ControlPlane(
                    LocalProcesses.start(binaries, directory, CONTROLLERS, true, flags),
                    binaries.kubectls(),
                    directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a separate control plane of local processes, without controllers, whose processes the caller kills and
     * restarts. The caller closes it.
     *
     * @throws IllegalStateException if this machine has no programs for it
     */
    public static ControlPlane startToBeKilled() {
        return start(localBinaries(), List.of());
    }

    /**
     * Starts a separate control plane of local processes, without controllers. The caller closes it.
     *
     * @param flags more flags of the kube-apiserver
     * @throws IllegalStateException if this machine has no programs for it
     */
    public static ControlPlane startWith(List<String> flags) {
        var binaries = localBinaries();
        var directory = ModuleDirectory.newWorkDirectory("control-plane");
        return new ControlPlane(
                LocalProcesses.start(binaries, directory, List.of(), true, flags), binaries.kubectls(), directory);
    }

    private static ControlPlaneBinaries localBinaries() {
        if (SharedControlPlane.source() instanceof ControlPlaneSource.Local(ControlPlaneBinaries binaries)) {
            return binaries;
        }
        throw new IllegalStateException("the programs of a control plane are not on this machine");
    }

    /** Starts K3s in Docker, which runs all controllers. */
    static ControlPlane startK3s(Path kubectl) {
        var directory = ModuleDirectory.newWorkDirectory("k3s");
        return new ControlPlane(K3sInDocker.start(), List.of(kubectl), directory);
    }

    /** Returns the kube-apiserver's URL, such as {@code https://127.0.0.1:40123}. */
    public String url() {
        return access.url();
    }

    /** Returns the authority of the kube-apiserver's serving certificate. */
    public String caPem() {
        return access.servingCaPem();
    }

    /** Returns the authority of users' client certificates. */
    String clientCaPem() {
        return access.clients().pem();
    }

    /** Returns the authority of the aggregator's client certificate; never the same as {@link #clientCaPem()}. */
    public String frontProxyCaPem() {
        return access.frontProxy().pem();
    }

    /** Returns a member of system:masters, which has all rights. */
    public User admin() {
        return admin;
    }

    /** Returns a client of {@link #admin()}. It answers much faster than kubectl, which is a process for each request. */
    public JsonClient adminClient() {
        return adminClient;
    }

    /**
     * Returns the service account of the server, with a client certificate for its name. It has the rights of
     * {@code deploy/rbac.yaml} and the queue of {@code deploy/flowcontrol.yaml}. {@code deploy/release-policy.yaml}
     * restricts it to releases of Applications, with any chart.
     */
    public User server() {
        rights.lock();
        try {
            if (!hasRights) {
                grantRights();
                hasRights = true;
            }
        } finally {
            rights.unlock();
        }
        return user(
                "system:serviceaccount:chartroom-system:chartroom",
                "system:serviceaccounts",
                "system:serviceaccounts:chartroom-system");
    }

    /** Grants the rights of {@link #server()} again. A test that changes them calls this at its end. */
    public void grantRights() {
        Path deploy = ModuleDirectory.basedir().resolve("../deploy");
        try {
            String policy = Files.readString(deploy.resolve("release-policy.yaml"));
            kubectl()
                    .apply(Files.readString(deploy.resolve("rbac.yaml"))
                            + "---\n"
                            + policy.replace("OCIRepository/platform-charts/*", "*/*/*")
                            + "---\n"
                            + Files.readString(deploy.resolve("flowcontrol.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a user with the rights that RBAC grants to the name and the groups: initially only discovery. */
    public User user(String name, String... groups) {
        var file = directory.resolve("user-" + users.incrementAndGet() + ".kubeconfig");
        return User.write(name, access.clients().client(name, groups), url(), caPem(), file);
    }

    /** Returns the aggregator's client certificate, to call an aggregated server directly with X-Remote-* headers. */
    public Identity frontProxyClient() {
        return frontProxyClient(access.frontProxyName());
    }

    /** Returns a certificate of the same authority with a name that requestheader-allowed-names might not contain. */
    public Identity frontProxyClient(String commonName) {
        return access.frontProxy().client(commonName);
    }

    /** Returns a client certificate of an unknown authority. */
    public static Identity otherCaClient(String commonName, String... groups) {
        return CertificateAuthority.create("e2e unknown CA").client(commonName, groups);
    }

    /** Compacts etcd at a resource version. Returns whether etcd could be reached. */
    public boolean compact(String resourceVersion) {
        runtime.etcd().ifPresent(etcd -> etcd.compact(resourceVersion));
        return runtime.etcd().isPresent();
    }

    /** Starts another kube-apiserver on the same etcd, which the caller closes; empty if that is not possible. */
    public Optional<OtherApiserver> startAnother() {
        return runtime.startAnother();
    }

    /** Returns the control plane's etcd; empty if it cannot be reached. */
    public Optional<Etcd> etcd() {
        return runtime.etcd();
    }

    /** Returns the process id of the kube-apiserver; empty if it is not a process of this machine. */
    public OptionalLong kubeApiserverPid() {
        return runtime.kubeApiserverPid();
    }

    /** Kills the kube-apiserver of {@link #startToBeKilled}. */
    public void killApiserver() {
        runtime.killApiserver();
    }

    /** Starts the kube-apiserver after {@link #killApiserver}, and waits until it is ready. */
    public void restartApiserver() {
        runtime.restartApiserver();
    }

    /** Kills etcd of {@link #startToBeKilled}. It had written its data, but not to the disk. */
    public void killEtcd() {
        runtime.killEtcd();
    }

    /** Starts etcd after {@link #killEtcd}, and waits until the kube-apiserver is ready. */
    public void restartEtcd() {
        runtime.restartEtcd();
    }

    /** Returns the kube-apiserver's audit log of writes of HelmReleases; empty if it cannot be read. */
    public Optional<Path> auditLog() {
        return runtime.auditLog();
    }

    /**
     * Starts the controllers of Deployments, StatefulSets, DaemonSets, Jobs and EndpointSlices for this control plane.
     * The caller closes them.
     *
     * @throws IllegalStateException if this machine has no kube-controller-manager
     */
    public WorkloadControllers startWorkloadControllers() {
        return WorkloadControllers.start(localBinaries(), access);
    }

    /** Starts the controller of HorizontalPodAutoscalers. */
    public WorkloadControllers startAutoscaler() {
        return WorkloadControllers.startAutoscaler(localBinaries(), access);
    }

    boolean runsControllers() {
        return runtime.runsControllers();
    }

    public Kubectl kubectl() {
        return kubectl(admin);
    }

    public Kubectl kubectl(User user) {
        return new Kubectl(kubectls.getFirst(), user.kubeconfig(), directory);
    }

    /**
     * Returns all kubectls of this machine, for tests that run every kubectl. Usually these are the kubectl on the PATH
     * and the kubectl of the control plane.
     */
    public List<Path> kubectls() {
        return kubectls;
    }

    /** Creates a namespace, which must not exist. */
    public void createNamespace(String name) {
        JsonClient.Reply reply =
                adminClient.post("/api/v1/namespaces", JsonClient.object("{\"metadata\":{\"name\":\"" + name + "\"}}"));
        if (reply.code() != 201) {
            throw new IllegalStateException(reply.body().toString());
        }
    }

    /** Installs {@code helmreleases.helm.toolkit.fluxcd.io} unless it exists. */
    public void installHelmReleaseCrd() {
        if (!adminClient.canRead("/apis/helm.toolkit.fluxcd.io/v2/helmreleases?limit=1")) {
            HelmReleaseCrd.install(kubectl());
        }
    }

    /**
     * Registers a server on loopback for {@code group/version} with the aggregator, and waits until the aggregator
     * reports it as available. The server must already run, and its certificate must contain
     * {@link ApiServices#SERVER_NAME}.
     *
     * @param port the port of the server on 127.0.0.1
     * @param caPem the authority of the server's certificate
     * @throws IllegalStateException if the server does not become available; the message contains the aggregator's
     *     reason
     */
    public void registerApiService(String group, String version, int port, String caPem) {
        registerApiService(group, version, port, caPem, Duration.ofSeconds(30));
    }

    /** As above, and waits no longer than {@code limit}. */
    public void registerApiService(String group, String version, int port, String caPem, Duration limit) {
        new ApiServices(adminClient).register(group, version, runtime.nameOfThisHost(port), port, caPem, limit);
        forgetDiscovery();
    }

    /** Lets kubectl discover all kinds again. It would use versions of a group that another test served before. */
    public void forgetDiscovery() {
        LocalProcesses.deleteTree(directory.resolve(Kubectl.CACHE));
    }

    /** Registers a server that the kube-apiserver need not find available. */
    public void applyApiService(String group, String version, int port, String caPem) {
        new ApiServices(adminClient).apply(group, version, runtime.nameOfThisHost(port), port, caPem);
    }

    /**
     * Undoes {@link #registerApiService}; does nothing if nothing is registered. Call it before the server stops: while
     * a registered server is down, no namespace can be deleted (wire contract H4).
     */
    public void unregisterApiService(String group, String version) {
        new ApiServices(adminClient).unregister(group, version);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
