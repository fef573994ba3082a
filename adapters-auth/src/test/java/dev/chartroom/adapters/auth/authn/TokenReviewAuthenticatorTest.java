package dev.chartroom.adapters.auth.authn;

import static dev.chartroom.adapters.auth.authn.TestHeaders.credentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonParser;
import dev.chartroom.adapters.auth.FakeApiServer;
import dev.chartroom.adapters.auth.FakeApiServer.Answer;
import dev.chartroom.adapters.auth.Pauses;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenReviewAuthenticatorTest {
    private static final Pauses AT_ONCE = new Pauses(new Backoff(Duration.ZERO, 1, Duration.ZERO, 0), _ -> {});
    private static final String JANE =
            "{\"authenticated\":true,\"user\":{\"username\":\"jane\"},\"audiences\":[\"a\",\"b\"]}";

    private FakeApiServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = FakeApiServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void reviewedTokenAuthenticatesTheUser() {
        server.answerReviews(Answer.status("""
                        {"authenticated":true,"audiences":["https://kubernetes.default.svc"],"user":{"username":"jane",
                         "uid":"1234","groups":["ops","dev"],"extra":{"scopes":["b","a"],"zone":[]},"later":1}}
                        """));
        assertThat(authenticate("t0ken", List.of()))
                .isEqualTo(new Authenticated(new UserInfo(
                        "jane",
                        "1234",
                        List.of("ops", "dev"),
                        Map.of("scopes", List.of("b", "a"), "zone", List.of()))));
    }

    @Test
    void reviewContainsTheTokenAndConfiguredAudiences() {
        server.answerReviews(_ -> Answer.status(JANE));
        authenticate("t0ken", List.of());
        authenticate("t0ken", List.of("b", "c"));
        assertThat(server.reviews())
                .containsExactly(
                        JsonParser.parseString("""
                                        {"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview",
                                         "spec":{"token":"t0ken"}}
                                        """).getAsJsonObject(),
                        JsonParser.parseString("""
                                        {"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview",
                                         "spec":{"token":"t0ken","audiences":["b","c"]}}
                                        """).getAsJsonObject());
    }

    @Test
    void tokenForAnotherAudienceIsRejected() {
        server.answerReviews(_ -> Answer.status(JANE));
        assertThat(authenticate("t0ken", List.of("c", "b"))).isInstanceOf(Authenticated.class);
        assertThat(authenticate("t0ken", List.of("c"))).isInstanceOf(Rejected.class);
    }

    @Test
    void tokenWithoutAudienceIsRejectedIfOneIsRequired() {
        server.answerReviews(Answer.status("{\"authenticated\":true,\"user\":{\"username\":\"jane\"}}"));
        assertThat(authenticate("t0ken", List.of("a"))).isInstanceOf(Rejected.class);
    }

    @Test
    void invalidTokenIsRejectedWithoutRepeatingIt() {
        server.answerReviews(Answer.status("{\"authenticated\":false}"), Answer.status("{}"));
        assertThat(authenticate("t0ken", List.of())).isEqualTo(new Rejected("bearer token: invalid"));
        assertThat(authenticate("t0ken", List.of())).isEqualTo(new Rejected("bearer token: invalid"));
    }

    @Test
    void rejectionDoesNotRepeatTheErrorOfTheReview() {
        server.answerReviews(Answer.status("{\"error\":\"t0ken has expired\",\"user\":{\"username\":\"jane\"}}"));
        assertThat(authenticate("t0ken", List.of())).isEqualTo(new Rejected("bearer token: invalid"));
    }

    @Test
    void userWithoutANameIsRejected() {
        server.answerReviews(Answer.status("{\"authenticated\":true,\"user\":{\"groups\":[\"system:masters\"]}}"));
        assertThat(authenticate("t0ken", List.of())).isInstanceOf(Rejected.class);
    }

    @Test
    void requestWithoutATokenIsNotReviewed() {
        assertThat(authenticator(List.of()).authenticate(credentials())).isEqualTo(new NoCredentials());
        assertThat(server.reviews()).isEmpty();
    }

    @Test
    void failedReviewIsRetried() {
        server.answerReviews(Answer.failure(500), Answer.status(JANE));
        assertThat(authenticate("t0ken", List.of())).isEqualTo(new Authenticated(UserInfo.of("jane", List.of())));
    }

    @Test
    void unreachableApiServerIsUnavailable() {
        TokenReviewAuthenticator authenticator = authenticator(List.of());
        server.close();
        ApiException thrown = catchThrowableOfType(
                ApiException.class, () -> authenticator.authenticate(credentials("Authorization", "Bearer t0ken")));
        assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(thrown).hasMessageNotContaining("t0ken");
    }

    private Authentication authenticate(String token, List<String> audiences) {
        return authenticator(audiences).authenticate(credentials("Authorization", "Bearer " + token));
    }

    private TokenReviewAuthenticator authenticator(List<String> audiences) {
        return new TokenReviewAuthenticator(
                new ReviewClient(server.http(), JacksonCodec.ofStored(), AT_ONCE), audiences);
    }
}
