package dev.chartroom.bootstrap.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedCertificatesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> NAMES = List.of("chartroom.chartroom-system.svc");

    /**
     * Ten years of renewals, with readers that are late: a client has the authorities of up to an hour ago, and a
     * replica serves the certificate of up to an hour ago.
     */
    @Test
    void lateClientsTrustLateReplicasForTenYears() throws GeneralSecurityException {
        Duration step = Duration.ofMinutes(20);
        Instant end = START.plus(Duration.ofDays(3650));
        Deque<ManagedCertificates> lastHour = new ArrayDeque<>();
        ManagedCertificates current = ManagedCertificates.create(NAMES, START);
        Set<String> certificates = new HashSet<>();
        Set<String> authorities = new HashSet<>();
        for (Instant now = START; now.isBefore(end); now = now.plus(step)) {
            ManagedCertificates next = current.renewed(NAMES, now);
            boolean isChanged = !next.equals(current) || lastHour.isEmpty();
            lastHour.addLast(next);
            if (lastHour.size() > 4) {
                lastHour.removeFirst();
            }
            current = next;
            if (isChanged || now.equals(START) || lastHour.stream().distinct().count() > 1) {
                for (ManagedCertificates client : lastHour) {
                    for (ManagedCertificates replica : lastHour) {
                        validate(replica.serving(), client.authorities(), now);
                    }
                }
            }
            certificates.add(current.certificate());
            authorities.add(current.authorityKey());
            // Skip the days on which nothing is due. Most of the time goes into the signatures of each step.
            if (!isChanged && lastHour.stream().distinct().count() == 1) {
                now = now.plus(Duration.ofHours(47));
            }
        }

        // Two thirds of 90 days, and of two years.
        assertThat(certificates).hasSizeBetween(58, 64);
        assertThat(authorities).hasSizeBetween(7, 9);
        assertThat(ServingCertificate.certificates(current.authorities())).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void nothingIsRenewedBeforeItsTime() {
        ManagedCertificates created = ManagedCertificates.create(NAMES, START);

        assertThat(created.renewed(NAMES, START.plus(Duration.ofDays(60)))).isEqualTo(created);
        assertThat(created.renewed(NAMES, START.plus(Duration.ofDays(60)).plusSeconds(1)))
                .isNotEqualTo(created);
    }

    @Test
    void certificateOfANewAuthorityWaitsForTheOverlap() {
        Instant due =
                START.plus(ManagedCertificates.AUTHORITY_VALIDITY.dividedBy(3).multipliedBy(2));
        ManagedCertificates before =
                ManagedCertificates.create(NAMES, START).renewed(NAMES, due.minus(Duration.ofDays(65)));

        ManagedCertificates rotated = before.renewed(NAMES, due.plusSeconds(60));
        assertThat(rotated.authorities()).endsWith(before.authorities()).isNotEqualTo(before.authorities());
        assertThat(rotated.certificate()).isEqualTo(before.certificate());

        Instant known = due.plusSeconds(60).plus(ManagedCertificates.OVERLAP);
        assertThat(rotated.renewed(NAMES, known.minusSeconds(1)).certificate()).isEqualTo(before.certificate());
        assertThat(rotated.renewed(NAMES, known).certificate()).isNotEqualTo(before.certificate());
    }

    @Test
    void certificateWithoutANameIsReplacedAtOnce() throws GeneralSecurityException {
        ManagedCertificates created = ManagedCertificates.create(List.of("old.chartroom-system.svc"), START);

        ManagedCertificates renewed = created.renewed(NAMES, START);

        assertThat(renewed.authorities()).isEqualTo(created.authorities());
        validate(renewed.serving(), created.authorities(), START);
        assertThat(renewed.serving().chain().getFirst().getSubjectAlternativeNames())
                .anySatisfy(name -> assertThat(name.get(1)).isEqualTo(NAMES.getFirst()));
    }

    /** A server that was off for years. */
    @Test
    void expiredCertificatesAreReplacedAtOnce() throws GeneralSecurityException {
        Instant late = START.plus(Duration.ofDays(3000));

        ManagedCertificates renewed = ManagedCertificates.create(NAMES, START).renewed(NAMES, late);

        validate(renewed.serving(), renewed.authorities(), late);
        assertThat(ServingCertificate.certificates(renewed.authorities())).hasSize(1);
    }

    /** A replica whose clock is a day fast made or renewed the certificates. */
    @Test
    void certificatesOfTheFutureAreReplacedAtOnce() throws GeneralSecurityException {
        Instant fast = START.plus(Duration.ofDays(1));

        ManagedCertificates made = ManagedCertificates.create(NAMES, fast).renewed(NAMES, START);
        validate(made.serving(), made.authorities(), START);

        Instant due = START.plus(Duration.ofDays(60));
        ManagedCertificates renewed = ManagedCertificates.create(NAMES, START)
                .renewed(NAMES, due.plus(Duration.ofDays(1)))
                .renewed(NAMES, due.minusSeconds(60));
        validate(renewed.serving(), renewed.authorities(), due.minusSeconds(60));
    }

    @Test
    void dataOfASecretIsReadAsWritten() {
        ManagedCertificates created = ManagedCertificates.create(NAMES, START);

        assertThat(ManagedCertificates.of(created.data())).isEqualTo(created);
        assertThat(created.data()).containsOnlyKeys("ca.crt", "ca.key", "tls.crt", "tls.key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca.crt", "ca.key", "tls.crt", "tls.key"})
    void missingAndUnreadableValuesAreRefused(String key) {
        Map<String, String> data =
                new TreeMap<>(ManagedCertificates.create(NAMES, START).data());
        data.put(key, "no PEM");
        // A renewal needs each of the values.
        Instant due = START.plus(Duration.ofDays(80));
        assertThatThrownBy(() -> ManagedCertificates.of(data).renewed(NAMES, due))
                .isInstanceOf(IllegalArgumentException.class);
        data.remove(key);
        assertThatThrownBy(() -> ManagedCertificates.of(data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no " + key);
    }

    @Test
    void textHasNoKey() {
        ManagedCertificates created = ManagedCertificates.create(NAMES, START);

        assertThat(created.toString()).doesNotContain("PRIVATE");
    }

    private static void validate(ServingCertificate serving, String authorities, Instant now)
            throws GeneralSecurityException {
        Set<TrustAnchor> trusted = ServingCertificate.certificates(authorities).stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        PKIXParameters parameters = new PKIXParameters(trusted);
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        List<X509Certificate> chain = serving.chain();
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
    }
}
