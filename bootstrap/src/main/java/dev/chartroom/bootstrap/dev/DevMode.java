package dev.chartroom.bootstrap.dev;

import dev.chartroom.bootstrap.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;

/**
 * The settings of dev mode.
 *
 * @param address on loopback
 * @param kubeconfig the path that the kubeconfig is written to
 * @param token the token of the one user, stored only in the kubeconfig
 */
public record DevMode(InetSocketAddress address, Path kubeconfig, DevCertificates certificates, String token) {
    /** The length of a secret in bytes. A secret of this length cannot be guessed. */
    private static final int SECRET = 32;

    /**
     * Prepares dev mode with new certificates and a new token.
     *
     * @throws ConfigException if the port is not from 0 to 65535, or the address is not on loopback. Only loopback is
     *     allowed, because the user of dev mode may do everything.
     */
    public static DevMode prepare(String host, int port, Path folder, Clock clock) {
        return prepare(host, port, folder, DevAuthority.certificates(clock));
    }

    /** Prepares dev mode with existing certificates and a new token. */
    public static DevMode prepare(String host, int port, Path folder, DevCertificates certificates) {
        return new DevMode(loopback(host, port), folder.resolve("kubeconfig"), certificates, secret());
    }

    /** Returns a secret of random letters, digits, - and _. */
    static String secret() {
        byte[] bytes = new byte[SECRET];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the same settings with another kubeconfig. */
    public DevMode withKubeconfig(Path other) {
        return new DevMode(address, other, certificates, token);
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "dev mode on " + address;
    }

    private static InetSocketAddress loopback(String host, int port) {
        if (port < 0 || port > 65_535) {
            throw new ConfigException("--port: must be from 0 to 65535, not " + port);
        }
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()) {
                return new InetSocketAddress(address, port);
            }
        } catch (UnknownHostException _) {
            // An unknown host is not on loopback either.
        }
        throw new ConfigException("--address: dev mode listens on loopback only, not on " + host
                + ", because its user has all rights; use \"chartroom serve\" for other addresses");
    }

    public String servingCertificate() {
        return certificates.certificate();
    }

    public String servingKey() {
        return certificates.key();
    }

    /** Returns the URL of the server, which listens on the given port. */
    public String url(int port) {
        String host = address.getAddress().getHostAddress();
        return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Writes the kubeconfig. Only the owner of the file can read it. */
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
                """.formatted(server, ca, token);
        try {
            DevFolder.prepare(kubeconfig.toAbsolutePath().resolveSibling(""));
            DevFolder.write(kubeconfig, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
