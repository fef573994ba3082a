package dev.chartroom.e2e.harness;

import dev.chartroom.ports.tls.Identity;
import dev.chartroom.ports.tls.Pem;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A user of the control plane with a client certificate.
 *
 * @param identity the certificate, which contains the groups, and its key
 * @param kubeconfig a file with the user's credentials and the server's address
 */
public record User(String name, Identity identity, Path kubeconfig) {

    /** Returns the Java client of this user. */
    public ApiClient apiClient() {
        try (var reader = Files.newBufferedReader(kubeconfig)) {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(reader)).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes {@code kubeconfig} and returns its user. */
    public static User write(String name, Identity identity, String url, String caPem, Path kubeconfig) {
        try {
            Files.writeString(kubeconfig, """
                    apiVersion: v1
                    kind: Config
                    clusters:
                    - name: e2e
                      cluster:
                        server: %s
                        certificate-authority-data: %s
                    users:
                    - name: user
                      user:
                        client-certificate-data: %s
                        client-key-data: %s
                    contexts:
                    - name: e2e
                      context:
                        cluster: e2e
                        user: user
                    current-context: e2e
                    """.formatted(
                    url, Pem.base64(caPem), Pem.base64(identity.certificatePem()), Pem.base64(identity.keyPem())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new User(name, identity, kubeconfig);
    }
}
