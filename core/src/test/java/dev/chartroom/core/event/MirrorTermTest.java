package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MirrorTermTest {
    private static final EventSubject RELEASE = TestEvents.release("redis-cart", "uid-cart");
    private static final ClusterEvent LAST = TestEvents.event("last", RELEASE, 1);
    private final ApiException forbidden =
            new ApiException(ApiError.plain(StatusReason.FORBIDDEN, "User \"chartroom\" cannot create events"));

    private final SteppedClock clock = new SteppedClock(TestEvents.NOW);
    private final ReleasesByName releases = new ReleasesByName();
    private final ScriptedEvents events = new ScriptedEvents();
    private final MirrorCounts counts = new MirrorCounts();
    private final AtomicInteger leaseChecks = new AtomicInteger();
    private volatile boolean holdsLease = true;
    private final MirrorTerm term = new MirrorTerm(
            events,
            new EventApplications(releases, () -> new MirroredKinds(List.of(Kinds.redis())), clock),
            new ObjectBudgets(clock),
            counts,
            clock,
            () -> {
                leaseChecks.incrementAndGet();
                return holdsLease;
            },
            () -> {});

    @BeforeEach
    void start() {
        releases.put(
                TestEvents.release(Kinds.redis(), TestEvents.NAMESPACE, "cart", "team-a_redis-cart_apps_Deployment"));
    }

    @AfterEach
    void stop() {
        events.release();
        term.close();
    }

    @Test
    void eventsOfTheReleaseAndOfItsObjectsAreMirrored() {
        term.start();

        events.report(
                TestEvents.event("a", RELEASE, 1),
                TestEvents.event("b", TestEvents.deployment("redis-cart"), 1),
                TestEvents.event("c", TestEvents.deployment("foreign"), 1));

        await().until(() -> events.written().size() == 2);
        assertThat(events.written())
                .extracting(MirroredEvent::message)
                .containsExactlyInAnyOrder("it failed", "Deployment redis-cart: it failed");
        assertThat(counts.of(MirrorOutcome.WRITTEN)).isEqualTo(2);
    }

    /** The renewal of the Lease may hang while another replica takes it over. */
    @Test
    void eventIsNotMirroredAfterTheLeaseMayBeLost() throws InterruptedException {
        holdsLease = false;
        term.start();

        events.report(LAST);
        await().until(() -> leaseChecks.get() == 1);

        term.close();
        term.awaitEnd(Duration.ofSeconds(10));
        assertThat(events.written()).isEmpty();
    }

    @Test
    void anyErrorEndsTheTermWithAFailure() {
        events.failListsWith(new AssertionError("broken"));

        term.start();

        await().until(() -> term.failure().isPresent());
        assertThat(term.failure().orElseThrow()).hasMessageContaining("broken");
    }

    @Test
    void repeatedEventUpdatesTheMirroredEvent() {
        term.start();

        events.report(
                TestEvents.event("a", RELEASE, 1),
                TestEvents.event("a", RELEASE, 1),
                TestEvents.event("a", RELEASE, 4));

        await().until(() -> events.written().size() == 2);
        assertThat(events.written())
                .extracting(event -> event.occurrences().count())
                .containsExactly(1L, 4L);
        assertThat(events.written())
                .extracting(MirroredEvent::name)
                .containsOnly(events.written().getFirst().name());
    }

    @Test
    void eventThatAnEarlierTermMirroredCausesNoWrite() {
        events.exist("a", new Occurrences(TestEvents.NOW, TestEvents.NOW, 2));
        term.start();

        events.report(TestEvents.event("a", RELEASE, 2), TestEvents.event("b", RELEASE, 1), LAST);

        awaitLast();
        assertThat(events.written()).extracting(MirroredEvent::originalUid).containsExactly("b", "last");
    }

    @ParameterizedTest
    @ValueSource(strings = {MirroredEvent.REPORTER, "chartroom"})
    void eventOfChartroomIsNotMirrored(String reporter) {
        term.start();

        events.report(TestEvents.event("a", RELEASE, reporter, LAST.occurrences()), LAST);

        awaitLast();
        assertThat(events.written()).hasSize(1);
    }

    @Test
    void oldEventIsNotMirrored() {
        Instant old = TestEvents.NOW.minus(MirrorTerm.MAX_AGE).minusSeconds(1);
        term.start();

        events.report(
                TestEvents.event("old", RELEASE, "", new Occurrences(old, old, 1)),
                TestEvents.event("repeated", RELEASE, "", new Occurrences(old, TestEvents.NOW, 2)),
                LAST);

        awaitLast();
        assertThat(events.written()).extracting(MirroredEvent::originalUid).containsExactly("repeated", "last");
    }

    @Test
    void eventsBeyondTheLimitOfTheApplicationAreCounted() {
        releases.put(TestEvents.release(Kinds.redis(), TestEvents.NAMESPACE, "other"));
        term.start();

        for (int i = 0; i < ObjectBudgets.BURST + 5; i++) {
            events.report(TestEvents.event("n" + i, RELEASE, 1));
        }
        events.report(TestEvents.event("last", TestEvents.release("redis-other", ""), 1));

        awaitLast();
        assertThat(events.written()).hasSize(ObjectBudgets.BURST + 1);
        assertThat(counts.of(MirrorOutcome.RATE_LIMITED)).isEqualTo(5);
    }

    @Test
    void eventsBeyondTheQueueAreCountedAndDoNotBlock() {
        events.hold();
        term.start();
        events.report(TestEvents.event("first", RELEASE, 1));

        for (int i = 0; i < WaitingEvents.MAX_IN_NAMESPACE + 7; i++) {
            events.report(TestEvents.event("n" + i, RELEASE, 1));
        }

        // The thread may have taken the first Event out of the queue, or not yet.
        assertThat(counts.of(MirrorOutcome.QUEUE_FULL)).isBetween(7L, 8L);
    }

    @Test
    void failedWriteIsCountedAndTheTermContinues() {
        events.failWrites(Optional.of(new ApiException(ApiError.unavailable("exceeded quota"))));
        term.start();
        events.report(TestEvents.event("a", RELEASE, 1));
        await().until(() -> counts.of(MirrorOutcome.FAILED) == 1);

        events.failWrites(Optional.empty());
        events.report(LAST);

        awaitLast();
        assertThat(term.failure()).isEmpty();
    }

    @Test
    void unreadableReleaseIsCountedAndTheTermContinues() {
        releases.fail(true);
        term.start();
        events.report(TestEvents.event("a", RELEASE, 1));
        await().until(() -> counts.of(MirrorOutcome.FAILED) == 1);

        releases.fail(false);
        events.report(LAST);

        awaitLast();
    }

    @Test
    void withoutTheRightToWriteTheTermFails() {
        events.failWrites(Optional.of(forbidden));
        term.start();
        events.report(TestEvents.event("a", RELEASE, 1));

        await().until(() -> term.failure().isPresent());
        await().until(() -> !events.isFollowed());
        assertThat(term.failure()).hasValue(forbidden);
    }

    @Test
    void closedTermFollowsNoEvents() throws InterruptedException {
        term.start();
        await().until(events::isFollowed);

        term.close();
        term.awaitEnd(Duration.ofSeconds(10));

        assertThat(events.isFollowed()).isFalse();
    }

    private void awaitLast() {
        await().until(() ->
                events.written().stream().anyMatch(event -> event.originalUid().equals(LAST.uid())));
    }
}
