package dev.chartroom.core.watchcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleFlightTest {
    private final SingleFlight<String, Integer> calls = new SingleFlight<>();
    private static final int UNIT = 64 * 1024;
    /** The maximum memory that one user can keep, in bytes. */
    private static final int HALF = 4 * UNIT;

    private final ServerCapacity capacity = new ServerCapacity(2, 2L * HALF);
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void callersDuringARunningCallJoinTheNextOne() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        Supplier<Integer> slow = () -> {
            int number = begun.incrementAndGet();
            running.countDown();
            release.join();
            return number;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> first = threads.submit(() -> calls.get("q", slow));
            running.await();
            List<Thread> waiting = new ArrayList<>();
            List<CompletableFuture<Integer>> later = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                CompletableFuture<Integer> answer = new CompletableFuture<>();
                later.add(answer);
                waiting.add(Thread.startVirtualThread(() -> answer.complete(calls.get("q", slow))));
            }
            await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            assertThat(begun).hasValue(1);

            release.complete(null);

            assertThat(first.get()).isEqualTo(1);
            assertThat(later.stream().map(CompletableFuture::join)).containsOnly(2);
        }
        assertThat(calls.get("q", begun::incrementAndGet)).isEqualTo(3);
    }

    @Test
    void differentQuestionsDoNotWaitForEachOther() throws Exception {
        CompletableFuture<Integer> release = new CompletableFuture<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> stuck = threads.submit(() -> calls.get("a", release::join));

            assertThat(calls.get("b", () -> 7)).isEqualTo(7);

            release.complete(5);
            assertThat(stuck.get()).isEqualTo(5);
        }
    }

    @Test
    void callerPastItsDeadlineFailsWhileItsCallContinues() throws Exception {
        CompletableFuture<Integer> release = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> hasty = threads.submit(() -> RequestDeadline.in(Duration.ofMillis(50))
                    .during(() -> calls.get("q", () -> {
                        running.countDown();
                        return release.join();
                    })));
            running.await();
            CompletableFuture<Integer> next = new CompletableFuture<>();
            Thread waiting = Thread.startVirtualThread(() -> next.complete(calls.get("q", begun::incrementAndGet)));
            await().until(() -> waiting.getState() == Thread.State.WAITING);

            assertThatThrownBy(hasty::get).hasCauseInstanceOf(ApiException.class);
            assertThat(begun).hasValue(0);

            release.complete(5);
            assertThat(next.get()).isEqualTo(1);
        }
    }

    /** A call reserves memory as long as a request uses its result. */
    @Test
    void callCountsForTheRequestThatBeganIt() {
        during("alice", () -> {
            assertThat(calls.get("a", keeping(HALF))).isEqualTo(HALF);
            // Half of the memory is free, but Alice has used up her share.
            assertThatThrownBy(() -> calls.get("b", keeping(1))).isInstanceOf(ApiException.class);
        });
        during("alice", () -> assertThat(calls.get("b", keeping(HALF))).isEqualTo(HALF));
    }

    @Test
    void queuedCallReservesItsMemoryUntilItsRequestEnds() throws Exception {
        CompletableFuture<Void> release = new CompletableFuture<>();
        CompletableFuture<Void> leave = new CompletableFuture<>();
        CompletableFuture<Void> answered = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> alice = threads.submit(() -> during(
                    "alice",
                    () -> calls.get("q", () -> {
                        running.countDown();
                        release.join();
                        return 0;
                    })));
            running.await();
            Future<?> bob = threads.submit(() -> during("bob", () -> {
                calls.get("q", keeping(HALF));
                answered.complete(null);
                leave.join();
            }));
            release.complete(null);
            alice.get();
            answered.orTimeout(20, TimeUnit.SECONDS).join();

            during(
                    "bob",
                    () -> assertThatThrownBy(() -> calls.get("other", keeping(1)))
                            .isInstanceOf(ApiException.class));

            leave.complete(null);
            bob.get();
            during("bob", () -> assertThat(calls.get("other", keeping(HALF))).isEqualTo(HALF));
        }
    }

    /** If one user has used up its memory, other users are not affected. */
    @Test
    void joinedCallThatExceedsAnotherUsersMemoryIsRetried() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> before = threads.submit(() -> calls.get("q", () -> {
                running.countDown();
                release.join();
                return 0;
            }));
            running.await();
            CompletableFuture<Throwable> refused = new CompletableFuture<>();
            Thread alice = Thread.startVirtualThread(() -> during("alice", () -> {
                ServerCapacity.current().orElseThrow().keep(HALF);
                assertThatThrownBy(() -> calls.get("q", keeping(UNIT))).satisfies(refused::complete);
            }));
            await().until(() -> alice.getState() == Thread.State.WAITING);
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            Thread bob = Thread.startVirtualThread(() ->
                    during("bob", () -> answer.complete(calls.get("q", keeping(UNIT)))));
            await().until(() -> bob.getState() == Thread.State.WAITING);

            release.complete(null);

            assertThat(refused.orTimeout(20, TimeUnit.SECONDS).join()).isInstanceOf(ApiException.class);
            assertThat(answer.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(UNIT);
            before.get();
        }
    }

    /** The waiting request gives up its turn, so that the call can use it. */
    @Test
    void callUsesTheTurnOfTheWaitingRequest() {
        during("alice", () -> {
            ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE);

            assertThat(RequestDeadline.in(Duration.ofSeconds(20))
                            .during(() -> calls.get("q", () -> {
                                ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE);
                                return 1;
                            })))
                    .isEqualTo(1);
        });
    }

    private void during(String user, Runnable request) {
        capacity.during(() -> {
            ServerCapacity.current().orElseThrow().countFor(user);
            request.run();
        });
    }

    private static Supplier<Integer> keeping(int bytes) {
        return () -> {
            ServerCapacity.current().orElseThrow().keep(bytes);
            return bytes;
        };
    }

    @Test
    void failureIsPassedOnAndNotRemembered() {
        assertThatThrownBy(() -> calls.get("q", () -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
        assertThat(calls.get("q", () -> 1)).isEqualTo(1);
    }
}
