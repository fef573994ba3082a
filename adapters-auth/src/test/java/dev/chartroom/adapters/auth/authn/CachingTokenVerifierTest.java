package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.Rejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CachingTokenVerifierTest {
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String PEER = TestHeaders.PEER;
    private static final Authentication JANE = new Authenticated(UserInfo.of("jane", List.of()));

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<Function<String, Authentication>> answer = new AtomicReference<>(_ -> JANE);
    private final CachingTokenVerifier verifier = new CachingTokenVerifier(
            token -> {
                asked.add(token);
                return answer.get().apply(token);
            },
            now::get,
            LONG);

    static Stream<Authentication> outcomes() {
        return Stream.of(JANE, new Rejected("no"));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void sameTokenIsVerifiedOncePerTenSeconds(Authentication outcome) {
        answer.set(_ -> outcome);
        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(outcome);
        pass(Duration.ofMillis(9_999));
        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(outcome);
        assertThat(asked).hasSize(1);

        pass(Duration.ofMillis(1));
        answer.set(_ -> new Rejected("revoked"));
        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(new Rejected("revoked"));
    }

    @Test
    void differentTokensAreVerifiedSeparately() {
        verifier.verify("t0ken", PEER);
        verifier.verify("t0ken2", PEER);
        assertThat(asked).containsExactly("t0ken", "t0ken2");
    }

    @Test
    void slowAnswerExpiresTenSecondsAfterItsQuestion() {
        answer.set(_ -> {
            pass(Duration.ofSeconds(10));
            return JANE;
        });
        verifier.verify("t0ken", PEER);
        answer.set(_ -> new Rejected("revoked"));
        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(new Rejected("revoked"));
    }

    @Test
    void failuresAreNotCached() {
        answer.set(_ -> {
            throw new ApiException(ApiError.unavailable("down"));
        });
        assertThatThrownBy(() -> verifier.verify("t0ken", PEER)).isInstanceOf(ApiException.class);
        answer.set(_ -> JANE);
        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(JANE);
    }

    @Test
    void invalidTokensEvictNoValidOne() {
        verifier.verify("t0ken", PEER);
        answer.set(_ -> new Rejected("made up"));
        IntStream.range(0, 10_000).forEach(number -> verifier.verify("made-up-" + number, PEER));
        asked.clear();

        assertThat(verifier.verify("t0ken", PEER)).isEqualTo(JANE);
        assertThat(asked).isEmpty();
        // The cache of invalid tokens is bounded.
        verifier.verify("made-up-9999", PEER);
        assertThat(asked).containsExactly("made-up-9999");
    }

    /** A user with the right to create tokens of a service account can create any number of them. */
    @Test
    void tokensOfOneUserDoNotEvictTokensOfOthers() {
        answer.set(token -> new Authenticated(
                UserInfo.of(token.startsWith("t0ken") ? "jane" : "system:serviceaccount:ns:" + token, List.of())));
        verifier.verify("t0ken", PEER);
        IntStream.range(0, 5_000).forEach(number -> verifier.verify("sa-" + number, PEER));
        verifier.verify("t0ken-2", PEER);
        asked.clear();

        verifier.verify("t0ken", PEER);
        verifier.verify("t0ken-2", PEER);
        verifier.verify("sa-0", PEER);
        assertThat(asked).isEmpty();
        verifier.verify("sa-4999", PEER);
        assertThat(asked).containsExactly("sa-4999");
    }

    @Test
    void expiredTokensFreeTheirSpace() {
        IntStream.range(0, 3_000).forEach(number -> verifier.verify("old-" + number, PEER));
        pass(Duration.ofSeconds(10));
        IntStream.range(0, 2_000).forEach(number -> verifier.verify("new-" + number, PEER));
        asked.clear();

        IntStream.range(0, 2_000).forEach(number -> verifier.verify("new-" + number, PEER));

        assertThat(asked).isEmpty();
    }

    @Test
    void concurrentVerificationsShareOneAnswer() {
        CountDownLatch known = new CountDownLatch(1);
        answer.set(_ -> {
            try {
                known.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new ApiException(ApiError.unavailable("down"));
        });
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<String>> outcomes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            CompletableFuture<String> outcome = new CompletableFuture<>();
            outcomes.add(outcome);
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    outcome.complete(verifier.verify("t0ken", PEER).toString());
                } catch (ApiException e) {
                    outcome.complete(String.valueOf(e.getMessage()));
                }
            }));
        }
        Awaitility.await().until(() -> threads.stream().allMatch(t -> WAITING.contains(t.getState())));
        known.countDown();
        assertThat(outcomes.stream().map(CompletableFuture::join)).hasSize(20).containsOnly("down");
        assertThat(asked).hasSize(1);
    }

    @Test
    void callerPastItsDeadlineFailsWhileTheVerificationContinues() {
        CountDownLatch known = new CountDownLatch(1);
        answer.set(_ -> {
            try {
                known.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return JANE;
        });
        assertThatThrownBy(() -> RequestDeadline.in(Duration.ofMillis(50)).during(() -> verifier.verify("t0ken", PEER)))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.TIMEOUT));
        CompletableFuture<Authentication> other = new CompletableFuture<>();
        Thread waiting = Thread.startVirtualThread(() -> other.complete(verifier.verify("t0ken", PEER)));
        Awaitility.await().until(() -> WAITING.contains(waiting.getState()));
        known.countDown();
        assertThat(other.join()).isEqualTo(JANE);
        assertThat(asked).hasSize(1);
    }

    /** One peer sends 600 invented tokens. It may use half of the bound, so other peers are served at once. */
    @Test
    void inventedTokensOfOnePeerLeaveCapacityForOtherPeers() {
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CachingTokenVerifier slow = new CachingTokenVerifier(
                token -> {
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    if (token.startsWith("made-up")) {
                        await(known);
                    }
                    inFlight.decrementAndGet();
                    return JANE;
                },
                now::get,
                LONG);
        List<CompletableFuture<Authentication>> flood = IntStream.range(0, 600)
                .mapToObj(number -> inBackground(() -> slow.verify("made-up-" + number, PEER)))
                .toList();
        Awaitility.await().untilAsserted(() -> {
            assertThat(inFlight).hasValue(50);
            assertThat(flood.stream().filter(CompletableFuture::isCompletedExceptionally))
                    .hasSize(400);
        });

        assertThat(slow.verify("one more", "192.0.2.2")).isEqualTo(JANE);
        assertThat(slow.verify("another one", "192.0.2.3")).isEqualTo(JANE);
        assertThatThrownBy(() -> slow.verify("its own", PEER)).isInstanceOfSatisfying(ApiException.class, e -> {
            Status status = Status.of(e.error());
            assertThat(status.reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
            assertThat(status.retryAfterSeconds()).isEqualTo(1);
        });
        assertThat(most).hasValueLessThanOrEqualTo(51);
        known.countDown();
        Awaitility.await().until(() -> flood.stream().allMatch(CompletableFuture::isDone));
        assertThat(slow.verify("its own", PEER)).isEqualTo(JANE);
    }

    @Test
    void manyPeersTogetherStayWithinTheBound() {
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger inFlight = new AtomicInteger();
        CachingTokenVerifier slow = new CachingTokenVerifier(
                _ -> {
                    inFlight.incrementAndGet();
                    await(known);
                    return JANE;
                },
                now::get,
                LONG);
        List<CompletableFuture<Authentication>> flood = IntStream.range(0, 600)
                .mapToObj(number -> inBackground(() -> slow.verify("made-up-" + number, "192.0.2." + number % 200)))
                .toList();
        Awaitility.await().untilAsserted(() -> {
            assertThat(inFlight).hasValue(100);
            assertThat(flood.stream().filter(CompletableFuture::isDone)).hasSizeGreaterThanOrEqualTo(200);
        });
        assertThat(inFlight).hasValue(100);
        known.countDown();
        Awaitility.await().until(() -> flood.stream().allMatch(CompletableFuture::isDone));
    }

    private static <T> CompletableFuture<T> inBackground(Supplier<T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                outcome.complete(task.get());
            } catch (ApiException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pass(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}
