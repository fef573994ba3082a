package dev.chartroom.adapters.auth.authn;

import static dev.chartroom.adapters.auth.authn.TestHeaders.credentials;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import dev.chartroom.ports.auth.Credentials;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestHeaderAuthenticatorTest {
    private static final TestAuthority FRONT_PROXY = TestAuthority.root("front-proxy");
    private static final X509Certificate AGGREGATOR = FRONT_PROXY.issue("CN=aggregator");
    private static final Authentication JANE = new Authenticated(UserInfo.of("jane", List.of()));

    @Test
    void headersFromAnAllowedFrontProxyDetermineTheUser() {
        assertThat(authenticate(List.of("other", "aggregator"), credentials(AGGREGATOR, "X-Remote-User", "jane")))
                .isEqualTo(JANE);
    }

    @Test
    void anyCommonNameIsAllowedIfNoneIsListed() {
        assertThat(authenticate(List.of(), credentials(AGGREGATOR, "X-Remote-User", "jane")))
                .isEqualTo(JANE);
    }

    @Test
    void unlistedCommonNameIsRejected() {
        assertThat(authenticate(List.of("Aggregator"), credentials(AGGREGATOR, "X-Remote-User", "jane")))
                .isInstanceOf(Rejected.class);
    }

    /** Over HTTP/1.1, Helidon may decode the bytes of different letters to the same characters. */
    @ParameterizedTest
    @CsvSource({"X-Remote-User, X-Other", "X-Remote-Group, X-Remote-User", "X-Remote-Extra-Key, X-Remote-User"})
    void unreadableIdentityHeaderIsRejected(String unreadable, String other) {
        assertThat(authenticate(List.of(), credentials(AGGREGATOR, unreadable, "jos\ufffd\ufffd", other, "jane")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void headersWithoutCertificateAreNoCredentials() {
        assertThat(authenticate(List.of(), credentials("X-Remote-User", "jane")))
                .isEqualTo(new NoCredentials());
    }

    @Test
    void frontProxyRequestWithoutAUserHasNoCredentials() {
        assertThat(authenticate(List.of(), credentials(AGGREGATOR, "X-Remote-Group", "system:masters")))
                .isEqualTo(new NoCredentials());
    }

    @Test
    void certificateOfAnotherAuthorityIsRejectedEvenWithoutHeaders() {
        X509Certificate other = TestAuthority.root("other").issue("CN=aggregator");
        assertThat(authenticate(List.of(), credentials(other, "X-Remote-User", "jane")))
                .isInstanceOf(Rejected.class);
        assertThat(authenticate(List.of(), credentials(other))).isInstanceOf(Rejected.class);
    }

    @Test
    void clientAuthorityIsNotTrustedForTheFrontProxy() {
        TestAuthority clients = TestAuthority.root("clients");
        ClusterTrust trust = new ClusterTrust(List.of(clients.certificate()), trust(List.of()));
        assertThat(new RequestHeaderAuthenticator(() -> trust, TestAuthority.CLOCK)
                        .authenticate(credentials(clients.issue("CN=aggregator"), "X-Remote-User", "jane")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void expiredFrontProxyIsRejected() {
        Clock later = Clock.fixed(TestAuthority.YEAR_END.plusSeconds(1), ZoneOffset.UTC);
        ClusterTrust trust = new ClusterTrust(List.of(), trust(List.of()));
        assertThat(new RequestHeaderAuthenticator(() -> trust, later)
                        .authenticate(credentials(AGGREGATOR, "X-Remote-User", "jane")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void trustIsReadForEveryRequest() {
        AtomicReference<ClusterTrust> trust = new AtomicReference<>(new ClusterTrust(List.of(), trust(List.of())));
        RequestHeaderAuthenticator authenticator = new RequestHeaderAuthenticator(trust::get, TestAuthority.CLOCK);
        Credentials credentials = credentials(AGGREGATOR, "X-Remote-User", "jane");
        assertThat(authenticator.authenticate(credentials)).isEqualTo(JANE);
        trust.set(new ClusterTrust(List.of(), trust(List.of("other"))));
        assertThat(authenticator.authenticate(credentials)).isInstanceOf(Rejected.class);
        trust.set(ClusterTrust.NONE);
        assertThat(authenticator.authenticate(credentials)).isEqualTo(new NoCredentials());
    }

    private static Authentication authenticate(List<String> allowedNames, Credentials credentials) {
        ClusterTrust trust = new ClusterTrust(List.of(), trust(allowedNames));
        return new RequestHeaderAuthenticator(() -> trust, TestAuthority.CLOCK).authenticate(credentials);
    }

    private static RequestHeaderTrust trust(List<String> allowedNames) {
        return new RequestHeaderTrust(
                List.of(FRONT_PROXY.certificate()),
                allowedNames,
                List.of("X-Remote-User"),
                List.of(),
                List.of("X-Remote-Group"),
                List.of("X-Remote-Extra-"));
    }
}
