package dev.chartroom.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running control plane: a real kube-apiserver with RBAC and an aggregation layer, etcd, and mostly the controllers
 * for namespaces, garbage collection and quota. Tests share one ({@link #shared()}) and keep apart by namespaces.
 */
public final class ControlPlane implements AutoCloseable {
    /** Those that namespaces, owner references and quota need to mean something. */
    static final List<String> CONTROLLERS = List.of(
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

    private ControlPlane(ControlPlaneRuntime runtime, List<Path> kubectls, Path directory) {
        this.runtime = runtime;
        this.access = runtime.access();
        this.kubectls = kubectls;
        this.directory = directory;
        this.admin = user("e2e-admin", "system:masters");
    }

    /** The one that all tests of this JVM share: started by the first caller, ended with the test run. */
    public static ControlPlane shared() {
        return SharedControlPlane.get();
    }

    /** The one that stands on this machine, or one of its own. */
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

    /** One of its own, of local processes, for a test that needs other controllers or to end it. */
    static ControlPlane start(ControlPlaneBinaries binaries, List<String> controllers) {
        var directory = ModuleDirectory.newWorkDirectory("control-plane");
        return new ControlPlane(LocalProcesses.start(binaries, directory, controllers), binaries.kubectls(), directory);
    }

    /** K3s in Docker, which runs all controllers. */
    static ControlPlane startK3s(Path kubectl) {
        var directory = ModuleDirectory.newWorkDirectory("k3s");
        return new ControlPlane(K3sInDocker.start(), List.of(kubectl), directory);
    }

    /** Of the kube-apiserver, such as {@code https://127.0.0.1:40123}. */
    public String url() {
        return access.url();
    }

    /** Who signed the kube-apiserver's serving certificate. */
    public String caPem() {
        return access.servingCaPem();
    }

    /** Who signs the certificates of users. */
    String clientCaPem() {
        return access.clients().pem();
    }

    /** Who signs the certificate of the aggregator; never the same as {@link #clientCaPem()}. */
    String frontProxyCaPem() {
        return access.frontProxy().pem();
    }

    /** A member of system:masters, who may do everything. */
    public User admin() {
        return admin;
    }

    /**
     * The service account of the program, by a certificate in its name: with the rights of {@code deploy/rbac.yaml} and the
     * queue of {@code deploy/flowcontrol.yaml}, and confined by {@code deploy/release-policy.yaml} to releases of
     * Applications, whatever their charts.
     */
    public User server() {
        Path deploy = ModuleDirectory.basedir().resolve("../deploy");
        try {
            String policy = Files.readString(deploy.resolve("release-policy.yaml"));
            kubectl()
                    .apply(Files.readString(deploy.resolve("rbac.yaml"))
                            + "---\n"
                            + policy.replace("OCIRepository/platform-charts/*", "*/*/*"));
            kubectl().apply(Files.readString(deploy.resolve("flowcontrol.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return user(
                "system:serviceaccount:chartroom-system:chartroom",
                "system:serviceaccounts",
                "system:serviceaccounts:chartroom-system");
    }

    /** A user who may do what RBAC grants that name and those groups: at first only discovery. */
    public User user(String name, String... groups) {
        var file = directory.resolve("user-" + users.incrementAndGet() + ".kubeconfig");
        return User.write(name, access.clients().client(name, groups), url(), caPem(), file);
    }

    /** What the aggregator shows to an aggregated server: to call one directly, with X-Remote-* headers. */
    Identity frontProxyClient() {
        return frontProxyClient(access.frontProxyName());
    }

    /** Of the right authority, but with a name that requestheader-allowed-names may not list. */
    Identity frontProxyClient(String commonName) {
        return access.frontProxy().client(commonName);
    }

    /** Of an authority that nobody here knows. */
    static Identity otherCaClient(String commonName, String... groups) {
        return CertificateAuthority.create("e2e unknown CA").client(commonName, groups);
    }

    /** Has etcd forget every state before a resource version. Answers whether it could be asked. */
    boolean compact(String resourceVersion) {
        runtime.etcd().ifPresent(etcd -> etcd.compact(resourceVersion));
        return runtime.etcd().isPresent();
    }

    /** Another kube-apiserver on its etcd, for the caller to close; empty where there can be none. */
    Optional<OtherApiserver> startAnother() {
        return runtime.startAnother();
    }

    /** Its etcd; empty where it cannot be reached. */
    Optional<Etcd> etcd() {
        return runtime.etcd();
    }

    /** The process id of the kube-apiserver; empty where it is no process of this machine. */
    public OptionalLong kubeApiserverPid() {
        return runtime.kubeApiserverPid();
    }

    /** Where the kube-apiserver records who writes HelmReleases; empty where it is no process of this machine. */
    Optional<Path> auditLog() {
        return runtime.auditLog();
    }

    boolean runsControllers() {
        return runtime.runsControllers();
    }

    public Kubectl kubectl() {
        return kubectl(admin);
    }

    Kubectl kubectl(User user) {
        return new Kubectl(kubectls.getFirst(), user.kubeconfig(), directory);
    }

    /** All kubectls of this machine, for tests that want each: mostly that on the PATH and that of the control plane. */
    public List<Path> kubectls() {
        return kubectls;
    }

    /** Makes {@code helmreleases.helm.toolkit.fluxcd.io} available, if it is not already. */
    public void installHelmReleaseCrd() {
        HelmReleaseCrd.install(kubectl());
    }

    /**
     * Lets the kube-apiserver pass {@code group/version} on to a server on loopback, and waits until it finds the
     * server available. The server must run already; its certificate must name {@link ApiServices#SERVER_NAME}.
     *
     * @param port the server listens on, on 127.0.0.1
     * @param caPem who signed the server's certificate
     * @throws IllegalStateException if it does not become available; says what the aggregator found
     */
    public void registerApiService(String group, String version, int port, String caPem) {
        registerApiService(group, version, port, caPem, Duration.ofSeconds(30));
    }

    /** Likewise, waiting no longer than {@code limit}. */
    void registerApiService(String group, String version, int port, String caPem, Duration limit) {
        new ApiServices(kubectl()).register(group, version, runtime.nameOfThisHost(port), port, caPem, limit);
    }

    /**
     * Undoes {@link #registerApiService}. To be called before the server stops: while a registered server is down, no
     * namespace can be deleted (wire contract H4). Nothing happens where nothing is registered.
     */
    public void unregisterApiService(String group, String version) {
        new ApiServices(kubectl()).unregister(group, version);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
