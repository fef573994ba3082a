package dev.chartroom.adapters.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.chartroom.adapters.auth.FakeApiServer.Answer;
import dev.chartroom.adapters.auth.authn.ImpersonatingAuthenticator;
import dev.chartroom.adapters.auth.authz.AlwaysAllowedPaths;
import dev.chartroom.adapters.auth.authz.AuthorizerChain;
import dev.chartroom.adapters.auth.authz.BoundedAuthorizer;
import dev.chartroom.adapters.auth.authz.CachingAuthorizer;
import dev.chartroom.adapters.auth.authz.MastersAuthorizer;
import dev.chartroom.adapters.auth.authz.SubjectAccessReviewAuthorizer;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.auth.RequestHeaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests authorization as Chartroom assembles it. The API server answers Jane's reviews at once and all others late. */
@Timeout(60)
class ReviewFloodTest {
    private static final UserInfo JANE = UserInfo.of("jane", List.of("dev"));
    private static final UserInfo DEPUTY = UserInfo.of("deputy", List.of("ops"));

    private final CountDownLatch late = new CountDownLatch(1);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private FakeApiServer server;
    private Authorizer authorizer;

    @BeforeEach
    void startServer() throws IOException {
        server = FakeApiServer.start();
        server.answerReviews(this::review);
        authorizer = new AuthorizerChain(List.of(
                new MastersAuthorizer(),
                new AlwaysAllowedPaths(),
                new CachingAuthorizer(new BoundedAuthorizer(
                        new SubjectAccessReviewAuthorizer(new ReviewClient(server.http(), JacksonCodec.ofStored()))))));
    }

    @AfterEach
    void stopServer() throws InterruptedException {
        late.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        server.close();
    }

    @Test
    void anonymousFloodOfPathsCausesFewReviewsAndDelaysNoOtherUser() {
        flood(i -> authorizer.authorize(path(UserInfo.ANONYMOUS, "/x/" + i)));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(590));

        assertThat(authorizer.authorize(cart(JANE))).isEqualTo(new Decision.Allowed());
        assertThat(authorizer.authorize(path(JANE, "/x/1"))).isEqualTo(new Decision.Allowed());
        assertThat(authorizer.authorize(path(UserInfo.ANONYMOUS, "/livez"))).isEqualTo(new Decision.Allowed());
        assertThat(authorizer.authorize(path(UserInfo.of("admin", List.of(UserInfo.MASTERS_GROUP)), "/x/1")))
                .isEqualTo(new Decision.Allowed());
        assertThat(most).hasValueLessThanOrEqualTo(11);
    }

    @Test
    void anonymousRequestsOfOnePathShareOneReview() {
        flood(_ -> authorizer.authorize(path(UserInfo.ANONYMOUS, "/version")));
        Awaitility.await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));

        late.countDown();
        Awaitility.await().until(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(refused).hasValue(0);
        assertThat(server.reviews()).hasSize(1);
    }

    @Test
    void impersonationReviewsCountAgainstTheImpersonatingUser() {
        Authenticator deputy =
                new ImpersonatingAuthenticator(_ -> new Authentication.Authenticated(DEPUTY), authorizer);
        flood(i -> deputy.authenticate(new Credentials(List.of(), impersonating("user-" + i), "192.0.2.1")));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValueGreaterThanOrEqualTo(100));

        Awaitility.await().untilAsserted(() -> assertThat(inFlight).hasValue(50));
        assertThatThrownBy(
                        () -> deputy.authenticate(new Credentials(List.of(), impersonating("one-more"), "192.0.2.1")))
                .isInstanceOf(ApiException.class);
        assertThat(authorizer.authorize(cart(JANE))).isEqualTo(new Decision.Allowed());
        assertThat(most).hasValueLessThanOrEqualTo(51);
    }

    private void flood(IntConsumer request) {
        IntStream.range(0, 600)
                .forEach(i -> threads.add(Thread.startVirtualThread(() -> {
                    try {
                        request.accept(i);
                    } catch (ApiException _) {
                        refused.incrementAndGet();
                    }
                })));
    }

    private Answer review(JsonObject review) {
        most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
            if (!review.getAsJsonObject("spec").get("user").getAsString().equals(JANE.name())) {
                late.await();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            inFlight.decrementAndGet();
        }
        return Answer.status("{\"allowed\":true}");
    }

    private static RequestAttributes path(UserInfo user, String path) {
        return new RequestAttributes.NonResource(user, "get", path);
    }

    private static RequestAttributes cart(UserInfo user) {
        return new RequestAttributes.Resource(user, "get", "apps.example.com", "v1", "redises", "", "ns", "cart");
    }

    private static RequestHeaders impersonating(String user) {
        Map<String, List<String>> headers = Map.of("impersonate-user", List.of(user));
        return new RequestHeaders() {
            @Override
            public List<String> values(String name) {
                return headers.getOrDefault(name, List.of());
            }

            @Override
            public Set<String> names() {
                return headers.keySet();
            }
        };
    }
}
