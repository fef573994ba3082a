package dev.chartroom.ports.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.jspecify.annotations.Nullable;

/**
 * The content of a certificate.
 *
 * @param isAuthority whether the certificate may sign others
 * @param usage the only extended key usage; null for a certificate without that extension
 * @param isUsageCritical whether the extension of the usage is critical
 * @param names the subject alternative names: DNS names and IP addresses
 */
public record CertificateProfile(
        X500Name subject,
        boolean isAuthority,
        @Nullable KeyPurposeId usage,
        boolean isUsageCritical,
        List<String> names,
        Instant notBefore,
        Instant notAfter) {
    private static final Duration VALID = Duration.ofDays(1);
    /** The clocks of containers may differ. */
    private static final Duration LENIENCE = Duration.ofHours(1);

    /** Returns a certificate without extensions, which is valid for a day. */
    public static CertificateProfile of(X500Name subject) {
        return new CertificateProfile(subject, false, null, false, List.of(), Instant.EPOCH, Instant.EPOCH)
                .until(Instant.now().plus(VALID));
    }

    /** As {@link #of}, with a subject that has only a common name. */
    public static CertificateProfile named(String commonName) {
        return of(new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, commonName)
                .build());
    }

    public CertificateProfile authority() {
        return new CertificateProfile(subject, true, usage, isUsageCritical, names, notBefore, notAfter);
    }

    /** Takes the right to sign other certificates away. */
    public CertificateProfile leaf() {
        return new CertificateProfile(subject, false, usage, isUsageCritical, names, notBefore, notAfter);
    }

    public CertificateProfile usage(@Nullable KeyPurposeId other) {
        return new CertificateProfile(subject, isAuthority, other, isUsageCritical, names, notBefore, notAfter);
    }

    public CertificateProfile critical() {
        return new CertificateProfile(subject, isAuthority, usage, true, names, notBefore, notAfter);
    }

    public CertificateProfile names(String... others) {
        return new CertificateProfile(
                subject, isAuthority, usage, isUsageCritical, List.of(others), notBefore, notAfter);
    }

    public CertificateProfile valid(Instant from, Instant to) {
        return new CertificateProfile(subject, isAuthority, usage, isUsageCritical, names, from, to);
    }

    /** Limits the validity to the day before {@code end}, which may be in the past. */
    public CertificateProfile until(Instant end) {
        return valid(end.minus(VALID).minus(LENIENCE), end);
    }
}
