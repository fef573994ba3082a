package dev.chartroom.bootstrap.tls;

import dev.chartroom.kubernetes.client.PemPrivateKey;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A certificate that the server can serve, and its key.
 *
 * @param chain the certificate, then its intermediates
 */
public record ServingCertificate(PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] PROBE = "is this the key of the certificate?".getBytes(StandardCharsets.US_ASCII);

    public ServingCertificate {
        chain = List.copyOf(chain);
    }

    /**
     * Reads a certificate and its key.
     *
     * @param certificatePem the certificate and its intermediates
     * @param keyPem the private key, in PKCS#8, PKCS#1 or SEC 1 form
     * @throws IllegalArgumentException if the certificate or the key cannot be read, or if they do not match, for
     *     example because only one of two files has been replaced
     */
    public static ServingCertificate of(String certificatePem, String keyPem) {
        try {
            ServingCertificate serving =
                    new ServingCertificate(PemPrivateKey.read(keyPem), certificates(certificatePem));
            if (!serving.belongsTogether()) {
                throw new GeneralSecurityException("the key does not match the certificate");
            }
            return serving;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the serving certificate or key is invalid: " + e.getMessage(), e);
        }
    }

    /** Returns the end of the certificate's validity. */
    public Instant expires() {
        return leaf().getNotAfter().toInstant();
    }

    /** Returns why clients reject the certificate at a time; empty if its validity includes that time. */
    public Optional<String> problem(Instant now) {
        if (!now.isBefore(expires())) {
            return Optional.of("the serving certificate expired at " + expires());
        }
        Instant begins = leaf().getNotBefore().toInstant();
        return now.isBefore(begins)
                ? Optional.of("the serving certificate is not valid before " + begins)
                : Optional.empty();
    }

    private X509Certificate leaf() {
        return chain.getFirst();
    }

    private boolean belongsTogether() throws GeneralSecurityException {
        PublicKey certified = leaf().getPublicKey();
        if (certified.getAlgorithm().equals("RSASSA-PSS")) {
            // A test signature would require the parameters of the key, so the key is not checked here. If it does not
            // match, handshakes fail.
            return true;
        }
        Signature signing = Signature.getInstance(
                switch (certified.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> certified.getAlgorithm();
                });
        signing.initSign(key);
        signing.update(PROBE);
        byte[] signature = signing.sign();
        signing.initVerify(certified);
        signing.update(PROBE);
        return signing.verify(signature);
    }

    /**
     * Reads certificates.
     *
     * @throws GeneralSecurityException if the text contains no certificate, or one that cannot be read
     */
    static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (chain.isEmpty()) {
            throw new GeneralSecurityException("there is no certificate");
        }
        return chain;
    }
}
