package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.ports.time.SteppedClock;
import dev.chartroom.ports.tls.CertificateProfile;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateVerifierTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final TestAuthority ROOT = TestAuthority.root("root");
    private static final X509Certificate LEAF = ROOT.issue("CN=jane");

    @Test
    void leafOfATrustedAuthorityIsAccepted() {
        assertHolds(List.of(LEAF), ROOT);
    }

    @Test
    void leafOfAnotherAuthorityIsRefused() {
        assertRefused(List.of(LEAF), TestAuthority.root("other"));
    }

    @Test
    void leafOfAnotherAuthorityOfTheSameNameIsRefused() {
        assertRefused(List.of(LEAF), TestAuthority.root("root"));
    }

    @Test
    void leafOfEitherOfTwoAuthoritiesOfTheSameNameIsAccepted() {
        TestAuthority rotated = TestAuthority.root("root");
        assertHolds(List.of(LEAF), rotated, ROOT);
        assertHolds(List.of(rotated.issue("CN=jane")), rotated, ROOT);
    }

    @Test
    void leafIsRefusedWithoutAuthorities() {
        assertRefused(List.of(LEAF));
    }

    @Test
    void handshakeMayContainIntermediatesInAnyOrder() {
        TestAuthority first = ROOT.intermediate("first");
        TestAuthority second = first.intermediate("second");
        X509Certificate leaf = second.issue("CN=jane");
        assertHolds(List.of(leaf, second.certificate(), first.certificate()), ROOT);
        assertHolds(List.of(leaf, first.certificate(), second.certificate()), ROOT);
        assertHolds(List.of(leaf, second.certificate()), first);
        assertRefused(List.of(leaf, second.certificate()), ROOT);
        assertRefused(List.of(leaf), ROOT);
    }

    @Test
    void authorityInTheHandshakeIsNotTrusted() {
        TestAuthority own = TestAuthority.root("own");
        assertRefused(List.of(own.issue("CN=jane"), own.certificate()), ROOT);
    }

    @Test
    void clientCertificateCannotSignCertificates() {
        TestAuthority client =
                ROOT.intermediate("client", profile -> profile.leaf().usage(KeyPurposeId.id_kp_clientAuth));
        assertRefused(List.of(client.issue("CN=jane"), client.certificate()), ROOT);
        assertRefused(List.of(client.issue("CN=jane")), client);
    }

    @Test
    void leafIsValidFromItsFirstToItsLastSecond() {
        assertRefusedAt(TestAuthority.YEAR_START.minus(SECOND), List.of(LEAF), ROOT);
        assertHoldsAt(TestAuthority.YEAR_START, List.of(LEAF), ROOT);
        assertHoldsAt(TestAuthority.YEAR_END, List.of(LEAF), ROOT);
        assertRefusedAt(TestAuthority.YEAR_END.plus(SECOND), List.of(LEAF), ROOT);
    }

    @Test
    void expiredLeafIsRefused() {
        X509Certificate expired = ROOT.issue("CN=jane", profile -> expiredIn(profile));
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> verify(TestAuthority.CLOCK, List.of(expired), ROOT))
                .withMessageContaining("NotAfter");
    }

    @Test
    void expiredIntermediateIsRefused() {
        TestAuthority expired = ROOT.intermediate("expired", profile -> expiredIn(profile));
        assertRefused(List.of(expired.issue("CN=jane"), expired.certificate()), ROOT);
    }

    @Test
    void expiredAuthorityIsRefused() {
        TestAuthority expired = TestAuthority.root("root", profile -> expiredIn(profile));
        assertRefused(List.of(expired.issue("CN=jane")), expired);
    }

    @Test
    void extendedKeyUsageMustAllowClients() {
        assertRefused(List.of(leaf(KeyPurposeId.id_kp_serverAuth)), ROOT);
        assertHolds(List.of(leaf(KeyPurposeId.anyExtendedKeyUsage)), ROOT);
        X509Certificate critical = ROOT.issue("CN=jane", profile -> profile.critical());
        assertHolds(List.of(critical), ROOT);
    }

    @Test
    void certificateWithoutExtendedKeyUsageIsAccepted() {
        X509Certificate unrestricted = ROOT.issue("CN=jane", profile -> profile.usage(null));
        assertHolds(List.of(unrestricted), ROOT);
    }

    @Test
    void extendedKeyUsagesOfAuthoritiesAreChecked() {
        TestAuthority serverRoot = TestAuthority.root("root", profile -> profile.usage(KeyPurposeId.id_kp_serverAuth));
        assertRefused(List.of(serverRoot.issue("CN=jane")), serverRoot);
        TestAuthority servers = ROOT.intermediate("servers", profile -> profile.usage(KeyPurposeId.id_kp_serverAuth));
        assertRefused(List.of(servers.issue("CN=jane"), servers.certificate()), ROOT);
        TestAuthority clients = ROOT.intermediate("clients", profile -> profile.usage(KeyPurposeId.id_kp_clientAuth));
        assertHolds(List.of(clients.issue("CN=jane"), clients.certificate()), ROOT);
    }

    @Test
    void refusalNamesTheCertificate() {
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> verify(TestAuthority.CLOCK, List.of(LEAF)))
                .withMessageContaining("\"CN=jane\"")
                .withMessageContaining("\"CN=root\"")
                .withMessageContaining("%x", LEAF.getSerialNumber());
    }

    /** Covers an expiring leaf, and an expiring issuer of the leaf. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void validityPeriodIsCheckedInEveryVerification(boolean leafExpires) throws CertificateException {
        Instant end = TestAuthority.CLOCK.instant().plus(SECOND);
        TestAuthority middle = ROOT.intermediate(
                "middle", profile -> leafExpires ? profile : profile.valid(TestAuthority.YEAR_START, end));
        X509Certificate leaf = middle.issue(
                "CN=jane", profile -> leafExpires ? profile.valid(TestAuthority.YEAR_START, end) : profile);
        SteppedClock clock = new SteppedClock(TestAuthority.CLOCK.instant());
        CertificateVerifier verifier = new CertificateVerifier(clock);
        List<X509Certificate> presented = List.of(leaf, middle.certificate());
        verifier.verify(presented, List.of(ROOT.certificate()));

        clock.set(end);
        verifier.verify(presented, List.of(ROOT.certificate()));
        for (Instant other : List.of(end.plus(SECOND), TestAuthority.YEAR_START.minus(SECOND))) {
            clock.set(other);
            assertThatExceptionOfType(CertificateException.class)
                    .isThrownBy(() -> verifier.verify(presented, List.of(ROOT.certificate())));
        }
    }

    @Test
    void cachedVerificationIsNotReusedForOtherAuthorities() throws CertificateException {
        CertificateVerifier verifier = new CertificateVerifier(TestAuthority.CLOCK);
        verifier.verify(List.of(LEAF), List.of(ROOT.certificate()));
        X509Certificate other = TestAuthority.root("other").certificate();

        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> verifier.verify(List.of(LEAF), List.of(other)));
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> verifier.verify(List.of(LEAF), List.of()));
    }

    private static X509Certificate leaf(KeyPurposeId usage) {
        return ROOT.issue("CN=jane", profile -> profile.usage(usage));
    }

    private static CertificateProfile expiredIn(CertificateProfile profile) {
        return profile.valid(
                TestAuthority.YEAR_START, TestAuthority.CLOCK.instant().minus(SECOND));
    }

    private static void assertHolds(List<X509Certificate> presented, TestAuthority... authorities) {
        assertHoldsAt(TestAuthority.CLOCK.instant(), presented, authorities);
    }

    private static void assertHoldsAt(Instant now, List<X509Certificate> presented, TestAuthority... authorities) {
        assertThatCode(() -> verify(Clock.fixed(now, ZoneOffset.UTC), presented, authorities))
                .doesNotThrowAnyException();
    }

    private static void assertRefused(List<X509Certificate> presented, TestAuthority... authorities) {
        assertRefusedAt(TestAuthority.CLOCK.instant(), presented, authorities);
    }

    private static void assertRefusedAt(Instant now, List<X509Certificate> presented, TestAuthority... authorities) {
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> verify(Clock.fixed(now, ZoneOffset.UTC), presented, authorities));
    }

    private static void verify(Clock clock, List<X509Certificate> presented, TestAuthority... authorities)
            throws CertificateException {
        List<X509Certificate> trusted =
                List.of(authorities).stream().map(TestAuthority::certificate).toList();
        new CertificateVerifier(clock).verify(presented, trusted);
    }
}
