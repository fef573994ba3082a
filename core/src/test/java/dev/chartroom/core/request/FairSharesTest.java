package dev.chartroom.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairSharesTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final FairShares shares = new FairShares(30);

    @Test
    void oneUserAloneGetsHalf() {
        assertThat(takeAll("alice")).hasSize(15);
    }

    @Test
    void laterUsersStillGetPermits() {
        takeAll("alice");
        assertThat(takeAll("bob")).hasSize(8);
        assertThat(takeAll("carol")).hasSize(4);
        assertThat(takeAll("dave")).hasSize(2);
        assertThat(takeAll("erin")).hasSize(1);
    }

    @Test
    void greedyUsersConvergeToSimilarShares() {
        List<List<Permit>> held = List.of(takeAll("alice"), takeAll("bob"), takeAll("carol"));
        List<String> users = List.of("alice", "bob", "carol");
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            int one = random.nextInt(3);
            if (!held.get(one).isEmpty()) {
                held.get(one).removeLast().close();
            }
            int other = random.nextInt(3);
            held.get(other).addAll(takeAll(users.get(other)));
        }
        assertThat(held).allSatisfy(own -> assertThat(own).hasSizeBetween(5, 10));
    }

    @Test
    void returnedPermitsAreFree() {
        List<Permit> all = takeAll("alice");
        all.forEach(Permit::close);
        assertThat(takeAll("bob")).hasSize(15);
    }

    @Test
    void rejectedUserGets429WithRetryAfter() {
        takeAll("alice");
        assertThatThrownBy(() -> shares.take("alice")).isInstanceOfSatisfying(ApiException.class, e -> {
            Status status = Status.of(e.error());
            assertThat(status.reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
            assertThat(status.retryAfterSeconds()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "alice, alice",
        "system:anonymous, system:anonymous",
        "system:serviceaccount:a:x, system:serviceaccount:a",
        "system:serviceaccount:x, system:serviceaccount:x",
    })
    void serviceAccountsOfANamespaceAreOneSharer(String user, String sharer) {
        assertThat(FairShares.sharer(UserInfo.of(user, List.of()))).isEqualTo(sharer);
    }

    @Test
    void waitingCallerGetsTheNextReturnedPermit() {
        List<Permit> all = takeAll("alice");
        CompletableFuture<Permit> waiting = waitFor("alice");
        assertThat(waiting).isNotDone();

        all.removeLast().close();

        assertThat(waiting.join()).isNotNull();
        refuses("alice");
    }

    @Test
    void callerIsRejectedIfNoPermitIsFreedInTime() {
        List<Permit> all = takeAll("alice");
        assertThatThrownBy(() -> shares.take("alice", Duration.ofMillis(20))).isInstanceOf(ApiException.class);

        // The rejected caller no longer waits, so a returned permit is free.
        all.removeLast().close();
        assertThat(shares.take("alice")).isNotNull();
    }

    @Test
    void queueOfOneSharerDoesNotDelayAnothersOnlyRequest() {
        List<Permit> held = new ArrayList<>();
        for (String user : List.of("a", "b", "c", "d", "e", "f")) {
            held.addAll(takeAll(user));
        }
        assertThat(held).hasSize(30);
        List<CompletableFuture<Permit>> storm =
                IntStream.range(0, 50).mapToObj(_ -> waitFor("a")).toList();
        CompletableFuture<Permit> single = waitFor("z");

        held.removeFirst().close();

        assertThat(single.join()).isNotNull();
        assertThat(storm).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void waitingSharersWithEqualSharesTakeTurns() {
        FairShares three = new FairShares(3);
        Queue<Permit> held = new ArrayDeque<>(List.of(three.take("x"), three.take("x"), three.take("y")));
        Queue<String> served = new ConcurrentLinkedQueue<>();
        List<Thread> threads = Stream.of("a", "a", "a", "b", "b", "b")
                .map(user -> waiting(() -> {
                    Permit permit = three.take(user, LONG);
                    served.add(user);
                    permit.close();
                }))
                .toList();

        held.remove().close();

        threads.forEach(FairSharesTest::join);
        assertThat(served).containsExactly("a", "b", "a", "b", "a", "b");
    }

    /** No permit is lost or held twice, in whatever order sharers arrive, wait, give up and leave. */
    @Test
    void permitsAreNeitherLostNorDoubled() {
        FairShares few = new FairShares(8);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> threads = IntStream.range(0, 500)
                .mapToObj(i -> Thread.startVirtualThread(() -> {
                    try (Permit _ = few.take("user-" + i % 7, i % 3 == 0 ? Duration.ofNanos(i * 1_000L) : LONG)) {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        // Lets other threads run.
                        LockSupport.parkNanos(1);
                        running.decrementAndGet();
                    } catch (ApiException _) {
                        // The thread gave up.
                    }
                }))
                .toList();
        threads.forEach(FairSharesTest::join);

        assertThat(most).hasValueLessThanOrEqualTo(8);
        assertThat(IntStream.range(0, 4).mapToObj(_ -> few.take("last"))).hasSize(4);
        assertThatThrownBy(() -> few.take("last")).isInstanceOf(ApiException.class);
    }

    @Test
    void callGetsEitherAllRequestedPermitsOrNone() {
        FairShares eight = new FairShares(8);
        assertThatThrownBy(() -> eight.take("alice", 5)).isInstanceOf(ApiException.class);
        Permit four = eight.take("alice", 4);
        assertThatThrownBy(() -> eight.take("alice", 1)).isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> eight.take("bob", 3)).isInstanceOf(ApiException.class);
        Permit two = eight.take("bob", 2);

        four.close();
        two.close();
        assertThat(IntStream.range(0, 4).mapToObj(_ -> eight.take("carol"))).hasSize(4);
        assertThatThrownBy(() -> eight.take("carol")).isInstanceOf(ApiException.class);
    }

    private CompletableFuture<Permit> waitFor(String user) {
        CompletableFuture<Permit> permit = new CompletableFuture<>();
        waiting(() -> permit.complete(shares.take(user, LONG)));
        return permit;
    }

    /** Starts a thread and returns when it waits for its turn. */
    private static Thread waiting(Runnable task) {
        Thread thread = Thread.startVirtualThread(task);
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void refuses(String user) {
        assertThatThrownBy(() -> shares.take(user)).isInstanceOf(ApiException.class);
    }

    private List<Permit> takeAll(String user) {
        List<Permit> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(shares.take(user));
            }
        } catch (ApiException _) {
            return taken;
        }
    }
}
