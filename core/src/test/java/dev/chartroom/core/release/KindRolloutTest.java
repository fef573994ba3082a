package dev.chartroom.core.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KindRolloutTest {
    /** The rollout allows six updates in a minute, so one update in ten seconds. */
    private static final Duration PACE = Duration.ofSeconds(10);

    private static final ApplicationKind BEFORE = RolloutKinds.lamp("5m", new Rollout(6, 1, false));
    private static final ApplicationKind AFTER = RolloutKinds.lamp("9m", new Rollout(6, 1, false));

    private final ReleasesInMemory releases = new ReleasesInMemory();
    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));

    @Test
    void releasesAreUpdatedInNameOrderAtTheRate() {
        create("a", "b", "c");
        KindRollout rollout = rollout(AFTER);
        List<Duration> times = new ArrayList<>();

        for (int updates = 1; updates <= 3; updates++) {
            runUntilUpdated(rollout, updates);
            times.add(clock.passed());
            releases.flux(releases.updated().getLast(), "True");
        }

        assertThat(releases.updated()).containsExactly("a", "b", "c");
        assertThat(times).containsExactly(Duration.ZERO, PACE, PACE.multipliedBy(2));
        assertThat(releases.stored("c").objectOrEmpty("spec").stringOrEmpty("interval"))
                .isEqualTo("9m0s");
        assertThat(releases.lists()).isEqualTo(1);
    }

    @Test
    void rolloutRestsIfNoReleaseIsOutdated() {
        create("a", "b");

        assertThat(rollout(BEFORE).step()).isEqualTo(KindRollout.SURVEY_INTERVAL);
        assertThat(releases.updated()).isEmpty();
    }

    @Test
    void noFurtherReleaseIsUpdatedWhileOneIsNotReady() {
        create("a", "b");
        KindRollout rollout = rollout(AFTER);
        runUntilUpdated(rollout, 1);

        run(rollout, Duration.ofMinutes(9));
        assertThat(releases.updated()).containsExactly("a");
        assertThat(rollout.progress()).isEqualTo(new RolloutProgress(2, 1, 1, 0));

        releases.flux("a", "False");
        run(rollout, Duration.ofMinutes(9));
        assertThat(releases.updated()).containsExactly("a");

        releases.flux("a", "True");
        run(rollout, Duration.ofSeconds(20));
        assertThat(releases.updated()).containsExactly("a", "b");
    }

    @Test
    void rolloutAllowsTheConfiguredNumberOfUnreadyReleases() {
        create("a", "b", "c", "d");

        run(rollout(RolloutKinds.lamp("9m", new Rollout(6, 3, false))), Duration.ofMinutes(5));

        assertThat(releases.updated()).containsExactly("a", "b", "c");
    }

    @Test
    void releaseUnreadyBeforeTheRolloutDoesNotBlockIt() {
        create("a", "b");
        releases.flux("a", "False");

        run(rollout(AFTER), Duration.ofSeconds(10));

        assertThat(releases.updated()).containsExactly("a", "b");
    }

    @Test
    void unreadyReleaseEditedAfterItsUpdateDoesNotBlockTheRollout() {
        create("a", "b");
        KindRollout rollout = rollout(AFTER);
        runUntilUpdated(rollout, 1);

        releases.edit("a", spec -> spec.with("values", JsonObject.of("broken", new JsonString("yes"))));
        releases.flux("a", "False");
        run(rollout, Duration.ofSeconds(20));

        assertThat(releases.updated()).containsExactly("a", "b");
    }

    @Test
    void fixedDefinitionUpdatesTheBrokenReleaseBeforeOthers() {
        create("a", "b", "c");
        run(rollout(AFTER), Duration.ofMinutes(1));
        releases.flux("a", "False");

        KindRollout fix = rollout(RolloutKinds.lamp("7m", new Rollout(6, 1, false)));
        run(fix, Duration.ofMinutes(1));
        assertThat(releases.updated()).containsExactly("a", "a");

        releases.flux("a", "True");
        run(fix, Duration.ofSeconds(20));
        assertThat(releases.updated()).containsExactly("a", "a", "b");
    }

    @Test
    void restartedRolloutContinuesAtTheRate() {
        create("a", "b", "c");
        runUntilUpdated(rollout(AFTER), 1);
        releases.flux("a", "True");
        clock.advance(Duration.ofSeconds(4));

        KindRollout restarted = rollout(AFTER);
        Duration pause = restarted.step();

        assertThat(pause).isEqualTo(Duration.ofSeconds(6));
        run(restarted, pause);
        assertThat(releases.updated()).containsExactly("a", "b");
    }

    @Test
    void restartedRolloutStillWaitsForAnUnreadyRelease() {
        create("a", "b");
        runUntilUpdated(rollout(AFTER), 1);

        run(rollout(AFTER), Duration.ofMinutes(5));

        assertThat(releases.updated()).containsExactly("a");
    }

    @Test
    void twoReplicasAreNoFasterThanOne() {
        create("a", "b", "c", "d", "e", "f");
        KindRollout one = rollout(AFTER);
        KindRollout other = rollout(AFTER);
        int updates = 0;

        for (Duration passed = Duration.ZERO;
                passed.compareTo(Duration.ofSeconds(50)) < 0;
                passed = passed.plusSeconds(1)) {
            one.step();
            other.step();
            other.step();
            one.step();
            assertThat(releases.updated().size())
                    .isLessThanOrEqualTo(1 + (int) (passed.toSeconds() / PACE.toSeconds()));
            if (releases.updated().size() > updates) {
                updates = releases.updated().size();
                releases.flux(releases.updated().getLast(), "True");
            }
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(releases.updated()).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void losingWriterSeesWinnersUpdateTime() {
        create("a", "b");
        KindRollout winner = rollout(AFTER);
        releases.beforeReplace(() -> {
            winner.step();
            releases.flux("a", "True");
        });
        KindRollout loser = rollout(AFTER);

        assertThat(loser.step()).isEqualTo(KindRollout.CONFLICT_DELAY);
        clock.advance(KindRollout.CONFLICT_DELAY);
        assertThat(loser.step()).isZero();
        assertThat(loser.step()).isEqualTo(PACE.minus(KindRollout.CONFLICT_DELAY));
        assertThat(releases.updated()).containsExactly("a");
    }

    @Test
    void concurrentlyEditedReleaseIsUpdatedInItsNewState() {
        create("a");
        releases.beforeReplace(() ->
                releases.edit("a", spec -> spec.with("values", JsonObject.of("x", new JsonString("y")))));

        run(rollout(AFTER), Duration.ofSeconds(1));

        JsonObject spec = releases.stored("a").objectOrEmpty("spec");
        assertThat(spec.stringOrEmpty("interval")).isEqualTo("9m0s");
        assertThat(spec.objectOrEmpty("values").stringOrEmpty("x")).isEqualTo("y");
    }

    @Test
    void deletedReleaseIsSkipped() {
        create("a", "b", "c");
        releases.beforeReplace(() -> releases.delete("a"));
        KindRollout rollout = rollout(AFTER);
        rollout.step();
        releases.delete("b");

        run(rollout, Duration.ofSeconds(1));

        assertThat(releases.updated()).containsExactly("c");
    }

    @Test
    void rejectedReleaseIsSkippedAndRetriedLater() {
        create("a", "b");
        releases.refuse("a"::equals);
        KindRollout rollout = rollout(AFTER);
        run(rollout, Duration.ofMinutes(1));
        assertThat(releases.updated()).containsExactly("b");
        assertThat(rollout.progress().refused()).isEqualTo(1);
        releases.flux("b", "True");

        releases.refuse(_ -> false);
        run(rollout, KindRollout.SURVEY_INTERVAL);
        assertThat(releases.updated()).containsExactly("b", "a");
        assertThat(rollout.progress()).isEqualTo(new RolloutProgress(2, 0, 1, 0));
    }

    @Test
    void rolloutRestsAfterThreeRejectedReleases() {
        create("a", "b", "c", "d", "e");
        int[] asked = {0};
        releases.refuse(_ -> ++asked[0] > 0);

        run(rollout(AFTER), Duration.ofMinutes(9));

        assertThat(asked[0]).isEqualTo(3);
    }

    @Test
    void stepFailsWhileTheClusterIsUnreachableAndContinuesLater() {
        create("a", "b");
        KindRollout rollout = rollout(AFTER);
        runUntilUpdated(rollout, 1);
        releases.flux("a", "True");
        clock.advance(PACE);

        releases.failWith(Optional.of(ApiError.unavailable("down")));
        assertThatExceptionOfType(ApiException.class).isThrownBy(rollout::step);
        releases.failWith(Optional.empty());

        run(rollout, Duration.ofSeconds(1));
        assertThat(releases.updated()).containsExactly("a", "b");
    }

    @Test
    void unansweredUpdateIsNotCountedAsRejected() {
        create("a");
        KindRollout rollout = rollout(AFTER);
        releases.beforeReplace(() -> {
            throw new ApiException(ApiError.unavailable("down"));
        });

        assertThatExceptionOfType(ApiException.class).isThrownBy(rollout::step);
        run(rollout, Duration.ofSeconds(1));

        assertThat(releases.updated()).containsExactly("a");
        assertThat(rollout.progress().refused()).isZero();
    }

    @Test
    void pausedRolloutOnlyCountsOutdatedReleases() {
        create("a", "b");
        KindRollout paused = rollout(RolloutKinds.lamp("9m", new Rollout(6, 1, true)));

        run(paused, Duration.ofMinutes(30));

        assertThat(releases.updated()).isEmpty();
        assertThat(paused.progress()).isEqualTo(new RolloutProgress(2, 2, 0, 0));
        assertThat(releases.lists()).isEqualTo(4);
    }

    @Test
    void fastClockOfAnotherReplicaDelaysAnUpdateByAtMostOneInterval() {
        create("a", "b");
        clock.advance(Duration.ofHours(1));
        runUntilUpdated(rollout(AFTER), 1);
        releases.flux("a", "True");
        clock.advance(Duration.ofHours(-1));

        assertThat(rollout(AFTER).step()).isEqualTo(PACE);
    }

    private void create(String... names) {
        for (String name : names) {
            releases.create(BEFORE, name);
        }
    }

    private KindRollout rollout(ApplicationKind kind) {
        return new KindRollout(kind, kind.release().rollout().orElseThrow(), releases, clock);
    }

    /** Takes due steps until the number of updates is reached. */
    private void runUntilUpdated(KindRollout rollout, int updates) {
        for (int steps = 0; releases.updated().size() < updates; steps++) {
            assertThat(steps).as("steps").isLessThan(100);
            Duration pause = rollout.step();
            if (releases.updated().size() < updates) {
                clock.advance(pause);
            }
        }
    }

    /** Takes due steps for the given time. */
    private void run(KindRollout rollout, Duration time) {
        Instant end = clock.instant().plus(time);
        for (Duration pause = rollout.step(); !clock.instant().plus(pause).isAfter(end); pause = rollout.step()) {
            clock.advance(pause);
        }
        clock.advance(Duration.between(clock.instant(), end));
    }
}
