package dev.chartroom.e2e.harness;

import dev.chartroom.e2e.access.PresentedIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate and its private key (PKCS #8) in PEM, for one end of a TLS connection. */
public record Identity(String certificatePem, String keyPem) {

    /**
     * Returns TLS settings with this identity that trust only {@code caPem}, for a client or a server. A client
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
            trust.setCertificateEntry("ca", certificate(caPem));
            var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(trust);
            var presented = identity == null ? new KeyManager[0] : new KeyManager[] {identity.presented()};
            var context = SSLContext.getInstance("TLS");
            context.init(presented, trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyManager presented() throws GeneralSecurityException {
        var key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Pem.decode(keyPem)));
        return new PresentedIdentity(certificate(certificatePem), key);
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }
}
