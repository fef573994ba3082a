package dev.chartroom.bootstrap.dev;

import dev.chartroom.bootstrap.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Base64;

/**
 * What dev mode is made of.
 *
 * @param address on loopback
 * @param kubeconfig where the kubeconfig for it is written
 */
public record DevMode(InetSocketAddress address, Path kubeconfig, DevCertificates certificates) {
    /** The token of the one user. It opens nothing but this server on this machine's loopback. */
    public static final String ADMIN_TOKEN = "chartroom-dev-admin";

    /**
     * Prepares dev mode with fresh certificates.
     *
     * @throws ConfigException where the address is not on loopback: everybody knows the token
     */
    public static DevMode prepare(String host, int port, Path folder, Clock clock) {
        return new DevMode(loopback(host, port), folder.resolve("kubeconfig"), DevCertificates.create(clock));
    }

    private static InetSocketAddress loopback(String host, int port) {
        if (port < 0 || port > 65_535) {
            throw new ConfigException("there is no port " + port);
        }
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()) {
                return new InetSocketAddress(address, port);
            }
        } catch (UnknownHostException _) {
            // Not an address of this machine either.
        }
        throw new ConfigException("dev mode listens on loopback only, since its token is known to everybody: not on "
                + host + "; use \"chartroom serve\" for more");
    }

    public String servingCertificate() {
        return certificates.certificate();
    }

    public String servingKey() {
        return certificates.key();
    }

    /** Where clients reach the server, given the port that it got. */
    public String url(int port) {
        String host = address.getAddress().getHostAddress();
        return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Writes the kubeconfig, readable for its owner only. */
    public void writeKubeconfig(int port) {
        String server = url(port);
        String ca =
                Base64.getEncoder().encodeToString(certificates.caCertificate().getBytes(StandardCharsets.US_ASCII));
        String text = """
                apiVersion: v1
                kind: Config
                clusters:
                - name: chartroom-dev
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: admin
                  user:
                    token: %s
                contexts:
                - name: chartroom-dev
                  context: {cluster: chartroom-dev, user: admin, namespace: default}
                current-context: chartroom-dev
                """.formatted(server, ca, ADMIN_TOKEN);
        try {
            Files.createDirectories(kubeconfig.toAbsolutePath().getParent());
            Files.deleteIfExists(kubeconfig);
            Files.createFile(
                    kubeconfig, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(kubeconfig, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
