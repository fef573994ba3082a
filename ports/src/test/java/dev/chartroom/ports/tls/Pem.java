package dev.chartroom.ports.tls;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** PEM encodings of keys and certificates (RFC 7468). */
public final class Pem {
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    static String certificate(X509Certificate certificate) {
        try {
            return encode("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Encodes in PKCS #8. */
    public static String privateKey(PrivateKey key) {
        return encode("PRIVATE KEY", key.getEncoded());
    }

    public static String publicKey(PublicKey key) {
        return encode("PUBLIC KEY", key.getEncoded());
    }

    /** Returns the text itself in base64, as in kubeconfig files and {@code caBundle}. */
    public static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + BASE64.encodeToString(der) + "\n-----END " + type + "-----\n";
    }
}
