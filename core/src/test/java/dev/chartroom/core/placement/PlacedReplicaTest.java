package dev.chartroom.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placement.Phase;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.placement.PlacementsInMemory;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicasInMemory;
import dev.chartroom.ports.storage.Kinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The replica renews its entry every 20 ms. The time since the last renewal depends on the ticker, which the tests
 * advance.
 */
class PlacedReplicaTest {
    private static final String OLD = "helmrelease";
    private static final String NEW = "postgres";
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration TERM = Duration.ofSeconds(10);
    private static final Duration BEYOND = TERM.plusSeconds(1);

    private final SteppedTicker ticker = new SteppedTicker();
    private final PlacementsInMemory record = new PlacementsInMemory();
    private final ReplicasInMemory register = new ReplicasInMemory();
    private final List<PlacedReplica> replicas = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        record.setDown(false);
        register.setDown(false);
        replicas.forEach(PlacedReplica::close);
        threads.shutdownNow();
    }

    @Test
    void replicaIsUnavailableUntilItHasReadTheRecord() {
        record.setDown(true);
        AppliedPlacements placements = start(LONG);

        await().untilAsserted(() ->
                assertThat(replicas.getFirst().problem()).get().asString().contains("the record is down"));
        assertThat(placements.find(REDIS)).isEmpty();
        assertUnavailable("cannot verify", () -> placements.storeOf(REDIS));
        assertUnavailable("cannot verify", () -> placements.write(REDIS, () -> placements.storeOf(REDIS)));

        record.setDown(false);
        awaitReady(placements);
        assertThat(placements.storeOf(REDIS)).isEqualTo(OLD);
        assertThat(placements.find(REDIS)).contains(OLD);
        assertThat(replicas.getFirst().problem()).isEmpty();
    }

    @Test
    void replicaRegistersBeforeItReadsTheRecord() {
        AtomicBoolean seenBefore = new AtomicBoolean();
        PlacementRecord observed = new DeafRecord(record) {
            @Override
            public Placements latest() {
                seenBefore.compareAndSet(false, register.replicas().isEmpty());
                return super.latest();
            }
        };

        awaitReady(start(LONG, observed));

        assertThat(seenBefore).isFalse();
    }

    @Test
    void replicaAppliesTheRecordAndReportsIt() {
        AppliedPlacements placements = ready(LONG);

        long number = settle(NEW);

        await().until(() -> applied() == number);
        assertThat(placements.storeOf(REDIS)).isEqualTo(NEW);
        assertThat(placements.storeOf(Kinds.postgres())).isEqualTo(OLD);
        assertThat(placements.summary())
                .isEqualTo("placements 1\nredises.apps.test.example.com: Settled in postgres\n");
    }

    @Test
    void replicaAppliesChangesWithoutNotification() {
        AppliedPlacements placements = start(LONG, new DeafRecord(record));
        awaitReady(placements);

        settle(NEW);

        await().untilAsserted(() -> assertThat(placements.storeOf(REDIS)).isEqualTo(NEW));
    }

    @Test
    void pauseIsReportedAsAppliedOnlyAfterRunningWritesEnd() throws Exception {
        AppliedPlacements placements = ready(Duration.ofMillis(1));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Future<String> write = threads.submit(() -> placements.write(REDIS, () -> {
            begun.countDown();
            awaitLatch(done);
            return placements.storeOf(REDIS);
        }));
        awaitLatch(begun);

        long number = pause();
        await().untilAsserted(
                        () -> assertUnavailable("are being moved", () -> placements.write(REDIS, () -> "too late")));
        assertThat(applied()).isLessThan(number);
        assertThat(placements.write(Kinds.postgres(), () -> "of another kind")).isEqualTo("of another kind");

        done.countDown();
        await().until(() -> applied() == number);
        assertThat(write.get()).isEqualTo(OLD);
    }

    @Test
    void writeWaitingForAMoveContinuesInTheNewStore() throws Exception {
        AppliedPlacements placements = ready(LONG);
        await().until(() -> applied() == pause());
        Future<String> write = threads.submit(() -> placements.write(REDIS, () -> placements.storeOf(REDIS)));
        record.set(record.latest().next(REDIS.groupResource(), NEW, Phase.MOVED));
        await().untilAsserted(() -> assertThat(placements.storeOf(REDIS)).isEqualTo(NEW));
        assertThat(write).isNotDone();

        settle(NEW);

        assertThat(write.get()).isEqualTo(NEW);
    }

    @Test
    void writeDuringAPauseFailsAtItsDeadline() {
        AppliedPlacements placements = ready(LONG);
        await().until(() -> applied() == pause());

        ApiException refused = catchThrowableOfType(
                ApiException.class,
                () -> RequestDeadline.in(Duration.ofMillis(20)).during(() -> placements.write(REDIS, () -> "x")));

        assertThat(Status.of(refused.error()).reason()).isEqualTo(StatusReason.TIMEOUT);
    }

    @Test
    void writesEndBeforeTheReplicaIsConsideredDead() {
        AppliedPlacements placements = ready(LONG);
        register.setDown(true);
        ticker.advance(Duration.ofSeconds(9));

        Optional<Duration> left =
                placements.write(REDIS, () -> RequestDeadline.current().left());

        assertThat(left).get().matches(time -> time.compareTo(Duration.ofSeconds(5)) <= 0);
    }

    @Test
    void replicaThatCannotRenewIsUnavailable() {
        AppliedPlacements placements = ready(LONG);
        register.setDown(true);
        ticker.advance(BEYOND);

        assertUnavailable("cannot verify", () -> placements.storeOf(REDIS));
        assertUnavailable("cannot verify", () -> placements.write(REDIS, () -> placements.storeOf(REDIS)));
        await().untilAsserted(() ->
                assertThat(replicas.getFirst().problem()).get().asString().contains("register is down"));

        register.setDown(false);
        awaitReady(placements);
        assertThat(placements.storeOf(REDIS)).isEqualTo(OLD);
    }

    @Test
    void replicaReadsOnlyAfterItHasAppliedMissedMoves() throws Exception {
        AppliedPlacements placements = start(LONG, new DeafRecord(record));
        awaitReady(placements);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Future<String> stuck = threads.submit(() -> placements.write(REDIS, () -> {
            begun.countDown();
            awaitLatch(done);
            return "written";
        }));
        awaitLatch(begun);
        register.setDown(true);
        ticker.advance(BEYOND);
        settle(NEW);
        register.setDown(false);

        // The replica renews its entry again, but cannot apply the record yet.
        for (int i = 0; i < 2; i++) {
            String renewal = register.replicas().getFirst().renewal();
            await().until(() -> !register.replicas().getFirst().renewal().equals(renewal));
            assertUnavailable("cannot verify", () -> placements.storeOf(REDIS));
        }

        done.countDown();
        assertThat(await().until(() -> attempt(placements), Optional::isPresent))
                .contains(NEW);
        assertThat(stuck.get()).isEqualTo("written");
    }

    @Test
    void replicaRemovedAsDeadRegistersAgain() {
        AppliedPlacements placements = ready(LONG);
        String name = register.replicas().getFirst().name();
        settle(NEW);
        await().until(() -> applied() == 1);

        register.remove(name);

        await().until(() -> register.replicas().size() == 1 && applied() == 1);
        awaitReady(placements);
    }

    @ParameterizedTest
    @CsvSource({"PAUSED, helmrelease", "MOVED, postgres"})
    void kindThatStaysPausedIsOpenedInItsCurrentStore(Phase phase, String store) {
        AppliedPlacements placements = ready(Duration.ofMillis(1));
        record.set(Placements.NONE.next(REDIS.groupResource(), store, phase));
        await().until(() -> applied() == 1);
        assertUnavailable("are being moved", () -> placements.write(REDIS, () -> "x"));

        ticker.advance(StoreSwitch.LONGEST_PAUSE.plusMillis(1));

        await().untilAsserted(() ->
                assertThat(record.latest().of(REDIS.groupResource())).contains(new Placement(store, Phase.SETTLED, 2)));
        await().untilAsserted(() -> assertThat(attemptToWrite(placements)).contains(store));
    }

    @Test
    void everyPauseHasItsOwnTimeout() {
        ready(LONG);
        await().until(() -> applied() == pause());
        ticker.advance(Duration.ofSeconds(8));
        settle(OLD);
        await().until(() -> applied() == 2);
        long number = pause();
        await().until(() -> applied() == number);
        ticker.advance(Duration.ofSeconds(8));

        settle(NEW);

        await().until(() -> applied() == 4);
        assertThat(record.latest().of(REDIS.groupResource())).contains(new Placement(NEW, Phase.SETTLED, 4));
    }

    @Test
    void recordWithALowerNumberIsNotApplied() {
        AppliedPlacements placements = ready(LONG);
        settle(OLD);
        settle(NEW);
        await().until(() -> applied() == 2);

        record.set(Placements.NONE);
        AppliedPlacements another = start(LONG);

        await().untilAsserted(() ->
                assertThat(replicas.getLast().problem()).get().asString().contains("was reset"));
        assertUnavailable("cannot verify", () -> another.storeOf(REDIS));
        assertThat(placements.storeOf(REDIS)).isEqualTo(NEW);
    }

    @Test
    void killedReplicasAreRemovedFromTheRegister() {
        ready(LONG);
        register.add("killed");

        await().until(() -> {
            ticker.advance(Duration.ofSeconds(1));
            return register.replicas().size() == 1;
        });

        assertThat(register.replicas()).extracting(Replica::name).doesNotContain("killed");
    }

    @Test
    void closedReplicaLeavesTheRegisterAndStopsWriting() {
        AppliedPlacements placements = ready(LONG);

        replicas.removeFirst().close();

        assertThat(register.replicas()).isEmpty();
        assertUnavailable("cannot verify", () -> placements.write(REDIS, () -> placements.storeOf(REDIS)));
    }

    @Test
    void kindInAStoreWithoutMovesIsServedAtOnce() {
        AppliedPlacements placements = new AppliedPlacements(Set.of(NEW, "elsewhere"));

        assertThat(placements.storeOf(REDIS)).isEqualTo(OLD);
        assertThat(placements.find(REDIS)).contains(OLD);
        assertThat(placements.write(REDIS, () -> "written")).isEqualTo("written");
    }

    /** A record that does not notify its followers. */
    private static class DeafRecord implements PlacementRecord {
        private final PlacementRecord record;

        DeafRecord(PlacementRecord record) {
            this.record = record;
        }

        @Override
        public Placements latest() {
            return record.latest();
        }

        @Override
        public void replace(Placements known, Placements next) {
            record.replace(known, next);
        }

        @Override
        public void follow(Consumer<Placements> onChange) {}

        @Override
        public void close() {}
    }

    private AppliedPlacements ready(Duration patience) {
        AppliedPlacements placements = start(patience);
        awaitReady(placements);
        return placements;
    }

    private AppliedPlacements start(Duration patience) {
        return start(patience, record);
    }

    private AppliedPlacements start(Duration patience, PlacementRecord followed) {
        ReplicaLimits limits = new ReplicaLimits(
                Duration.ofMillis(20), TERM, Replica.LIFETIME.minusSeconds(1), patience, StoreSwitch.LONGEST_PAUSE);
        AppliedPlacements placements = new AppliedPlacements(Set.of(OLD, NEW), limits, ticker);
        replicas.add(PlacedReplica.start(placements, followed, register, limits, ticker, new Random()));
        return placements;
    }

    private static void awaitReady(AppliedPlacements placements) {
        await().until(() -> placements.term().holds());
    }

    /** Pauses the kind in the old store, unless it is paused. Returns the record's number. */
    private long pause() {
        Placements latest = record.latest();
        if (latest.of(REDIS.groupResource()).map(Placement::isOpen).orElse(true)) {
            record.set(latest.next(REDIS.groupResource(), OLD, Phase.PAUSED));
        }
        return record.latest().number();
    }

    private long settle(String store) {
        record.set(record.latest().next(REDIS.groupResource(), store, Phase.SETTLED));
        return record.latest().number();
    }

    private long applied() {
        return register.replicas().getFirst().applied();
    }

    private static Optional<String> attempt(AppliedPlacements placements) {
        try {
            return Optional.of(placements.storeOf(REDIS));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> attemptToWrite(AppliedPlacements placements) {
        try {
            return Optional.of(placements.write(REDIS, () -> placements.storeOf(REDIS)));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertUnavailable(String message, ThrowingCallable call) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        Status status = Status.of(refused.error());
        assertThat(status.reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(refused).hasMessageContaining(message);
    }
}
