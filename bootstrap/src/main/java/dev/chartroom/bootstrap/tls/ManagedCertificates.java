package dev.chartroom.bootstrap.tls;

import dev.chartroom.bootstrap.tls.ServingAuthority.Issued;
import dev.chartroom.bootstrap.tls.ServingAuthority.Validity;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A serving certificate, and the authorities that the kube-apiserver trusts for it. All texts are PEM.
 *
 * <p>A rotation overlaps: clients trust a new authority for {@link #OVERLAP} before it issues a certificate that
 * replaces a valid one, and they trust the old authority until it expires.
 *
 * @param authorities the certificates of the authorities, newest first
 * @param authorityKey the key of the newest authority
 * @param certificate the serving certificate
 * @param key the key of the serving certificate
 */
record ManagedCertificates(String authorities, String authorityKey, String certificate, String key) {
    static final Duration AUTHORITY_VALIDITY = Duration.ofDays(730);
    static final Duration VALIDITY = Duration.ofDays(90);
    /** A certificate is replaced if less than a third of its validity is left. */
    private static final int PART_LEFT = 3;
    /** Longer than any replica needs to read a new authority and to write it into the APIServices. */
    static final Duration OVERLAP = Duration.ofHours(1);
    /** The clock of a client may be this much late. */
    private static final Duration SKEW = Duration.ofHours(1);

    private static final String SUBJECT = "chartroom";
    private static final Base64.Encoder PEM_LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private static final String AUTHORITIES_KEY = "ca.crt";
    private static final String AUTHORITY_KEY_KEY = "ca.key";
    private static final String CERTIFICATE_KEY = "tls.crt";
    private static final String KEY_KEY = "tls.key";

    /**
     * Reads the data of a Secret.
     *
     * @throws IllegalArgumentException if a value is missing
     */
    static ManagedCertificates of(Map<String, String> data) {
        return new ManagedCertificates(
                value(data, AUTHORITIES_KEY),
                value(data, AUTHORITY_KEY_KEY),
                value(data, CERTIFICATE_KEY),
                value(data, KEY_KEY));
    }

    private static String value(Map<String, String> data, String key) {
        String value = data.get(key);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + key);
        }
        return value;
    }

    /** Returns the data of a Secret. */
    Map<String, String> data() {
        return Map.of(
                AUTHORITIES_KEY,
                authorities,
                AUTHORITY_KEY_KEY,
                authorityKey,
                CERTIFICATE_KEY,
                certificate,
                KEY_KEY,
                key);
    }

    /** Returns a new authority and a certificate for the names. */
    static ManagedCertificates create(List<String> names, Instant now) {
        ServingAuthority authority = authority(now);
        Issued issued = authority.issue(SUBJECT, names, validity(now, VALIDITY));
        return new ManagedCertificates(authority.certificate(), authority.key(), issued.certificate(), issued.key());
    }

    /**
     * Replaces what expires soon or does not fit.
     *
     * @param names the names that the certificate must contain
     * @return an equal value if nothing is to replace
     * @throws IllegalArgumentException if a text is no PEM of a certificate or key
     */
    ManagedCertificates renewed(List<String> names, Instant now) {
        try {
            return renewedAuthority(now).renewedCertificate(names, now);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Returns the certificate and its key, for handshakes. */
    ServingCertificate serving() {
        return ServingCertificate.of(certificate, key);
    }

    /** Adds a new authority if the newest one expires soon, and drops authorities that have expired. */
    private ManagedCertificates renewedAuthority(Instant now) throws GeneralSecurityException {
        List<X509Certificate> known = ServingCertificate.certificates(authorities);
        List<X509Certificate> valid = known.stream()
                .filter(authority -> now.isBefore(authority.getNotAfter().toInstant()))
                .toList();
        // An authority that is not valid yet is from a replica whose clock is fast.
        boolean isEarly = now.isBefore(known.getFirst().getNotBefore().toInstant());
        if (isEarly || isDue(known.getFirst(), AUTHORITY_VALIDITY, now)) {
            ServingAuthority next = authority(now);
            return new ManagedCertificates(next.certificate() + pem(valid), next.key(), certificate, key);
        }
        return valid.size() == known.size()
                ? this
                : new ManagedCertificates(pem(valid), authorityKey, certificate, key);
    }

    private ManagedCertificates renewedCertificate(List<String> names, Instant now) throws GeneralSecurityException {
        List<X509Certificate> known = ServingCertificate.certificates(authorities);
        X509Certificate newest = known.getFirst();
        X509Certificate leaf = serving().chain().getFirst();
        boolean isUsable = known.stream().anyMatch(authority -> hasIssued(authority, leaf))
                && names(leaf).containsAll(names)
                && isValid(leaf, now);
        boolean isKnownToClients =
                !now.isBefore(newest.getNotBefore().toInstant().plus(SKEW).plus(OVERLAP));
        if (isUsable && !(isKnownToClients && isDue(leaf, VALIDITY, now))) {
            return this;
        }
        Issued issued = ServingAuthority.of(newest, authorityKey).issue(SUBJECT, names, validity(now, VALIDITY));
        return new ManagedCertificates(authorities, authorityKey, issued.certificate(), issued.key());
    }

    private static boolean isValid(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && now.isBefore(certificate.getNotAfter().toInstant());
    }

    private static boolean isDue(X509Certificate certificate, Duration validity, Instant now) {
        return Duration.between(now, certificate.getNotAfter().toInstant()).compareTo(validity.dividedBy(PART_LEFT))
                < 0;
    }

    private static boolean hasIssued(X509Certificate authority, X509Certificate leaf) {
        try {
            leaf.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static Set<String> names(X509Certificate leaf) throws CertificateParsingException {
        Collection<List<?>> names = leaf.getSubjectAlternativeNames();
        return names == null
                ? Set.of()
                : names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.toSet());
    }

    /** Gives each authority a name of its own, so that a client with several of them finds the right one. */
    private static ServingAuthority authority(Instant now) {
        return ServingAuthority.create("chartroom-ca@" + now.getEpochSecond(), validity(now, AUTHORITY_VALIDITY));
    }

    private static Validity validity(Instant now, Duration validity) {
        return new Validity(now.minus(SKEW), now.plus(validity));
    }

    private static String pem(List<X509Certificate> certificates) throws CertificateException {
        StringBuilder pem = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            pem.append("-----BEGIN CERTIFICATE-----\n")
                    .append(PEM_LINES.encodeToString(certificate.getEncoded()))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return pem.toString();
    }

    /** Returns a text without keys. */
    @Override
    public String toString() {
        return "certificates of " + SUBJECT;
    }
}
