package dev.chartroom.adapters.auth.authn;

import static dev.chartroom.adapters.auth.authn.TestHeaders.credentials;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import dev.chartroom.ports.auth.Credentials;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.util.encoders.Hex;
import org.junit.jupiter.api.Test;

class ClientCertificateAuthenticatorTest {
    private static final TestAuthority CLIENTS = TestAuthority.root("clients");

    @Test
    void subjectBecomesTheUser() throws GeneralSecurityException {
        X509Certificate certificate = CLIENTS.issue(new X500NameBuilder()
                .addRDN(BCStyle.O, "ops")
                .addRDN(BCStyle.O, "dev")
                .addRDN(new ASN1ObjectIdentifier("1.3.6.1.4.1.57683.2"), new DERUTF8String("1234"))
                .addRDN(BCStyle.CN, "jane")
                .build());
        assertThat(authenticate(credentials(certificate)))
                .isEqualTo(new Authenticated(new UserInfo(
                        "jane",
                        "1234",
                        List.of("ops", "dev"),
                        Map.of(
                                "authentication.kubernetes.io/credential-id",
                                List.of("X509SHA256=" + sha256(certificate.getEncoded()))))));
    }

    @Test
    void certificateWithoutCommonNameIsNoCredential() {
        assertThat(authenticate(credentials(CLIENTS.issue("O=ops")))).isEqualTo(new NoCredentials());
    }

    @Test
    void certificateOfAnotherAuthorityIsRejected() {
        X509Certificate other = TestAuthority.root("other").issue("CN=jane");
        assertThat(authenticate(credentials(other))).isInstanceOf(Rejected.class);
    }

    @Test
    void expiredCertificateIsRejected() {
        Clock later = Clock.fixed(TestAuthority.YEAR_END.plusSeconds(1), ZoneOffset.UTC);
        ClusterTrust trust = new ClusterTrust(List.of(CLIENTS.certificate()), RequestHeaderTrust.NONE);
        assertThat(new ClientCertificateAuthenticator(() -> trust, later)
                        .authenticate(credentials(CLIENTS.issue("CN=jane"))))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void requestWithoutCertificateHasNoCredentials() {
        assertThat(authenticate(credentials("X-Remote-User", "jane"))).isEqualTo(new NoCredentials());
    }

    @Test
    void certificateIsNoCredentialWithoutAClientAuthority() {
        ClusterTrust trust = new ClusterTrust(
                List.of(),
                new RequestHeaderTrust(
                        List.of(CLIENTS.certificate()), List.of(), List.of(), List.of(), List.of(), List.of()));
        assertThat(new ClientCertificateAuthenticator(() -> trust, TestAuthority.CLOCK)
                        .authenticate(credentials(CLIENTS.issue("CN=jane"))))
                .isEqualTo(new NoCredentials());
    }

    private static Authentication authenticate(Credentials credentials) {
        ClusterTrust trust = new ClusterTrust(List.of(CLIENTS.certificate()), RequestHeaderTrust.NONE);
        return new ClientCertificateAuthenticator(() -> trust, TestAuthority.CLOCK).authenticate(credentials);
    }

    private static String sha256(byte[] bytes) {
        SHA256Digest digest = new SHA256Digest();
        digest.update(bytes, 0, bytes.length);
        byte[] hash = new byte[digest.getDigestSize()];
        digest.doFinal(hash, 0);
        return Hex.toHexString(hash);
    }
}
