package dev.chartroom.bootstrap.doctor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * The authorities in a text in PEM.
 *
 * @param certificates at least one
 */
record CertificateBundle(List<X509Certificate> certificates) {
    /** A certificate ends soon if less than this time remains, and less than a tenth of its lifetime. */
    private static final Duration SOON = Duration.ofDays(14);

    private static final int TENTH = 10;

    CertificateBundle {
        certificates = List.copyOf(certificates);
    }

    /** @throws CertificateException if the text has no certificate or a malformed one */
    static CertificateBundle of(String pem) throws CertificateException {
        List<X509Certificate> found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (found.isEmpty()) {
            throw new CertificateException("there is no certificate in it");
        }
        return new CertificateBundle(found);
    }

    /** Returns whether these authorities issued a chain of a server, whatever its names are. */
    boolean trusts(List<X509Certificate> chain) {
        try {
            KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
            authorities.load(null, null);
            for (int i = 0; i < certificates.size(); i++) {
                authorities.setCertificateEntry(Integer.toString(i), certificates.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509TrustManager trust) {
                    trust.checkServerTrusted(chain.toArray(X509Certificate[]::new), "UNKNOWN");
                }
            }
            return true;
        } catch (GeneralSecurityException | IOException _) {
            return false;
        }
    }

    /** Describes the validity of a certificate if it has ended or ends soon; empty if it does not. */
    static Optional<Expiry> expiry(X509Certificate certificate, Instant now) {
        Instant end = certificate.getNotAfter().toInstant();
        Instant begin = certificate.getNotBefore().toInstant();
        if (now.isBefore(begin)) {
            return Optional.of(new Expiry(true, "is not valid before " + begin));
        }
        if (!now.isBefore(end)) {
            return Optional.of(new Expiry(true, "expired at " + end));
        }
        Duration tenth = Duration.between(begin, end).dividedBy(TENTH);
        Duration soon = tenth.compareTo(SOON) < 0 ? tenth : SOON;
        return now.plus(soon).isBefore(end) ? Optional.empty() : Optional.of(new Expiry(false, "expires at " + end));
    }

    /** @param over whether the certificate is not valid now */
    record Expiry(boolean over, String text) {}

    /** Returns whether a certificate is for a DNS name. */
    static boolean isFor(X509Certificate certificate, String name) {
        String wildcard = "*" + name.substring(name.indexOf('.'));
        try {
            return Optional.ofNullable(certificate.getSubjectAlternativeNames()).stream()
                    .flatMap(names -> names.stream())
                    .map(entry -> String.valueOf(entry.getLast()))
                    .anyMatch(entry -> Arrays.asList(name, wildcard).contains(entry));
        } catch (CertificateException _) {
            return false;
        }
    }
}
