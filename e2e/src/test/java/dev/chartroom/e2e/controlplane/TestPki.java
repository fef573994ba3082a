package dev.chartroom.e2e.controlplane;

import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import dev.chartroom.ports.tls.Pem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;

/**
 * The keys of one local control plane. The authorities of clients and of the front proxy must differ: a client must not
 * be able to impersonate the aggregator.
 */
record TestPki(
        CertificateAuthority serving,
        CertificateAuthority clients,
        CertificateAuthority frontProxy,
        KeyPair serviceAccounts) {
    /** The addresses of Services. The Service {@code kubernetes} has the first one. */
    static final String SERVICE_RANGE = "10.0.0.0/24";

    private static final String[] APISERVER = {"127.0.0.1", "localhost", "kubernetes.default.svc", "10.0.0.1"};

    static TestPki create() {
        return new TestPki(
                CertificateAuthority.create("e2e serving CA"),
                CertificateAuthority.create("e2e client CA"),
                CertificateAuthority.create("e2e front-proxy CA"),
                CertificateAuthority.newKeyPair());
    }

    /** Writes the files for the flags of kube-apiserver and kube-controller-manager. */
    void writeTo(Path directory, String frontProxyName) {
        write(directory, "server", serving.server(APISERVER));
        write(directory, "front-proxy-client", frontProxy.client(frontProxyName));
        write(directory, "server-ca.crt", serving.pem());
        write(directory, "client-ca.crt", clients.pem());
        write(directory, "front-proxy-ca.crt", frontProxy.pem());
        write(directory, "service-accounts.pub", Pem.publicKey(serviceAccounts.getPublic()));
        write(directory, "service-accounts.key", Pem.privateKey(serviceAccounts.getPrivate()));
    }

    private static void write(Path directory, String name, Identity identity) {
        write(directory, name + ".crt", identity.certificatePem());
        write(directory, name + ".key", identity.keyPem());
    }

    private static void write(Path directory, String name, String pem) {
        try {
            Files.writeString(Files.createDirectories(directory).resolve(name), pem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
