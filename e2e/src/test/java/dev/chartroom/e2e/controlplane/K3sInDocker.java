package dev.chartroom.e2e.controlplane;

import dev.chartroom.ports.tls.CertificateAuthority;
import io.kubernetes.client.util.KubeConfig;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.testcontainers.Testcontainers;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * K3s in a container. It was written from the documentation of Testcontainers and the sources of K3s, without a Docker
 * to run it, and is untested. The tests are known to pass on local processes.
 */
final class K3sInDocker implements ControlPlaneRuntime {
    private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.34.1-k3s1");
    private static final String KEYS = "/var/lib/rancher/k3s/server/tls/";

    private final K3sContainer container;
    private final Access access;

    private K3sInDocker(K3sContainer container) {
        this.container = container;
        var config = KubeConfig.loadKubeConfig(new StringReader(container.getKubeConfigYaml()));
        this.access = new Access(
                config.getServer(),
                decoded(Objects.requireNonNull(config.getCertificateAuthorityData())),
                authority("client-ca"),
                authority("request-header-ca"),
                "system:auth-proxy");
    }

    static K3sInDocker start() {
        var container = new K3sContainer(IMAGE);
        // an egress selector enables aggregator routing, which does not support services by external name
        container.setCommand(
                "server",
                "--disable=traefik,metrics-server",
                "--tls-san=" + container.getHost(),
                "--egress-selector-mode=disabled");
        container.withAccessToHost(true).start();
        try {
            return new K3sInDocker(container);
        } catch (RuntimeException e) {
            container.stop();
            throw e;
        }
    }

    private CertificateAuthority authority(String name) {
        return CertificateAuthority.ofPem(read(name + ".crt"), read(name + ".key"));
    }

    private String read(String file) {
        return container.copyFileFromContainer(
                KEYS + file, stream -> new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public boolean runsControllers() {
        return true;
    }

    /** K3s keeps its etcd inside the container. */
    @Override
    public Optional<Etcd> etcd() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> auditLog() {
        return Optional.empty();
    }

    @Override
    public OptionalLong kubeApiserverPid() {
        return OptionalLong.empty();
    }

    @Override
    public String nameOfThisHost(int port) {
        Testcontainers.exposeHostPorts(port);
        return "host.testcontainers.internal";
    }

    @Override
    public void close() {
        container.stop();
    }
}
