package dev.chartroom.core.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ServedApplication;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the releases of one kind in line with its objects, in steps. The first step compares all objects and releases,
 * and writes nothing. Later steps process the changes that the watches of objects and releases send. If a watch ends,
 * the first step is repeated. One thread runs the steps.
 */
final class KindProjection implements Upkeep<ProjectionProgress> {
    private static final System.Logger LOG = System.getLogger(KindProjection.class.getName());

    /** The interval between checks whether the cache holds the kind. */
    static final Duration CACHE_POLL_INTERVAL = Duration.ofMillis(200);
    /** The minimum time between two starts of a comparison of all objects and releases. */
    static final Duration MIN_SURVEY_INTERVAL = Duration.ofSeconds(1);
    /** The longest pause between two steps. A change ends the pause. */
    static final Duration MAX_PAUSE = Duration.ofMinutes(10);
    /**
     * The maximum number of objects for which a warning is logged. If more objects fail at a time, the failures have a
     * common cause.
     */
    private static final int MAX_WARNINGS = 20;
    /** The codes of errors whose cause is not the object itself. */
    private static final Set<Integer> RETRIABLE_CODES = Set.of(
            StatusReason.SERVICE_UNAVAILABLE.code(),
            StatusReason.TIMEOUT.code(),
            StatusReason.TOO_MANY_REQUESTS.code());

    private final ApplicationKind kind;
    private final ProjectedStores stores;
    private final Clock clock;
    private final FollowedNames names;
    private final ObjectProjection objects;
    private final DueNames due;
    /** The missing objects whose releases are kept, because the deletion of the objects was not observed. */
    private final Set<NamespacedName> orphaned = ConcurrentHashMap.newKeySet();

    private Instant begun = Instant.EPOCH;

    /**
     * @param due the names that the previous projection has not processed yet
     * @param wake an action that ends the pause before the next step; called on any thread
     */
    KindProjection(ApplicationKind kind, ProjectedStores stores, DueNames due, Clock clock, Runnable wake) {
        this.kind = kind;
        this.stores = stores;
        this.due = due;
        this.clock = clock;
        this.names = new FollowedNames(kind, stores, due, wake);
        this.objects = new ObjectProjection(kind, stores);
    }

    /**
     * Compares all objects with their releases, or brings one object and its release in line.
     *
     * @return the pause before the next step
     * @throws ApiException if objects or releases cannot be reached
     */
    @Override
    public Duration step() {
        if (names.needsRestart()) {
            Duration pause = Duration.between(clock.instant(), begun.plus(MIN_SURVEY_INTERVAL));
            if (pause.isPositive()) {
                return pause;
            }
            if (!stores.isCached().test(kind)) {
                return CACHE_POLL_INTERVAL;
            }
            begin();
        }
        DueNames.Due next = due.take(clock.instant()).orElse(null);
        if (next == null) {
            return due.untilNext(clock.instant(), MAX_PAUSE);
        }
        bringInLine(next);
        return Duration.ZERO;
    }

    @Override
    public ProjectionProgress progress() {
        return new ProjectionProgress(due.waiting(), due.failed(), orphaned.size());
    }

    private void begin() {
        begun = clock.instant();
        try {
            survey(names.restart());
        } catch (RuntimeException e) {
            names.requestRestart();
            throw e;
        }
    }

    private void survey(List<ServedApplication> existing) {
        Set<NamespacedName> unreleased = new HashSet<>();
        existing.forEach(object -> unreleased.add(object.namespacedName()));
        stores.releases().forEach(kind, (name, release) -> {
            unreleased.remove(name);
            if (!objects.isInLine(name, release)) {
                due.add(name);
            }
        });
        unreleased.forEach(due::add);
        orphaned.clear();
        LOG.log(
                Level.INFO,
                "{0}: the releases of {1} of {2} objects must be reconciled",
                kind.groupResource(),
                due.waiting(),
                existing.size());
    }

    private void bringInLine(DueNames.Due taken) {
        NamespacedName name = taken.name();
        try {
            if (objects.bringInLine(name, taken.wasDeleted())) {
                orphaned.remove(name);
            } else if (orphaned.add(name) && orphaned.size() <= MAX_WARNINGS) {
                LOG.log(
                        Level.WARNING,
                        "{0} {1}/{2}: the object does not exist, but Chartroom keeps its release because it did not"
                                + " observe the deletion; to uninstall the release, delete the HelmRelease",
                        kind.groupResource(),
                        name.namespace(),
                        name.name());
            }
            due.succeeded(taken);
        } catch (ApiException e) {
            if (RETRIABLE_CODES.contains(Status.of(e.error()).code())) {
                due.putBack(taken);
                throw e;
            }
            int times = due.failed(taken, clock.instant());
            boolean isNews = times == 1 && due.failed() <= MAX_WARNINGS && !(e.error() instanceof ApiError.Conflict);
            LOG.log(
                    isNews ? Level.WARNING : Level.DEBUG,
                    "{0} {1}/{2}: Chartroom cannot reconcile its release: {3}",
                    kind.groupResource(),
                    name.namespace(),
                    name.name(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        names.close();
    }
}
