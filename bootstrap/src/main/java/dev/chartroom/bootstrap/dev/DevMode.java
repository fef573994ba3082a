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
 * What dev mode is made of.
 *
 * @param address on loopback
 * @param kubeconfig where the kubeconfig for it is written
 * @param token of the one user; the kubeconfig holds it, and nothing else does
 */
public record DevMode(InetSocketAddress address, Path kubeconfig, DevCertificates certificates, String token) {
    /** Bytes of a secret, which nobody guesses. */
    private static final int SECRET = 32;

    /**
     * Prepares dev mode with fresh certificates and a fresh token.
     *
     * @throws ConfigException if the address is not on loopback: its user may do everything
     */
    public static DevMode prepare(String host, int port, Path folder, Clock clock) {
        return prepare(host, port, folder, DevAuthority.certificates(clock));
    }

    /** Likewise, with certificates that there are. */
    public static DevMode prepare(String host, int port, Path folder, DevCertificates certificates) {
        return new DevMode(loopback(host, port), folder.resolve("kubeconfig"), certificates, secret());
    }

    /** Random letters, digits, - and _. */
    static String secret() {
        byte[] bytes = new byte[SECRET];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The same with another kubeconfig. */
    public DevMode withKubeconfig(Path other) {
        return new DevMode(address, other, certificates, token);
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "dev mode on " + address;
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
        throw new ConfigException("dev mode listens on loopback only, since its user may do everything: not on " + host
                + "; use \"chartroom serve\" for more");
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
                """.formatted(server, ca, token);
        try {
            DevFolder.prepare(kubeconfig.toAbsolutePath().resolveSibling(""));
            DevFolder.write(kubeconfig, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
