package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.chartroom.adapters.auth.FakeApiServer;
import dev.chartroom.adapters.auth.FakeApiServer.Answer;
import dev.chartroom.adapters.auth.Pauses;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.Decision.Allowed;
import dev.chartroom.apimachinery.auth.Decision.Denied;
import dev.chartroom.apimachinery.auth.Decision.NoOpinion;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.retry.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectAccessReviewAuthorizerTest {
    private static final UserInfo JANE =
            new UserInfo("jane", "1234", List.of("ops", "dev"), Map.of("example.org/scopes", List.of("b", "a")));
    private static final RequestAttributes VERSION =
            new RequestAttributes.NonResource(UserInfo.of("joe", List.of()), "get", "/version");

    private FakeApiServer server;
    private SubjectAccessReviewAuthorizer authorizer;

    @BeforeEach
    void startServer() throws IOException {
        server = FakeApiServer.start();
        authorizer = new SubjectAccessReviewAuthorizer(new ReviewClient(
                server.http(),
                JacksonCodec.ofStored(),
                new Pauses(new Backoff(Duration.ZERO, 1, Duration.ZERO, 0), _ -> {})));
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    static Stream<Arguments> reviews() {
        return Stream.of(
                Arguments.of(
                        new RequestAttributes.Resource(
                                JANE, "update", "apps.example.com", "v1", "redises", "status", "team-a", "cache"),
                        """
                        {"user":"jane","uid":"1234","groups":["ops","dev"],"extra":{"example.org/scopes":["b","a"]},
                         "resourceAttributes":{"namespace":"team-a","verb":"update","group":"apps.example.com",
                          "version":"v1","resource":"redises","subresource":"status","name":"cache"}}
                        """),
                Arguments.of(
                        new RequestAttributes.Resource(JANE, "list", "apps.example.com", "v1", "redises", "", "", ""),
                        """
                        {"user":"jane","uid":"1234","groups":["ops","dev"],"extra":{"example.org/scopes":["b","a"]},
                         "resourceAttributes":{"verb":"list","group":"apps.example.com","version":"v1",
                          "resource":"redises"}}
                        """),
                Arguments.of(
                        selecting("metadata.name!=a,metadata.namespace=b", "tier in (y,x),app!=z,gone,!old,size>3"),
                        """
                        {"user":"jane","uid":"1234","groups":["ops","dev"],"extra":{"example.org/scopes":["b","a"]},
                         "resourceAttributes":{"verb":"list","group":"apps.example.com","version":"v1",
                          "resource":"redises",
                          "fieldSelector":{"requirements":[
                           {"key":"metadata.name","operator":"NotIn","values":["a"]},
                           {"key":"metadata.namespace","operator":"In","values":["b"]}]},
                          "labelSelector":{"requirements":[
                           {"key":"tier","operator":"In","values":["x","y"]},
                           {"key":"app","operator":"NotIn","values":["z"]},
                           {"key":"gone","operator":"Exists"},
                           {"key":"old","operator":"DoesNotExist"}]}}}
                        """),
                Arguments.of(new RequestAttributes.NonResource(JANE, "get", "/apis/apps.example.com/v1"), """
                        {"user":"jane","uid":"1234","groups":["ops","dev"],"extra":{"example.org/scopes":["b","a"]},
                         "nonResourceAttributes":{"verb":"get","path":"/apis/apps.example.com/v1"}}
                        """),
                Arguments.of(VERSION, """
                        {"user":"joe","groups":[],"extra":{},"nonResourceAttributes":{"verb":"get","path":"/version"}}
                        """));
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void reviewContainsTheUserAndTheAttributes(RequestAttributes attributes, String spec) {
        server.answerReviews(Answer.status("{\"allowed\":true}"));
        assertThat(authorizer.authorize(attributes)).isEqualTo(new Allowed());
        assertThat(server.reviews()).singleElement().satisfies(review -> {
            assertThat(review.get("apiVersion").getAsString()).isEqualTo("authorization.k8s.io/v1");
            assertThat(review.get("kind").getAsString()).isEqualTo("SubjectAccessReview");
            assertThat(review.get("spec")).isEqualTo(json(spec));
        });
    }

    private static RequestAttributes selecting(String fields, String labels) {
        return new RequestAttributes.Resource(
                JANE,
                "list",
                "apps.example.com",
                "v1",
                "redises",
                "",
                "",
                "",
                FieldSelector.parse(fields),
                LabelSelector.parse(labels));
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("{\"allowed\":true,\"reason\":\"RBAC: allowed\"}", new Allowed("RBAC: allowed")),
                Arguments.of("{\"allowed\":true,\"denied\":false}", new Allowed()),
                Arguments.of("{\"allowed\":false,\"denied\":true,\"reason\":\"no\"}", new Denied("no")),
                Arguments.of("{\"allowed\":true,\"denied\":true,\"reason\":\"both\"}", new Denied("both")),
                Arguments.of("{\"allowed\":false,\"reason\":\"unknown role\"}", new NoOpinion("unknown role")),
                Arguments.of("{\"allowed\":false,\"evaluationError\":\"x\"}", new NoOpinion("")),
                Arguments.of("{}", new NoOpinion("")));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void reviewStatusDeterminesTheDecision(String status, Decision decision) {
        server.answerReviews(Answer.status(status));
        assertThat(authorizer.authorize(VERSION)).isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource({
        "401, INTERNAL_ERROR",
        "403, INTERNAL_ERROR",
        "500, INTERNAL_ERROR",
        "503, SERVICE_UNAVAILABLE",
        "504, SERVICE_UNAVAILABLE"
    })
    void failedReviewIsAnErrorInsteadOfADecision(int code, StatusReason reason) {
        server.answerReviews(_ -> Answer.failure(code));
        assertThat(failure()).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"allowed\":\"true\"}", "{\"allowed\":1}", "[]", "null", "{\"allowed\":true,\"denied\":\"no\"}"
            })
    void malformedReviewIsAnInternalError(String status) {
        server.answerReviews(Answer.status(status));
        assertThat(failure()).isEqualTo(StatusReason.INTERNAL_ERROR);
    }

    @Test
    void unreachableApiServerIsServiceUnavailable() {
        server.close();
        assertThat(failure()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
    }

    @Test
    void failedReviewIsRetried() {
        server.answerReviews(Answer.failure(500), Answer.failure(429), Answer.status("{\"allowed\":true}"));
        assertThat(authorizer.authorize(VERSION)).isEqualTo(new Allowed());
    }

    private StatusReason failure() {
        ApiException thrown = catchThrowableOfType(ApiException.class, () -> authorizer.authorize(VERSION));
        assertThat(thrown).isNotNull();
        return Status.of(thrown.error()).reason();
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }
}
