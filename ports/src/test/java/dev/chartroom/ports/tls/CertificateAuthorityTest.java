package dev.chartroom.ports.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateAuthorityTest {
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("authority");

    @Test
    void clientCertificateHasTheUserAndTheGroups() {
        X509Certificate certificate = AUTHORITY.client("jane", "ops").certificate();

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=jane,O=ops");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThatCode(() -> certificate.verify(AUTHORITY.certificate().getPublicKey()))
                .doesNotThrowAnyException();
    }

    @Test
    void serverCertificateHasNamesAndAddresses() throws GeneralSecurityException {
        X509Certificate certificate =
                AUTHORITY.server("example.com", "127.0.0.1").certificate();

        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "example.com"), List.of(7, "127.0.0.1"));
    }

    @Test
    void serverCertificateUntilAPastInstantIsExpired() {
        X509Certificate certificate = AUTHORITY
                .serverUntil(Instant.now().minusSeconds(1), "example.com")
                .certificate();

        assertThatExceptionOfType(CertificateExpiredException.class).isThrownBy(certificate::checkValidity);
    }

    @Test
    void authorityReadFromPemSignsWithTheSameKey() throws GeneralSecurityException {
        CertificateAuthority read = CertificateAuthority.ofPem(AUTHORITY.pem(), AUTHORITY.keyPem());

        assertThat(read.certificate()).isEqualTo(AUTHORITY.certificate());
        read.client("jane").certificate().verify(AUTHORITY.certificate().getPublicKey());
    }

    @Test
    void certificateOfAnotherAuthorityDoesNotVerify() {
        X509Certificate certificate =
                CertificateAuthority.create("authority").client("jane").certificate();

        assertThatExceptionOfType(SignatureException.class)
                .isThrownBy(() -> certificate.verify(AUTHORITY.certificate().getPublicKey()));
    }
}
