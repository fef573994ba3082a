package dev.chartroom.e2e;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.bootstrap.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** The program under test, as {@code chartroom serve} starts it: from a configuration file, in front of a control plane. */
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

    /** Starts it with the definitions of a folder and no more rights than it needs; returns when it is ready. */
    public static Program start(ControlPlane controlPlane, Path definitions) {
        return start(controlPlane, controlPlane.server().kubeconfig(), definitions);
    }

    /** Likewise, reaching the control plane by another kubeconfig. */
    static Program start(ControlPlane controlPlane, Path kubeconfig, Path definitions) {
        return start(controlPlane, ProgramFiles.write(kubeconfig, definitions));
    }

    /** Likewise, with further lines of configuration. */
    public static Program startWith(ControlPlane controlPlane, Path definitions, String configuration) {
        return start(controlPlane, ProgramFiles.write(controlPlane.server().kubeconfig(), definitions, configuration));
    }

    /** Likewise, with sources of kind definitions as a configuration file names them, such as {@code {folders: [a]}}. */
    static Program startFrom(ControlPlane controlPlane, String kinds) {
        return start(controlPlane, ProgramFiles.writeFrom(controlPlane.server().kubeconfig(), kinds, ""));
    }

    private static Program start(ControlPlane controlPlane, ProgramFiles files) {
        Assembly assembly = Assembly.serve(ConfigFile.read(files.config(), new JacksonCodec()));
        Program program = new Program(controlPlane, assembly, files.caPem());
        Awaitility.await("ready").until(program::isReady);
        return program;
    }

    /** Lets the aggregator pass a group on to it. */
    public Program registered(String group, String version) {
        controlPlane.registerApiService(group, version, assembly.port(), caPem);
        registered.add(version + "." + group);
        // The aggregator merges discovery a moment after it finds the server available.
        Kubectl kubectl = controlPlane.kubectl();
        Awaitility.await("discovery of " + group)
                .until(() -> !kubectl.succeed("api-resources", "--api-group=" + group, "--cached=false", "-o", "name")
                        .isBlank());
        return this;
    }

    public Assembly assembly() {
        return assembly;
    }

    /** The port that it listens on. */
    int port() {
        return assembly.port();
    }

    /** Its own address, past the aggregator. */
    public String url() {
        return "https://localhost:" + port();
    }

    /** Whom a client of it trusts. */
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

    /** A client that trusts it and shows a certificate. */
    HttpClient client(Identity identity) {
        return HttpClient.newBuilder().sslContext(identity.sslContext(caPem)).build();
    }

    /** A client that trusts it and shows no certificate. */
    HttpClient client() {
        return HttpClient.newBuilder().sslContext(Identity.anonymous(caPem)).build();
    }

    /** A user of it, reached directly. */
    User direct(User user) {
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
