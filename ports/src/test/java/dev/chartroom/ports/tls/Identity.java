package dev.chartroom.ports.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate and its private key, for one end of a TLS connection. */
public record Identity(X509Certificate certificate, PrivateKey key) {

    /** Creates a certificate that its own key signs. */
    public static Identity selfSigned(CertificateProfile profile) {
        KeyPair keys = CertificateSigner.newKeyPair();
        return new Identity(
                CertificateSigner.sign(profile, keys.getPublic(), profile.subject(), keys.getPrivate()),
                keys.getPrivate());
    }

    public String certificatePem() {
        return Pem.certificate(certificate);
    }

    /** Returns the key in PEM (PKCS #8). */
    public String keyPem() {
        return Pem.privateKey(key);
    }

    /**
     * Returns TLS settings with this identity that trust only the certificates of {@code caPem}, for a client or a server. A client
     * presents its certificate regardless of the authorities that the server requests.
     */
    public SSLContext sslContext(String caPem) {
        return sslContext(this, caPem);
    }

    /** Returns TLS settings of a client without a certificate that trust only {@code caPem}. */
    public static SSLContext anonymous(String caPem) {
        return sslContext(null, caPem);
    }

    private static SSLContext sslContext(@Nullable Identity identity, String caPem) {
        try {
            var trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            for (Certificate trusted : certificates(caPem)) {
                trust.setCertificateEntry("ca" + trust.size(), trusted);
            }
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trust);
            var presented = identity == null
                    ? new KeyManager[0]
                    : new KeyManager[] {new PresentedIdentity(identity.certificate, identity.key)};
            var context = SSLContext.getInstance("TLS");
            context.init(presented, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }
}
