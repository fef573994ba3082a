package dev.chartroom.adapters.auth.authn;

import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.CertificateProfile;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.KeyPurposeId;

/**
 * An authority whose certificates are valid in the year of {@link #CLOCK}, unless a test changes their profile. That
 * year has passed, so a check against any other clock fails.
 */
record TestAuthority(CertificateAuthority authority) {
    static final Instant YEAR_START = Instant.parse("2021-01-01T00:00:00Z");
    static final Instant YEAR_END = Instant.parse("2022-01-01T00:00:00Z");
    static final Clock CLOCK = Clock.fixed(Instant.parse("2021-06-01T00:00:00Z"), ZoneOffset.UTC);

    static TestAuthority root(String name) {
        return root(name, UnaryOperator.identity());
    }

    static TestAuthority root(String name, UnaryOperator<CertificateProfile> change) {
        return new TestAuthority(CertificateAuthority.create(name, profile -> change.apply(inYear(profile))));
    }

    TestAuthority intermediate(String name) {
        return intermediate(name, UnaryOperator.identity());
    }

    TestAuthority intermediate(String name, UnaryOperator<CertificateProfile> change) {
        return new TestAuthority(authority.intermediate(name, profile -> change.apply(inYear(profile))));
    }

    /** Issues a client certificate for a subject such as {@code O=ops,CN=jane}. */
    X509Certificate issue(String subject) {
        return issue(new X500Name(subject));
    }

    X509Certificate issue(X500Name subject) {
        return issue(subject, UnaryOperator.identity());
    }

    X509Certificate issue(String subject, UnaryOperator<CertificateProfile> change) {
        return issue(new X500Name(subject), change);
    }

    X509Certificate certificate() {
        return authority.certificate();
    }

    String pem() {
        return authority.pem();
    }

    private X509Certificate issue(X500Name subject, UnaryOperator<CertificateProfile> change) {
        CertificateProfile client = CertificateProfile.of(subject).usage(KeyPurposeId.id_kp_clientAuth);
        return authority.issue(change.apply(inYear(client))).certificate();
    }

    private static CertificateProfile inYear(CertificateProfile profile) {
        return profile.valid(YEAR_START, YEAR_END);
    }
}
