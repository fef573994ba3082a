package dev.chartroom.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServerCapacityTest {
    private static final int LARGE = ServerCapacity.LARGE + 1;

    private final ServerCapacity capacity = new ServerCapacity(2, 8L * ServerCapacity.UNIT);

    @Test
    void largeInputWaitsForATurnOfItsUser() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture<Void> first = request("alice", () -> {
            share().acquireTurn(LARGE);
            begun.countDown();
            await(done);
        });
        begun.await();

        assertThatThrownBy(() -> shortly("alice", () -> share().acquireTurn(LARGE)))
                .isInstanceOf(ApiException.class);
        shortly("bob", () -> share().acquireTurn(LARGE));

        done.countDown();
        first.join();
        shortly("alice", () -> share().acquireTurn(LARGE));
    }

    @Test
    void smallInputNeedsNoTurn() {
        shortly("alice", () -> {
            share().acquireTurn(LARGE);
            shortly("alice", () -> share().acquireTurn(ServerCapacity.LARGE));
        });
    }

    @Test
    void waitingRequestGivesUpItsTurn() {
        shortly("alice", () -> {
            share().acquireTurn(LARGE);
            ServerCapacity.waiting(() -> shortly("alice", () -> share().acquireTurn(LARGE)));
            assertThatThrownBy(() -> shortly("alice", () -> share().acquireTurn(LARGE)))
                    .isInstanceOf(ApiException.class);
        });
    }

    @Test
    void requestThatWaitedGetsTheNextFreeTurn() throws Exception {
        List<CompletableFuture<Void>> others = new CopyOnWriteArrayList<>();
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        AtomicBoolean computing = new AtomicBoolean();
        CompletableFuture<Void> writer = request("alice", () -> {
            share().acquireTurn(LARGE);
            ServerCapacity.waiting(() -> {
                others.addAll(allTurnsTaken(done));
                waits.countDown();
            });
            computing.set(true);
        });
        waits.await();

        assertThatThrownBy(() -> shortly("dave", () -> share().acquireTurn(LARGE)))
                .isInstanceOf(ApiException.class);
        assertThat(computing).isFalse();

        done.countDown();
        writer.join();
        others.forEach(CompletableFuture::join);
        assertThat(computing).isTrue();
    }

    @Test
    void requestThatWaitedContinuesWithoutATurnAfterItsDeadline() {
        boolean[] answered = new boolean[1];
        List<CompletableFuture<Void>> others = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        shortly("alice", () -> {
            share().acquireTurn(LARGE);
            ServerCapacity.waiting(() -> others.addAll(allTurnsTaken(done)));
            answered[0] = true;
        });

        assertThat(answered[0]).isTrue();
        done.countDown();
        others.forEach(CompletableFuture::join);
    }

    @Test
    void closedShareReturnsItsTurnAndMemory() {
        shortly("alice", () -> {
            share().acquireTurn(LARGE);
            share().keep(4 * ServerCapacity.UNIT);
            share().close();

            shortly("alice", () -> {
                share().acquireTurn(LARGE);
                share().keep(4 * ServerCapacity.UNIT);
            });
        });
    }

    @Test
    void releasedTurnIsNotReacquiredAfterAWait() {
        shortly("alice", () -> {
            share().acquireTurn(LARGE);
            share().releaseTurn();
            ServerCapacity.waiting(() -> {});
            shortly("alice", () -> share().acquireTurn(LARGE));
        });
    }

    @Test
    void exemptRequestTakesNoTurn() {
        shortly("alice", () -> {
            share().exempt();
            share().acquireTurn(LARGE);

            shortly("alice", () -> share().acquireTurn(LARGE));
        });
    }

    @Test
    void userKeepsAtMostHalfOfTheMemoryUntilTheRequestEnds() {
        for (int i = 0; i < 3; i++) {
            shortly("alice", () -> {
                share().keep(4 * ServerCapacity.UNIT);
                assertThatThrownBy(() -> share().keep(1)).isInstanceOf(ApiException.class);
                shortly("bob", () -> share().keep(2 * ServerCapacity.UNIT));
            });
        }
    }

    @Test
    void reservationUsesMemoryThatIsAlreadyCounted() {
        shortly("alice", () -> {
            share().keep(3 * ServerCapacity.UNIT);
            share().reserve(4 * ServerCapacity.UNIT);
            share().reserve(2 * ServerCapacity.UNIT);
            assertThatThrownBy(() -> share().reserve(4 * ServerCapacity.UNIT + 1))
                    .isInstanceOf(ApiException.class);
        });
    }

    @Test
    void threadWithoutARequestHasNoShare() {
        assertThat(ServerCapacity.current()).isEmpty();
        boolean[] ran = new boolean[1];
        ServerCapacity.waiting(() -> ran[0] = true);
        assertThat(ran[0]).isTrue();
    }

    /** Starts requests of two other users. The requests compute until the latch opens. */
    private List<CompletableFuture<Void>> allTurnsTaken(CountDownLatch done) {
        CountDownLatch taken = new CountDownLatch(2);
        List<CompletableFuture<Void>> requests = Stream.of("bob", "carol")
                .map(user -> request(user, () -> {
                    share().acquireTurn(LARGE);
                    taken.countDown();
                    await(done);
                }))
                .toList();
        await(taken);
        return requests;
    }

    private CompletableFuture<Void> request(String sharer, Runnable work) {
        return CompletableFuture.runAsync(
                () -> capacity.during(() -> {
                    share().countFor(sharer);
                    work.run();
                }),
                Thread::startVirtualThread);
    }

    /** Runs a request with a deadline of 200 ms. */
    private void shortly(String sharer, Runnable work) {
        capacity.during(() -> {
            share().countFor(sharer);
            RequestDeadline.in(Duration.ofMillis(200)).during(() -> {
                work.run();
                return true;
            });
        });
    }

    private static ServerCapacity.Share share() {
        return ServerCapacity.current().orElseThrow();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
