package dev.chartroom.adapters.auth.authn;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads PEM bundles (RFC 7468). */
final class PemCertificates {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private PemCertificates() {}

    /**
     * Reads every certificate of a bundle. Text around the certificates is ignored, and so are other PEM blocks.
     *
     * @return at least one certificate
     * @throws CertificateException if the bundle contains no certificate or a malformed one
     */
    static List<X509Certificate> parse(String pem) throws CertificateException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (int begin = pem.indexOf(BEGIN); begin >= 0; begin = pem.indexOf(BEGIN, begin + 1)) {
            int end = pem.indexOf(END, begin);
            if (end < 0) {
                throw new CertificateException("a certificate has no end");
            }
            certificates.add(certificate(pem.substring(begin + BEGIN.length(), end)));
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("no certificate found");
        }
        return certificates;
    }

    private static X509Certificate certificate(String base64) throws CertificateException {
        try {
            byte[] der = Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (IllegalArgumentException e) {
            throw new CertificateException("a certificate is not Base64", e);
        }
    }
}
