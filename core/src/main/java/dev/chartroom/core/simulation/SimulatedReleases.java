package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.namespace.PagedObjects;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Simulates Flux for the objects of all kinds with releases, on its own thread. Each generation of an object causes two
 * writes: one when the reconciliation begins and one when it ends. The simulation's own writes do not notify it, so they
 * cause no further work.
 */
public final class SimulatedReleases implements AutoCloseable {
    /** The time that an installation or an upgrade takes. */
    public static final Duration RUN = Duration.ofSeconds(2);

    private static final System.Logger LOG = System.getLogger(SimulatedReleases.class.getName());
    private static final WriteOptions OPTIONS = new WriteOptions(false, "chartroom-simulation");
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ApplicationStore store;
    private final Supplier<List<ApplicationKind>> kinds;
    private final SimulationListener listener;
    private final Clock clock;
    private final DueObjects due = new DueObjects();
    private final Semaphore changes = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("simulated-releases").unstarted(this::run);
    /** The ends of the running reconciliations. Used only by the thread. */
    private final Map<DueObjects.Key, Instant> ends = new HashMap<>();
    /** The resources whose existing objects have been listed. Used only by the thread. */
    private Set<GroupResource> listed = new HashSet<>();

    /** Whether the last step failed and was logged. Used only by the thread. */
    private boolean hasWarned;

    private volatile boolean unlisted = true;
    private volatile boolean closed;

    /**
     * @param store the store below the {@link SimulatingApplicationStore}
     * @param kinds returns the kinds that are served now
     */
    public SimulatedReleases(
            ApplicationStore store, Supplier<List<ApplicationKind>> kinds, SimulationListener listener, Clock clock) {
        this.store = store;
        this.kinds = kinds;
        this.listener = listener;
        this.clock = clock;
    }

    /** Starts the thread. It first continues what the last run of the server left unfinished. */
    public void start() {
        thread.start();
    }

    /** Notifies that a client created or changed an object. */
    public void changed(ApplicationKind kind, NamespacedName name) {
        if (kind.hasReleases()) {
            due.add(new DueObjects.Key(kind.groupResource(), name), clock.instant());
            changes.release();
        }
    }

    /** Notifies that the served kinds have changed. A new kind may have objects. */
    public void kindsChanged() {
        unlisted = true;
        changes.release();
    }

    private void run() {
        try {
            while (!closed) {
                Duration pause = runDue();
                if (changes.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    changes.drainPermits();
                }
            }
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        }
    }

    /**
     * Takes every step that is due. The thread calls this method. Without {@link #start}, a caller with a clock of its
     * own can call it.
     *
     * @return the time until the next step is due
     */
    public Duration runDue() {
        if (unlisted) {
            unlisted = false;
            list();
        }
        for (Optional<DueObjects.Key> next = due.take(clock.instant());
                next.isPresent() && !closed;
                next = due.take(clock.instant())) {
            step(next.get());
        }
        return due.untilNext(clock.instant(), LONGEST_PAUSE);
    }

    private void list() {
        Set<GroupResource> served = new HashSet<>();
        for (ApplicationKind kind : kinds.get()) {
            if (kind.hasReleases() && (listed.contains(kind.groupResource()) || list(kind))) {
                served.add(kind.groupResource());
            }
        }
        listed = served;
    }

    private boolean list(ApplicationKind kind) {
        try {
            new PagedObjects(store)
                    .forEach(
                            kind, "", name -> due.add(new DueObjects.Key(kind.groupResource(), name), clock.instant()));
            return true;
        } catch (RuntimeException e) {
            // The next change of the kinds lists them again. Objects that clients change are simulated anyway.
            LOG.log(System.Logger.Level.WARNING, "Dev mode cannot list the " + kind.groupResource(), e);
            return false;
        }
    }

    private void step(DueObjects.Key key) {
        Optional<ApplicationKind> served = kinds.get().stream()
                .filter(kind -> kind.groupResource().equals(key.resource()))
                .findFirst();
        if (served.isEmpty()) {
            ends.remove(key);
            return;
        }
        try {
            step(key, served.get());
            hasWarned = false;
        } catch (RuntimeException e) {
            due.add(key, clock.instant().plus(RETRY));
            boolean isConflict = e instanceof ApiException api
                    && (api.error() instanceof ApiError.Conflict || api.error() instanceof ApiError.NotFound);
            LOG.log(
                    isConflict || hasWarned ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "Dev mode cannot simulate the release of " + key.resource() + " " + key.name()
                            + " and retries in a second",
                    e);
            hasWarned |= !isConflict;
        }
    }

    private void step(DueObjects.Key key, ApplicationKind kind) {
        Optional<StoredApplication> found = store.find(kind, key.name());
        if (found.isEmpty()) {
            ends.remove(key);
            return;
        }
        SimulatedRelease release = new SimulatedRelease(kind, found.get().application());
        Instant now = clock.instant();
        switch (release.phase()) {
            case PENDING -> {
                write(kind, found.get(), release.begun(now));
                ends.put(key, now.plus(RUN));
                due.add(key, now.plus(RUN));
            }
            case RUNNING -> {
                // After a restart, the time of the begin is unknown.
                Instant end = ends.computeIfAbsent(key, _ -> now.plus(RUN));
                if (now.isBefore(end)) {
                    due.add(key, end);
                } else {
                    SimulatedRelease.Step finished = release.finished(now);
                    Application after = write(kind, found.get(), finished);
                    ends.remove(key);
                    listener.happened(kind, after, finished.reason(), finished.message());
                }
            }
            case SETTLED -> ends.remove(key);
        }
    }

    private Application write(ApplicationKind kind, StoredApplication current, SimulatedRelease.Step step) {
        return store.update(kind, current, current.application().withStatus(step.status()), OPTIONS)
                .application();
    }

    /** Stops after the step that is in progress. The next start continues. */
    @Override
    public void close() {
        closed = true;
        changes.release();
        try {
            thread.join(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
