package dev.chartroom.kubernetes.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.credentials.Authentication;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificate and key of a kubeconfig's user, presented in every handshake. {@link PemPrivateKey} reads the key.
 */
final class ClientCertificate implements Authentication {
    private static final char[] NO_PASSWORD = {};

    private final KeyManager[] managers;

    private ClientCertificate(KeyManager[] managers) {
        this.managers = managers;
    }

    /**
     * Returns the certificate of the current context's user; empty if the user has no certificate.
     *
     * @throws IOException if the certificate or key cannot be read
     */
    static Optional<ClientCertificate> of(KubeConfig config) throws IOException {
        byte[] certificate =
                config.getDataOrFileRelative(config.getClientCertificateData(), config.getClientCertificateFile());
        byte[] key = config.getDataOrFileRelative(config.getClientKeyData(), config.getClientKeyFile());
        return certificate == null || key == null
                ? Optional.empty()
                : Optional.of(new ClientCertificate(new KeyManager[] {manager(certificate, key)}));
    }

    @Override
    public void provide(ApiClient client) {
        client.setKeyManagers(managers);
    }

    /** @throws IOException if the certificate or key cannot be read; the message is a sentence */
    static X509ExtendedKeyManager manager(byte[] certificate, byte[] key) throws IOException {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(certificate))
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new IOException("the client certificate: the PEM data contains no certificate");
            }
            // PKCS12 rejects certificates that form no chain. A server may accept them.
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry(
                    "client", PemPrivateKey.read(new String(key, StandardCharsets.ISO_8859_1)), NO_PASSWORD, chain);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the client certificate: " + e.getMessage(), e);
        }
    }
}
