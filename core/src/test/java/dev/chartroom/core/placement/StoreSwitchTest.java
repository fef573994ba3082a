package dev.chartroom.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placement.Phase;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.placement.PlacementsInMemory;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicasInMemory;
import dev.chartroom.ports.storage.Kinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StoreSwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String OLD = "helmrelease";
    private static final String NEW = "postgres";
    private static final ApplicationKind REDIS = Kinds.redis();

    private final SteppedTicker ticker = new SteppedTicker();
    private final PlacementsInMemory record = new PlacementsInMemory();
    private final ReplicasInMemory register = new ReplicasInMemory();
    private final StoreSwitch stores = new StoreSwitch(record, register, ticker);

    /** A replica that applies the record. It takes one step during each wait of the tested switch. */
    private final class Follower implements Runnable {
        private final String name;
        private final List<Optional<Placement>> seen = new ArrayList<>();
        private boolean following = true;
        private boolean alive = true;
        private Placements next = Placements.NONE;

        Follower(String name) {
            this.name = name;
            register.add(name);
            ticker.meanwhile(this);
        }

        @Override
        public void run() {
            if (alive) {
                // The replica reports the record that it read in the previous step, because a real replica does not
                // apply a record at once.
                register.renew(name, next.number());
                if (following && !record.latest().equals(next)) {
                    next = record.latest();
                    seen.add(next.of(REDIS.groupResource()));
                }
            }
        }

        List<Phase> phases() {
            return seen.stream().flatMap(Optional::stream).map(Placement::phase).toList();
        }

        long applied() {
            return register.replicas().stream()
                    .filter(replica -> replica.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .applied();
        }
    }

    @Test
    void pauseStopsWritesInTheStoreOfTheDefinition() {
        Follower a = new Follower("a");
        Follower b = new Follower("b");

        try (StoreSwitch.Pause _ = stores.pause(REDIS, PATIENCE)) {
            assertThat(stores.placement(REDIS))
                    .get()
                    .matches(placement -> placement.phase() == Phase.PAUSED
                            && placement.store().equals(OLD));
            assertThat(List.of(a.applied(), b.applied()))
                    .containsOnly(record.latest().number());
        }
    }

    @Test
    void duringAMoveEveryReplicaIsPausedThenMovedThenSettled() {
        Follower a = new Follower("a");
        Follower b = new Follower("b");

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
        }

        assertSettled(NEW);
        assertThat(a.phases()).containsExactly(Phase.PAUSED, Phase.MOVED, Phase.SETTLED);
        assertThat(b.phases()).containsExactly(Phase.PAUSED, Phase.MOVED, Phase.SETTLED);
        assertThat(b.applied()).isEqualTo(record.latest().number());
    }

    @Test
    void slowReplicaIsAwaitedAtEachStep() {
        Follower fast = new Follower("fast");
        Follower slow = new Follower("slow");
        slow.following = false;
        int[] looks = {0};
        ticker.meanwhile(() -> slow.following = ++looks[0] % 15 == 0);

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
            assertThat(pause.length()).isBetween(Duration.ofMillis(600), PATIENCE);
        }

        assertThat(fast.phases()).containsExactly(Phase.PAUSED, Phase.MOVED, Phase.SETTLED);
        assertThat(slow.phases()).containsExactly(Phase.PAUSED, Phase.MOVED, Phase.SETTLED);
    }

    @Test
    void moveWithoutReplicasDoesNotWait() {
        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
            assertThat(pause.length()).isZero();
        }

        assertSettled(NEW);
    }

    @Test
    void deadReplicaIsDetectedBeforeThePause() {
        new Follower("alive");
        new Follower("dead").alive = false;

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
            assertThat(pause.length()).isLessThan(Duration.ofSeconds(1));
        }

        assertSettled(NEW);
        assertThat(ticker.nanoTime()).isGreaterThan(Replica.LIFETIME.toNanos());
        assertThat(register.replicas()).extracting(Replica::name).containsExactly("alive");
    }

    @Test
    void liveReplicaThatDoesNotFollowPreventsThePause() {
        new Follower("alive");
        new Follower("deaf").following = false;

        assertRefused(StatusReason.TIMEOUT, "deaf", () -> stores.pause(REDIS, PATIENCE));

        assertThat(stores.placement(REDIS)).isEmpty();
    }

    @Test
    void replicaDeathDuringThePauseReopensTheOldStore() {
        Follower dying = new Follower("dying");
        ticker.meanwhile(() -> dying.alive = stores.placement(REDIS).isEmpty());

        assertRefused(StatusReason.TIMEOUT, "dying", () -> stores.pause(REDIS, PATIENCE));

        assertSettled(OLD);
    }

    @Test
    void replicaThatRegistersDuringThePauseIsAwaited() {
        List<Follower> late = new ArrayList<>();
        new Follower("a");
        ticker.meanwhile(() -> {
            if (late.isEmpty() && stores.placement(REDIS).isPresent()) {
                late.add(new Follower("late"));
            }
        });

        try (StoreSwitch.Pause _ = stores.pause(REDIS, PATIENCE)) {
            assertThat(late.getFirst().applied()).isEqualTo(record.latest().number());
        }
    }

    @Test
    void replicaThatDoesNotFollowTheMoveRollsAllReplicasBack() {
        Follower a = new Follower("a");
        Follower b = new Follower("b");

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            b.following = false;
            ticker.meanwhile(() -> b.following |=
                    a.phases().contains(Phase.MOVED) && a.phases().getLast() == Phase.PAUSED);
            assertRefused(StatusReason.TIMEOUT, "b", () -> pause.moveTo(NEW));
            assertThat(b.applied()).isEqualTo(record.latest().number());
        }

        assertSettled(OLD);
        assertThat(a.phases()).containsExactly(Phase.PAUSED, Phase.MOVED, Phase.PAUSED);
        assertThat(b.phases()).containsExactly(Phase.PAUSED, Phase.PAUSED);
    }

    @Test
    void replicaThatOpensLateDoesNotUndoTheMove() {
        Follower a = new Follower("a");
        ticker.meanwhile(() -> a.following =
                stores.placement(REDIS).map(placement -> !placement.isOpen()).orElse(true));

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
        }

        assertSettled(NEW);
    }

    @Test
    void secondMoveOfTheSameKindConflicts() {
        new Follower("a");
        try (StoreSwitch.Pause _ = stores.pause(REDIS, PATIENCE)) {
            // The other process keeps updating the record.
            ticker.meanwhile(() -> record.set(record.latest().next(REDIS.groupResource(), OLD, Phase.PAUSED)));
            assertRefused(StatusReason.CONFLICT, "another process", () -> stores.pause(REDIS, PATIENCE));
        }
    }

    @Test
    void pauseOfADeadProcessIsTakenOverAfterItsTimeout() {
        record.set(Placements.NONE.next(REDIS.groupResource(), OLD, Phase.PAUSED));

        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            pause.moveTo(NEW);
        }

        assertSettled(NEW);
        assertThat(ticker.nanoTime()).isGreaterThan(StoreSwitch.LONGEST_PAUSE.toNanos());
    }

    @Test
    void moveAfterReplicasEndedThePauseConflicts() {
        new Follower("a");
        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            record.set(record.latest().next(REDIS.groupResource(), OLD, Phase.SETTLED));
            assertRefused(StatusReason.CONFLICT, "this pause has ended", () -> pause.moveTo(NEW));
        }

        assertSettled(OLD);
    }

    @Test
    void endedPauseDoesNotAffectALaterOne() {
        new Follower("a");
        StoreSwitch.Pause late = stores.pause(REDIS, PATIENCE);
        record.set(record.latest().next(REDIS.groupResource(), OLD, Phase.SETTLED));
        try (StoreSwitch.Pause another = stores.pause(REDIS, PATIENCE)) {
            assertRefused(StatusReason.CONFLICT, "this pause has ended", () -> late.moveTo("elsewhere"));
            late.close();
            another.moveTo(NEW);
        }

        assertSettled(NEW);
    }

    @Test
    void twoKindsMayMoveAtTheSameTime() {
        new Follower("a");
        ApplicationKind other = Kinds.postgres();
        try (StoreSwitch.Pause one = stores.pause(REDIS, PATIENCE);
                StoreSwitch.Pause two = stores.pause(other, PATIENCE)) {
            one.moveTo(NEW);
            two.moveTo(NEW);
        }

        assertSettled(NEW);
        assertThat(stores.placement(other)).get().matches(Placement::isOpen);
    }

    @Test
    void lostAnswerOfTheRecordDoesNotAbortTheMove() {
        new Follower("a");
        try (StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE)) {
            record.loseNextAnswer();
            pause.moveTo(NEW);
        }

        assertSettled(NEW);
        assertThat(record.latest().number()).isEqualTo(4);
    }

    @Test
    void recordWithALowerNumberThanAReplicaHasAppliedIsRejected() {
        register.add("a");
        ticker.meanwhile(() -> register.renew("a", 17));

        assertRefused(StatusReason.INTERNAL_ERROR, "was reset", () -> stores.pause(REDIS, PATIENCE));

        assertThat(stores.placement(REDIS)).isEmpty();
    }

    @Test
    void moveFailsWithConflictIfThePauseHasEnded() {
        new Follower("a");
        StoreSwitch.Pause over = stores.pause(REDIS, PATIENCE);
        over.close();

        assertRefused(StatusReason.CONFLICT, "this pause has ended", () -> over.moveTo(NEW));

        assertSettled(OLD);
    }

    @Test
    void pauseLengthStopsGrowingWhenThePauseCloses() {
        new Follower("a");
        StoreSwitch.Pause pause = stores.pause(REDIS, PATIENCE);
        Duration before = pause.length();
        ticker.advance(Duration.ofMillis(300));
        assertThat(pause.length()).isEqualTo(before.plusMillis(300));
        pause.close();
        ticker.advance(Duration.ofMillis(300));

        assertThat(pause.length()).isEqualTo(before.plusMillis(300));
        assertSettled(OLD);
    }

    private void assertSettled(String store) {
        assertThat(stores.placement(REDIS))
                .get()
                .matches(placement -> placement.isOpen() && placement.store().equals(store));
    }

    private static void assertRefused(StatusReason reason, String message, ThrowingCallable call) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        assertThat(Status.of(refused.error()).reason()).isEqualTo(reason);
        assertThat(refused).hasMessageContaining(message);
    }
}
