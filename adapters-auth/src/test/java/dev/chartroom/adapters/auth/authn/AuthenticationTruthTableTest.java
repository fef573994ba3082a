package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.auth.FakeApiServer;
import dev.chartroom.adapters.auth.FakeApiServer.Answer;
import dev.chartroom.adapters.auth.Pauses;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests every combination of credentials (wire contract C1, C3, C4, C5, C6). */
class AuthenticationTruthTableTest {
    private static final TestAuthority FRONT_PROXY = TestAuthority.root("front-proxy");
    private static final TestAuthority CLIENTS = TestAuthority.root("clients");
    private static final TestAuthority OTHER = TestAuthority.root("other");
    private static final X509Certificate STRANGER = OTHER.issue("CN=aggregator");
    private static final X509Certificate WRONG_NAME = FRONT_PROXY.issue("CN=other");
    private static final X509Certificate AGGREGATOR = FRONT_PROXY.issue("CN=aggregator");
    private static final X509Certificate CLIENT = CLIENTS.issue("O=certified,CN=client");
    private static final ClusterTrust TRUST = new ClusterTrust(
            List.of(CLIENTS.certificate()),
            new RequestHeaderTrust(
                    List.of(FRONT_PROXY.certificate()),
                    List.of("aggregator"),
                    List.of("X-Remote-User"),
                    List.of(),
                    List.of("X-Remote-Group"),
                    List.of()));

    private static FakeApiServer server;
    private static Authenticator chain;

    @BeforeAll
    static void start() throws IOException {
        server = FakeApiServer.start();
        server.answerReviews(review -> Answer.status(
                review.getAsJsonObject("spec").get("token").getAsString().equals("good")
                        ? "{\"authenticated\":true,\"user\":{\"username\":\"bearer\",\"groups\":[\"reviewed\"]}}"
                        : "{\"authenticated\":false}"));
        ReviewClient reviews = new ReviewClient(
                server.http(),
                JacksonCodec.ofStored(),
                new Pauses(new Backoff(Duration.ZERO, 1, Duration.ZERO, 0), _ -> {}));
        chain = new AuthenticatorChain(
                List.of(
                        new RequestHeaderAuthenticator(() -> TRUST, TestAuthority.CLOCK),
                        new ClientCertificateAuthenticator(() -> TRUST, TestAuthority.CLOCK),
                        new TokenReviewAuthenticator(reviews, List.of())),
                true);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    none,       no headers, no token,   system:anonymous system:unauthenticated
                    none,       no headers, bad token,  rejected
                    none,       no headers, good token, bearer reviewed system:authenticated
                    none,       headers,    no token,   system:anonymous system:unauthenticated
                    none,       headers,    bad token,  rejected
                    none,       headers,    good token, bearer reviewed system:authenticated
                    stranger,   no headers, no token,   rejected
                    stranger,   no headers, bad token,  rejected
                    stranger,   no headers, good token, bearer reviewed system:authenticated
                    stranger,   headers,    no token,   rejected
                    stranger,   headers,    bad token,  rejected
                    stranger,   headers,    good token, bearer reviewed system:authenticated
                    wrong name, no headers, no token,   rejected
                    wrong name, no headers, bad token,  rejected
                    wrong name, no headers, good token, bearer reviewed system:authenticated
                    wrong name, headers,    no token,   rejected
                    wrong name, headers,    bad token,  rejected
                    wrong name, headers,    good token, bearer reviewed system:authenticated
                    aggregator, no headers, no token,   rejected
                    aggregator, no headers, bad token,  rejected
                    aggregator, no headers, good token, bearer reviewed system:authenticated
                    aggregator, headers,    no token,   proxied ops system:authenticated
                    aggregator, headers,    bad token,  proxied ops system:authenticated
                    aggregator, headers,    good token, proxied ops system:authenticated
                    client,     no headers, no token,   client certified system:authenticated
                    client,     no headers, bad token,  client certified system:authenticated
                    client,     no headers, good token, client certified system:authenticated
                    client,     headers,    no token,   client certified system:authenticated
                    client,     headers,    bad token,  client certified system:authenticated
                    client,     headers,    good token, client certified system:authenticated
                    """)
    void firstValidCredentialDeterminesTheUser(String certificate, String headers, String token, String expected) {
        Credentials credentials = new Credentials(certificates(certificate), headers(headers, token), TestHeaders.PEER);
        assertThat(describe(chain.authenticate(credentials))).isEqualTo(expected);
    }

    private static List<X509Certificate> certificates(String name) {
        return switch (name) {
            case "none" -> List.of();
            case "stranger" -> List.of(STRANGER, OTHER.certificate());
            case "wrong name" -> List.of(WRONG_NAME);
            case "aggregator" -> List.of(AGGREGATOR);
            case "client" -> List.of(CLIENT);
            default -> throw new AssertionError(name);
        };
    }

    private static TestHeaders headers(String headers, String token) {
        boolean identity = headers.equals("headers");
        boolean bearer = !token.equals("no token");
        return TestHeaders.of(
                identity ? "X-Remote-User" : "X-Nothing",
                "proxied",
                identity ? "X-Remote-Group" : "X-Nothing",
                "ops",
                bearer ? "Authorization" : "X-Nothing",
                "Bearer " + token.split(" ")[0]);
    }

    private static String describe(Authentication authentication) {
        return switch (authentication) {
            case Authentication.Authenticated found ->
                found.user().name() + " " + String.join(" ", found.user().groups());
            case Authentication.Rejected _ -> "rejected";
            case Authentication.NoCredentials _ -> "no credentials";
        };
    }
}
