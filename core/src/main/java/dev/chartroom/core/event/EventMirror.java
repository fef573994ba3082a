package dev.chartroom.core.event;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.LeaderLease;
import dev.chartroom.ports.release.ReleaseLookup;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Repeats Events about releases as Events about their Applications, while this replica holds a Lease. Without the
 * rights on Events or on the Lease, the mirror does nothing except try again every five minutes. Thread-safe.
 */
public final class EventMirror implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(EventMirror.class.getName());

    static final Duration RENEWAL = Duration.ofSeconds(5);
    /** The time without a renewal after which the term ends, as in leader election. */
    static final Duration TERM = Duration.ofSeconds(10);
    /** The pause before the next attempt if Chartroom lacks a right. */
    static final Duration FORBIDDEN_PAUSE = Duration.ofMinutes(5);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30), 0.5);

    private final ClusterEvents events;
    private final ReleaseLookup releases;
    private final LeaderLease lease;
    private final Clock clock;
    private final ObjectBudgets budgets;
    private final MirrorCounts counts = new MirrorCounts();
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("event mirror lease").unstarted(this::run);
    private volatile MirroredKinds kinds = MirroredKinds.NONE;
    private volatile boolean closed;

    /** The running term. Used only by the thread, like the fields below. */
    private @Nullable MirrorTerm term;
    /** The time at which the last successful renewal began. */
    private volatile Instant heldAt = Instant.EPOCH;
    /** The time at which the last term began. */
    private Instant begunAt = Instant.EPOCH;
    /** The kinds at that time. */
    private MirroredKinds begunWith = MirroredKinds.NONE;

    private int failures;
    private boolean hasWarned;

    private EventMirror(ClusterEvents events, ReleaseLookup releases, LeaderLease lease, Clock clock) {
        this.events = events;
        this.releases = releases;
        this.lease = lease;
        this.clock = clock;
        this.budgets = new ObjectBudgets(clock);
    }

    /** Starts without kinds, in the background. */
    public static EventMirror start(ClusterEvents events, ReleaseLookup releases, LeaderLease lease, Clock clock) {
        EventMirror mirror = new EventMirror(events, releases, lease, clock);
        mirror.thread.start();
        return mirror;
    }

    /**
     * Sets the kinds whose objects get mirrored Events.
     *
     * @param hasReleases returns whether the objects of a kind have releases now
     */
    public void use(KindRegistry registry, Predicate<ApplicationKind> hasReleases) {
        MirroredKinds before = kinds;
        kinds = MirroredKinds.of(registry, hasReleases);
        if (!before.include(kinds)) {
            wakeUps.release();
        }
    }

    /** Returns the number of Events by their outcome. */
    public MirrorCounts counts() {
        return counts;
    }

    /** Ends the mirror, and gives up the Lease. Waits a few seconds at most. */
    @Override
    public void close() {
        closed = true;
        wakeUps.release();
        try {
            boolean _ = thread.join(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            hold();
        } finally {
            MirrorTerm running = term;
            if (running != null) {
                running.close();
            }
        }
    }

    private void hold() {
        try {
            while (!closed) {
                Duration pause = step();
                if (wakeUps.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    wakeUps.drainPermits();
                }
            }
            endTerm();
            lease.release();
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        }
    }

    /** Renews the Lease, and begins or ends the term. Returns the pause before the next step. */
    private Duration step() throws InterruptedException {
        try {
            MirrorTerm running = term;
            if (running != null && running.failure().isPresent()) {
                throw running.failure().get();
            }
            // Before the renewal, because other replicas count from its arrival at the API server.
            Instant renewedAt = clock.instant();
            if (!lease.hold()) {
                endTerm();
                failures = 0;
                return RENEWAL;
            }
            heldAt = renewedAt;
            if (running != null) {
                // Only now, so that the pauses grow if each new term fails at once.
                failures = 0;
            }
            begin(kinds);
            return RENEWAL;
        } catch (ApiException e) {
            return failed(e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "Chartroom cannot mirror Events, and retries", e);
            endTerm();
            return FORBIDDEN_PAUSE;
        }
    }

    /**
     * Begins a term, unless one is running. If there is a new kind, a new term replaces the running one, because only a
     * new term reads the existing Events.
     */
    private void begin(MirroredKinds now) throws InterruptedException {
        boolean isYoung = clock.instant().isBefore(begunAt.plus(RENEWAL));
        if (now.isEmpty() || term != null && (isYoung || begunWith.include(now))) {
            return;
        }
        endTerm();
        begunWith = now;
        begunAt = clock.instant();
        EventApplications applications = new EventApplications(releases, () -> kinds, clock);
        MirrorTerm next = new MirrorTerm(events, applications, budgets, counts, clock, this::holds, wakeUps::release);
        term = next;
        next.start();
    }

    /** Returns whether no other replica can hold the Lease. The renewal itself may take long. */
    private boolean holds() {
        return clock.instant().isBefore(heldAt.plus(TERM));
    }

    private Duration failed(ApiException failure) throws InterruptedException {
        failures++;
        if (MirrorTerm.isForbidden(failure)) {
            endTerm();
            if (!hasWarned) {
                hasWarned = true;
                LOG.log(
                        Level.WARNING,
                        "Chartroom lacks a right, so it does not mirror the Events of releases: {0}",
                        failure.getMessage());
            }
            return FORBIDDEN_PAUSE;
        }
        MirrorTerm running = term;
        if (running != null && (running.failure().isPresent() || !holds())) {
            endTerm();
        }
        LOG.log(
                failures == 1 ? Level.WARNING : Level.DEBUG,
                "Chartroom cannot mirror Events now, and retries: {0}",
                failure.getMessage());
        return RETRIES.delay(failures, ThreadLocalRandom.current());
    }

    private void endTerm() throws InterruptedException {
        MirrorTerm ended = term;
        if (ended != null) {
            term = null;
            ended.close();
            ended.awaitEnd(CLOSE_TIMEOUT);
        }
    }
}
