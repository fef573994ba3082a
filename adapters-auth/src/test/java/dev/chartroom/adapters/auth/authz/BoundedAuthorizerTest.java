package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reviews of paths below {@code /slow} block until the test releases them. */
@Timeout(60)
class BoundedAuthorizerTest {
    private final CountDownLatch decided = new CountDownLatch(1);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger allowed = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private final BoundedAuthorizer authorizer = new BoundedAuthorizer(this::decide, Duration.ofMinutes(5));

    @AfterEach
    void letAllEnd() throws InterruptedException {
        decided.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Reproduces the review of issue 21: 600 unauthenticated requests of paths that do not exist. */
    @Test
    void unauthenticatedCallersGetASmallShareOfTheReviews() {
        storm(600, i -> slow(UserInfo.ANONYMOUS, i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(590));

        assertThat(inFlight).hasValue(10);
        isDecided("/x", "jane");
        isDecided("/y", "joe");
        assertThatThrownBy(() -> authorizer.authorize(slow(UserInfo.ANONYMOUS, 601)))
                .isInstanceOfSatisfying(ApiException.class, BoundedAuthorizerTest::isTooManyRequests);
    }

    /** A user with the right to impersonate can give unauthenticated callers any number of names. */
    @Test
    void unauthenticatedCallersShareOneLimitUnderAnyName() {
        storm(600, i -> slow(UserInfo.of("nobody-" + i, List.of(UserInfo.UNAUTHENTICATED_GROUP)), i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(590));

        assertThat(inFlight).hasValue(10);
    }

    @Test
    void singleUserGetsHalfOfTheReviewsAndItsOtherRequestsWait() {
        storm(600, i -> slow(user("greedy"), i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(100));

        assertThat(inFlight).hasValue(50);
        isDecided("/x", "jane");

        decided.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(allowed).hasValue(501));
        assertThat(most).hasValueLessThanOrEqualTo(51);
    }

    /** Even a user without a review in flight gets none beyond the bound. */
    @Test
    void manyUsersTogetherStayWithinTheBound() {
        storm(1_000, i -> slow(user("greedy-" + i % 200), i));
        Awaitility.await().untilAsserted(() -> assertThat(inFlight).hasValue(100));

        decided.countDown();
        Awaitility.await()
                .untilAsserted(() -> assertThat(allowed.get() + refused.get()).isEqualTo(1_000));
        assertThat(most).hasValue(100);
    }

    @Test
    void serviceAccountsOfANamespaceShareOneLimit() {
        storm(600, i -> slow(user("system:serviceaccount:team-a:app-" + i), i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(100));

        assertThat(inFlight).hasValue(50);
        isDecided("/x", "system:serviceaccount:team-b:app");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/apis", "/version", "/openapi/v2", "/openapi/v3"})
    void discoveryIsDecidedEvenIfTheLimitIsReached(String path) {
        storm(600, i -> slow(UserInfo.ANONYMOUS, i));
        storm(600, i -> slow(user("greedy"), i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(690));

        isDecided(path, UserInfo.ANONYMOUS.name());
        isDecided(path, "greedy");
    }

    /** Only requests that a client cannot vary are free. A client can invent methods as easily as paths. */
    @ParameterizedTest
    @CsvSource({"options, /apis", "get, /apis/x", "get, /apis/", "get, /metrics", "get, /readyz/x", "get, /openapi/v3/x"
    })
    void requestsOtherThanDiscoveryCountAgainstTheLimit(String verb, String path) {
        storm(600, i -> slow(UserInfo.ANONYMOUS, i));
        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(590));

        assertThatThrownBy(
                        () -> authorizer.authorize(new RequestAttributes.NonResource(UserInfo.ANONYMOUS, verb, path)))
                .isInstanceOfSatisfying(ApiException.class, BoundedAuthorizerTest::isTooManyRequests);
    }

    @Test
    void callerWaitsNoLongerThanItsDeadline() {
        storm(50, i -> slow(user("greedy"), i));
        Awaitility.await().untilAsserted(() -> assertThat(inFlight).hasValue(50));

        assertThatThrownBy(() -> RequestDeadline.in(Duration.ofMillis(20))
                        .during(() -> authorizer.authorize(slow(user("greedy"), 51))))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.TIMEOUT));
        assertThat(inFlight).hasValue(50);
    }

    @Test
    void failedReviewReleasesItsPermit() {
        BoundedAuthorizer failing = new BoundedAuthorizer(_ -> {
            throw new IllegalStateException("down");
        });
        for (int i = 0; i < 2_000; i++) {
            RequestAttributes request = slow(i % 2 == 0 ? UserInfo.ANONYMOUS : user("jane"), i);
            assertThatThrownBy(() -> failing.authorize(request)).hasMessage("down");
        }
    }

    private void storm(int size, IntFunction<RequestAttributes> request) {
        IntStream.range(0, size)
                .forEach(i -> threads.add(Thread.startVirtualThread(() -> {
                    try {
                        authorizer.authorize(request.apply(i));
                        allowed.incrementAndGet();
                    } catch (ApiException e) {
                        isTooManyRequests(e);
                        refused.incrementAndGet();
                    }
                })));
    }

    private Decision decide(RequestAttributes attributes) {
        most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        if (attributes instanceof RequestAttributes.NonResource path
                && path.path().startsWith("/slow/")) {
            try {
                decided.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        inFlight.decrementAndGet();
        return new Decision.Allowed();
    }

    private void isDecided(String path, String user) {
        assertThat(authorizer.authorize(new RequestAttributes.NonResource(user(user), "get", path)))
                .isEqualTo(new Decision.Allowed());
        allowed.incrementAndGet();
    }

    private static void isTooManyRequests(ApiException e) {
        Status status = Status.of(e.error());
        assertThat(status.reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
        assertThat(status.retryAfterSeconds()).isEqualTo(1);
    }

    private static RequestAttributes slow(UserInfo user, int number) {
        return new RequestAttributes.NonResource(user, "get", "/slow/" + number);
    }

    private static UserInfo user(String name) {
        return UserInfo.of(name, List.of());
    }
}
