package dev.chartroom.e2e.harness;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** The server under test, started as by {@code chartroom serve}: from a configuration file, with a control plane. */
public final class Program implements AutoCloseable {
    private final ControlPlane controlPlane;
    private final Assembly assembly;
    private final String caPem;
    private final List<String> registered = new ArrayList<>();

    private Program(ControlPlane controlPlane, Assembly assembly, String caPem) {
        this.controlPlane = controlPlane;
        this.assembly = assembly;
        this.caPem = caPem;
    }

    /**
     * Starts the server with the definitions of a folder and only the rights that it needs. Returns when it is ready.
     */
    public static Program start(ControlPlane controlPlane, Path definitions) {
        return start(controlPlane, controlPlane.server().kubeconfig(), definitions);
    }

    /** As above, with another kubeconfig for the control plane. */
    public static Program start(ControlPlane controlPlane, Path kubeconfig, Path definitions) {
        return start(controlPlane, ProgramFiles.write(kubeconfig, definitions));
    }

    /** As above, with more lines of configuration. */
    public static Program startWith(ControlPlane controlPlane, Path definitions, String configuration) {
        return start(controlPlane, ProgramFiles.write(controlPlane.server().kubeconfig(), definitions, configuration));
    }

    /** As above, with sources of kind definitions in the configuration's syntax, such as {@code {folders: [a]}}. */
    public static Program startFrom(ControlPlane controlPlane, String kinds) {
        return start(controlPlane, ProgramFiles.writeFrom(controlPlane.server().kubeconfig(), kinds, ""));
    }

    /** As above, with files that the caller wrote. */
    public static Program start(ControlPlane controlPlane, ProgramFiles files) {
        Assembly assembly = Assembly.serve(ConfigFile.read(files.config(), new JacksonCodec()));
        Program program = new Program(controlPlane, assembly, files.caPem());
        Awaitility.await("ready").until(program::isReady);
        return program;
    }

    /** Registers the server for a group with the aggregator. Returns when clients find its kinds and their schemas. */
    public Program registered(String group, String version) {
        // First, because an APIService that never becomes available must be deleted, too.
        registered.add(version + "." + group);
        controlPlane.registerApiService(group, version, assembly.port(), caPem);
        // The aggregator merges discovery shortly after it reports the server as available.
        Awaitility.await("discovery of " + group)
                .until(() -> controlPlane.adminClient().isDiscovered(group, version));
        Awaitility.await("schemas of " + group)
                .atMost(Duration.ofSeconds(30))
                .until(() -> controlPlane.adminClient().hasSchemas(group, version));
        controlPlane.forgetDiscovery();
        return this;
    }

    public Assembly assembly() {
        return assembly;
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return assembly.port();
    }

    /** Returns the server's own address, which bypasses the aggregator. */
    public String url() {
        return "https://localhost:" + port();
    }

    /** Returns the authority that the server's clients must trust. */
    public String caPem() {
        return caPem;
    }

    private boolean isReady() throws IOException, InterruptedException {
        try (HttpClient client = client()) {
            return client.send(
                                    HttpRequest.newBuilder(URI.create(url() + "/readyz"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        }
    }

    /** Returns a client that trusts the server and presents a certificate. */
    public HttpClient client(Identity identity) {
        return HttpClient.newBuilder().sslContext(identity.sslContext(caPem)).build();
    }

    /** Returns a client that trusts the server and presents no certificate. */
    public HttpClient client() {
        return HttpClient.newBuilder().sslContext(Identity.anonymous(caPem)).build();
    }

    /** Returns a user whose kubeconfig refers to the server directly. */
    public User direct(User user) {
        return User.write(
                user.name(),
                user.identity(),
                url(),
                caPem,
                ModuleDirectory.newWorkDirectory("direct").resolve("kubeconfig"));
    }

    @Override
    public void close() {
        for (String apiService : registered) {
            int dot = apiService.indexOf('.');
            controlPlane.unregisterApiService(apiService.substring(dot + 1), apiService.substring(0, dot));
        }
        assembly.close();
    }
}
