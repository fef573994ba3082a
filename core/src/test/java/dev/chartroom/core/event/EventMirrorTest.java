package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.LeaderLease;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventMirrorTest {
    private static final ClusterEvent EVENT = TestEvents.event("a", TestEvents.release("redis-cart", "uid-cart"), 1);
    private final ApiException forbidden =
            new ApiException(ApiError.plain(StatusReason.FORBIDDEN, "User \"chartroom\" cannot list events"));
    private final ApiException unavailable = new ApiException(ApiError.unavailable("down"));

    private final SteppedClock clock = new SteppedClock(TestEvents.NOW);
    private final ReleasesByName releases = new ReleasesByName();
    private final ScriptedEvents events = new ScriptedEvents();
    private final ScriptedLease lease = new ScriptedLease(clock);
    private final EventMirror mirror = EventMirror.start(events, releases, lease, clock);

    private static final class ScriptedLease implements LeaderLease {
        private final SteppedClock clock;
        private volatile Duration renewal = Duration.ZERO;
        private volatile boolean isFree = true;
        private volatile Optional<ApiException> failure = Optional.empty();
        private volatile boolean isReleased;
        private final AtomicInteger attempts = new AtomicInteger();

        ScriptedLease(SteppedClock clock) {
            this.clock = clock;
        }

        @Override
        public boolean hold() {
            clock.advance(renewal);
            attempts.incrementAndGet();
            failure.ifPresent(error -> {
                throw error;
            });
            return isFree;
        }

        @Override
        public void release() {
            isReleased = true;
        }
    }

    @BeforeEach
    void createRelease() {
        releases.put(TestEvents.release(Kinds.redis(), TestEvents.NAMESPACE, "cart"));
    }

    @AfterEach
    void stop() {
        mirror.close();
    }

    @Test
    void holderOfTheLeaseMirrors() {
        use(Kinds.redis());

        events.report(EVENT);

        await().until(() -> mirror.counts().of(MirrorOutcome.WRITTEN) == 1);
    }

    @Test
    void otherReplicaDoesNotFollowEvents() {
        lease.isFree = false;
        int before = lease.attempts.get();
        use(Kinds.redis());

        await().until(() -> lease.attempts.get() > before);
        assertThat(events.terms()).isZero();
    }

    /** Otherwise the existing Events of kinds that are read after the start would be ignored. */
    @Test
    void mirrorWaitsForKindsAndReadsExistingEventsAgainForANewKind() {
        await().until(() -> lease.attempts.get() > 0);
        assertThat(events.terms()).isZero();
        use(Kinds.redis());
        await().until(events::isFollowed);

        clock.advance(EventMirror.RENEWAL);
        use(Kinds.redis(), Kinds.postgres());

        await().until(() -> events.terms() == 2);
    }

    @Test
    void withdrawnOrChangedKindDoesNotRestartTheTerm() {
        use(Kinds.redis(), Kinds.postgres());
        await().until(events::isFollowed);

        clock.advance(EventMirror.RENEWAL);
        use(Kinds.described(Kinds.redis(), "another"));
        events.report(EVENT);

        await().until(() -> mirror.counts().of(MirrorOutcome.WRITTEN) == 1);
        assertThat(events.terms()).isEqualTo(1);
    }

    @Test
    void withoutTheRightToListEventsThereIsOneAttempt() {
        events.failLists(Optional.of(forbidden));
        await().until(() -> lease.attempts.get() > 0);
        use(Kinds.redis());

        await().until(() -> events.terms() == 1);
        await().during(Duration.ofMillis(1_500)).until(() -> events.terms() == 1);
    }

    @Test
    void failedTermIsRepeated() {
        use(Kinds.redis());
        await().until(events::isFollowed);

        events.fail(unavailable);

        await().until(() -> events.terms() == 2);
        events.report(EVENT);
        await().until(() -> mirror.counts().of(MirrorOutcome.WRITTEN) == 1);
    }

    @Test
    void termOutlivesAShortOutageOfTheLease() {
        use(Kinds.redis());
        await().until(events::isFollowed);
        lease.failure = Optional.of(unavailable);
        wake();
        assertThat(events.isFollowed()).isTrue();

        clock.advance(EventMirror.TERM);
        wake();

        await().until(() -> !events.isFollowed());
    }

    /** The Lease may have expired before the answer arrived. */
    @Test
    void replicaWritesNothingIfTheRenewalTookAsLongAsATerm() {
        lease.renewal = EventMirror.TERM;
        use(Kinds.redis());
        await().until(events::isFollowed);

        events.report(EVENT);

        await().during(Duration.ofMillis(300)).until(() -> mirror.counts().of(MirrorOutcome.WRITTEN) == 0);
    }

    @Test
    void lostLeaseEndsTheTerm() {
        use(Kinds.redis());
        await().until(events::isFollowed);

        lease.isFree = false;
        wake();

        await().until(() -> !events.isFollowed());
    }

    @Test
    void closedMirrorGivesUpTheLease() {
        use(Kinds.redis());
        await().until(events::isFollowed);

        mirror.close();

        assertThat(lease.isReleased).isTrue();
        assertThat(events.isFollowed()).isFalse();
    }

    /** Causes a step: kinds are added after all kinds were removed. */
    private void wake() {
        int before = lease.attempts.get();
        use();
        use(Kinds.redis());
        await().until(() -> lease.attempts.get() > before);
    }

    private void use(ApplicationKind... kinds) {
        mirror.use(
                KindRegistry.assemble(Stream.of(kinds)
                        .<Declaration>map(
                                kind -> new Declaration.Valid(kind.names().plural(), kind))
                        .toList()),
                _ -> true);
    }
}
