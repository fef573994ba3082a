package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** A complete installation for {@code chartroom doctor}: a server, its APIService, its rights and Flux's Deployment. */
final class ExaminedInstallation implements AutoCloseable {
    static final String GROUP = "doctor.example.com";
    private static final Duration LIMIT = Duration.ofSeconds(100);
    /** A report takes the processors a while, which other tests need. */
    private static final Duration POLL = Duration.ofMillis(500);

    private final ControlPlane controlPlane = ControlPlane.shared();
    private final Path folder = ModuleDirectory.newWorkDirectory("doctor");
    private final Path definitions = folder.resolve("definitions");
    private final CertificateAuthority authority = CertificateAuthority.create("doctor serving CA");
    private final int port = FreePort.next();
    private final String flux = "doctor-flux-" + port;
    private final ProgramFiles files;
    private final RemedyShell shell;
    private Program program;

    private ExaminedInstallation() throws IOException {
        controlPlane.installHelmReleaseCrd();
        Files.createDirectories(definitions);
        define("lamps.yaml", "Lamp", "lamps", GROUP, "{prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}");
        Files.writeString(folder.resolve("ca.pem"), authority.pem());
        Files.writeString(folder.resolve("ca.key"), authority.keyPem());
        files = new ProgramFiles(
                ProgramFiles.write(controlPlane.server().kubeconfig(), definitions)
                        .config(),
                authority.pem());
        Files.writeString(files.config(), Files.readString(files.config()).replace("port: 0", "port: " + port));
        serve(certificate());
        shell = new RemedyShell(controlPlane, folder);
        program = Program.start(controlPlane, files);
        register();
        installFlux("[--watch-all-namespaces]");
        grant();
    }

    static ExaminedInstallation start() throws IOException {
        return new ExaminedInstallation();
    }

    Kubectl kubectl() {
        return controlPlane.kubectl();
    }

    /** Returns the namespace of Flux's Deployment. */
    String flux() {
        return flux;
    }

    int port() {
        return port;
    }

    Path config() {
        return files.config();
    }

    RemedyShell shell() {
        return shell;
    }

    /** Registers the server as {@code chartroom manifests} does, with the authority of its certificate. */
    void register() {
        controlPlane.registerApiService(GROUP, "v1", port, authority.pem());
    }

    /** Grants the server the right to annotate the APIService. */
    void grant() {
        shell.run("chartroom manifests --config " + config() + " --kubeconfig "
                + controlPlane.admin().kubeconfig() + " --port " + port + " --ca " + folder.resolve("ca.pem")
                + " | kubectl apply --server-side --force-conflicts -f -");
    }

    /** Replaces the Service by one that has pods instead of this machine. */
    void replaceService(String spec) {
        kubectl().succeed("delete", "service", "chartroom", "-n", "chartroom-system", "--ignore-not-found");
        if (!spec.isEmpty()) {
            kubectl().apply("""
                    apiVersion: v1
                    kind: Service
                    metadata: {name: chartroom, namespace: chartroom-system}
                    spec: %s
                    """.formatted(spec));
        }
    }

    void define(String file, String kind, String plural, String group, String release) throws IOException {
        Files.writeString(definitions.resolve(file), definition(kind, plural, group, release));
    }

    void undefine(String file) throws IOException {
        Files.delete(definitions.resolve(file));
    }

    Path definition(String file) {
        return definitions.resolve(file);
    }

    static String definition(String kind, String plural, String group, String release) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$s.%3$s}
                spec:
                  group: %3$s
                  names: {kind: %1$s, plural: %2$s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: %4$s
                """.formatted(kind, plural, group, release);
    }

    /** Creates Flux's Deployment, which no controller runs, and reports a pod as available. */
    void installFlux(String arguments) {
        kubectl().apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %1$s}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: helm-controller, namespace: %1$s}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: helm-controller}}
                  template:
                    metadata: {labels: {app: helm-controller}}
                    spec:
                      containers:
                        - name: manager
                          image: ghcr.io/fluxcd/helm-controller:v1.6.3
                          args: %2$s
                """.formatted(flux, arguments));
        available(1);
    }

    /** Reports pods of Flux's Deployment as available, as its controller does. */
    void available(int pods) {
        kubectl()
                .succeed(
                        "patch",
                        "deployment",
                        "helm-controller",
                        "-n",
                        flux,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\":{\"replicas\":%1$d,\"readyReplicas\":%1$d,\"availableReplicas\":%1$d}}"
                                .formatted(pods));
    }

    Identity certificate() {
        return authority.server(ApiServices.SERVER_NAME, "localhost", "127.0.0.1");
    }

    CertificateAuthority authority() {
        return authority;
    }

    void serve(Identity serving) {
        files.serve(serving);
    }

    /** Replaces the serving certificate by a valid one, and waits until the server presents it. */
    void restoreCertificate() {
        serve(certificate());
        awaitSolved("serving-certificate", "");
    }

    void stopServer() {
        program.close();
    }

    void startServer() {
        program = Program.start(controlPlane, files);
    }

    /** Runs the command as the administrator. */
    CommandOutput doctor(String... more) {
        List<String> command = new ArrayList<>(List.of(
                "doctor",
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString(),
                "--ca",
                folder.resolve("ca.pem").toString()));
        command.addAll(List.of(more));
        return CommandOutput.of(command.toArray(String[]::new));
    }

    /**
     * Runs the command until it reports no error. The aggregator asks the server now and then, and on a busy machine an
     * answer can be late.
     */
    CommandOutput healthy(String... more) {
        return Awaitility.await("a report without errors")
                .pollInterval(POLL)
                .atMost(LIMIT)
                .until(() -> doctor(more), run -> run.exitCode() == 0);
    }

    /** Returns the problems that a check of a report has, in a configuration. */
    List<JsonObject> problems(Path config, String check) {
        CommandOutput run = doctor("--config", config.toString(), "-o", "json");
        assertThat(run.err()).isEmpty();
        return JsonClient.object(run.out()).arrayOrEmpty("checks").objects().stream()
                .filter(each -> each.stringOrEmpty("check").equals(check))
                .flatMap(each -> each.arrayOrEmpty("problems").objects().stream())
                .toList();
    }

    private Optional<JsonObject> find(Path config, String check, String message) {
        return problems(config, check).stream()
                .filter(problem -> text(problem).contains(message))
                .findFirst();
    }

    /** Returns the object and the message, as the command prints them. */
    private static String text(JsonObject problem) {
        return problem.stringOrEmpty("object") + ": " + problem.stringOrEmpty("message");
    }

    /** Waits until a check reports a problem, and returns it. */
    JsonObject awaitProblem(String check, String message) {
        return Awaitility.await(check + ": " + message)
                .pollInterval(POLL)
                .atMost(LIMIT)
                .until(() -> find(config(), check, message), Optional::isPresent)
                .orElseThrow();
    }

    void awaitSolved(String check, String message) {
        Awaitility.await(check + ": " + message + " is solved")
                .pollInterval(POLL)
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(problems(config(), check))
                        .extracting(ExaminedInstallation::text)
                        .noneMatch(text -> text.contains(message)));
    }

    /** Waits for a problem, runs its remedy, and waits until the problem is gone. Returns the problem. */
    JsonObject solved(String check, String message) {
        JsonObject problem = awaitProblem(check, message);
        assertThat(problem.stringOrEmpty("effect")).isNotBlank();
        shell.run(problem.stringOrEmpty("remedy"));
        awaitSolved(check, message);
        return problem;
    }

    @Override
    public void close() {
        controlPlane.unregisterApiService(GROUP, "v1");
        program.close();
        kubectl().succeed("delete", "deployments", "--all", "-n", flux);
        kubectl().succeed("delete", "namespace", flux, "--wait=false");
    }
}
