package dev.chartroom.core.event;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Mirrors Events while this replica holds the Lease. The threads that receive Events only select and queue them. One
 * thread reads releases and writes mirrored Events, at a limited rate. An Event that cannot be mirrored is lost, as
 * usual for Events. The thread is never interrupted, because a write may be in progress.
 */
final class MirrorTerm implements ClusterEvents.Listener, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MirrorTerm.class.getName());

    /** Older Events are not mirrored. This limits the number of writes after a start. */
    static final Duration MAX_AGE = Duration.ofMinutes(10);

    static final Duration REQUEST_INTERVAL = Duration.ofMillis(50);
    static final int REQUEST_BURST = 100;
    /** The beginning of the names of Chartroom's own reporters. */
    private static final String OWN_REPORTER = "chartroom";

    private final ClusterEvents events;
    private final EventApplications applications;
    private final ObjectBudgets budgets;
    private final MirrorCounts counts;
    private final Clock clock;
    private final BooleanSupplier mayWrite;
    private final Runnable onFailure;
    private final KnownEvents known = new KnownEvents();
    private final TokenBucket requests = new TokenBucket(REQUEST_BURST, REQUEST_INTERVAL);
    private final WaitingEvents waiting = new WaitingEvents();
    /** Separate, because most clusters have many more Events about other objects than about releases. */
    private final WaitingEvents waitingOfObjects = new WaitingEvents();

    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("event mirror").unstarted(this::run);
    private boolean isTurnOfObjects = true;
    private volatile boolean closed;
    private volatile Optional<ApiException> failure = Optional.empty();

    /**
     * Creates a term that is not started.
     *
     * @param mayWrite whether this replica still holds the Lease
     * @param onFailure called on any thread when {@link #failure} is no longer empty
     */
    MirrorTerm(
            ClusterEvents events,
            EventApplications applications,
            ObjectBudgets budgets,
            MirrorCounts counts,
            Clock clock,
            BooleanSupplier mayWrite,
            Runnable onFailure) {
        this.events = events;
        this.applications = applications;
        this.budgets = budgets;
        this.counts = counts;
        this.clock = clock;
        this.mayWrite = mayWrite;
        this.onFailure = onFailure;
    }

    void start() {
        thread.start();
    }

    /** Returns why the term mirrors no more Events; empty while it does. */
    Optional<ApiException> failure() {
        return failure;
    }

    @Override
    public void occurred(ClusterEvent event) {
        if (!isSelected(event)) {
            return;
        }
        if (queue(event).offer(event)) {
            wakeUps.release();
        } else {
            counts.add(MirrorOutcome.QUEUE_FULL);
        }
    }

    @Override
    public void failed(ApiException why) {
        failure = Optional.of(why);
        wakeUps.release();
        onFailure.run();
    }

    private boolean isSelected(ClusterEvent event) {
        Instant oldest = clock.instant().minus(MAX_AGE);
        return !event.reporter().startsWith(OWN_REPORTER)
                && !event.occurrences().last().isBefore(oldest)
                && applications.mayExist(event)
                && !known.cover(event);
    }

    private WaitingEvents queue(ClusterEvent event) {
        return EventApplications.isRelease(event.subject()) ? waiting : waitingOfObjects;
    }

    private void run() {
        List<ClusterEvents.Following> followed = new ArrayList<>();
        try {
            // First, so that Events that an earlier term has mirrored cause no writes.
            events.forEachMirrored(known::put);
            for (ClusterEvents.Selection selection : ClusterEvents.Selection.values()) {
                followed.add(events.follow(selection, this));
            }
            while (!closed && failure.isEmpty()) {
                wakeUps.acquire();
                ClusterEvent next = next().orElse(null);
                if (next != null && !closed) {
                    mirror(next);
                }
            }
        } catch (ApiException e) {
            failed(e);
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        } catch (Exception | Error e) {
            // The adapter may throw checked exceptions that it does not declare. Without a failure, this replica would
            // hold the Lease and mirror nothing.
            failed(new ApiException(ApiError.unavailable("the mirrored Events cannot be read: " + e)));
        } finally {
            followed.forEach(ClusterEvents.Following::close);
        }
    }

    /** Takes an Event of each queue in turn, because a user can fill either queue. */
    private Optional<ClusterEvent> next() {
        isTurnOfObjects = !isTurnOfObjects;
        return isTurnOfObjects
                ? waitingOfObjects.poll().or(waiting::poll)
                : waiting.poll().or(waitingOfObjects::poll);
    }

    /** @throws ApiException if Chartroom lacks a right */
    private void mirror(ClusterEvent event) throws InterruptedException {
        try {
            write(event);
        } catch (ApiException e) {
            counts.add(MirrorOutcome.FAILED);
            if (isForbidden(e)) {
                throw e;
            }
            LOG.log(Level.DEBUG, () -> "Chartroom cannot mirror an Event about " + event.subject(), e);
        } catch (RuntimeException e) {
            counts.add(MirrorOutcome.FAILED);
            LOG.log(Level.WARNING, () -> "Chartroom cannot mirror an Event about " + event.subject(), e);
        }
    }

    static boolean isForbidden(ApiException failure) {
        return Status.of(failure.error()).reason() == StatusReason.FORBIDDEN;
    }

    private void write(ClusterEvent event) throws InterruptedException {
        if (known.cover(event)) {
            return;
        }
        if (applications.needsRequest(event)) {
            awaitTurn();
        }
        EventSubject application = applications.find(event).orElse(null);
        if (application == null) {
            return;
        }
        if (!budgets.take(application)) {
            counts.add(MirrorOutcome.RATE_LIMITED);
            return;
        }
        awaitTurn();
        if (!mayWrite.getAsBoolean()) {
            // Another replica may hold the Lease now, and mirrors the Event.
            return;
        }
        MirroredEvent mirrored = EventMirroring.mirrored(event, application);
        events.write(mirrored);
        known.put(application.namespace(), mirrored.originalUid(), mirrored.occurrences());
        counts.add(MirrorOutcome.WRITTEN);
    }

    /** Waits until the rate of requests allows one more. */
    private void awaitTurn() throws InterruptedException {
        while (!closed && !requests.take(clock.instant())) {
            Thread.sleep(requests.untilNext(clock.instant()));
        }
    }

    /** Ends the term soon; does not wait for the thread. */
    @Override
    public void close() {
        closed = true;
        wakeUps.release();
    }

    /** Waits until the term has written its last Event, but no longer than the timeout. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        boolean _ = thread.join(timeout);
    }
}
