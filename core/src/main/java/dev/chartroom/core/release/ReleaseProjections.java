package dev.chartroom.core.release;

import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps a release for each object, for each kind whose definition requests such releases. Each kind has its own
 * thread, on every replica. Thread-safe.
 */
public final class ReleaseProjections implements AutoCloseable {
    private static final KindUpkeep.Task TASK = new KindUpkeep.Task(
            "release projection",
            "Chartroom cannot reconcile the releases of this kind, and retries",
            // The first delay is MIN_SURVEY_INTERVAL. After a shorter delay, the step would only return a pause. Such a
            // step counts as a success, and would reset the backoff.
            new Backoff(KindProjection.MIN_SURVEY_INTERVAL, 2, Duration.ofSeconds(30), 0.5));

    private final Function<ApplicationKind, Optional<String>> storeOf;
    private final KindUpkeep<ProjectionProgress> projections;

    /** @param storeOf returns the store that has a kind's objects now; empty if the store is not known */
    public ReleaseProjections(
            ProjectedStores stores, Function<ApplicationKind, Optional<String>> storeOf, Clock clock) {
        this.storeOf = storeOf;
        this.projections = new KindUpkeep<>(TASK, ProjectionProgress.NONE, () -> {
            DueNames due = new DueNames();
            return (kind, wake) -> new KindProjection(kind, stores, due, clock, wake);
        });
    }

    /**
     * @param kinds all kinds that are served now; projections of other kinds end, and projections of changed kinds
     *     restart
     */
    public void use(List<ApplicationKind> kinds) {
        projections.use(kinds.stream()
                .filter(kind -> isProjected(kind, storeOf.apply(kind)))
                .map(ApplicationKind::stored)
                .toList());
    }

    /**
     * Returns whether releases are kept for a kind's objects. They are kept if the definition requests releases, and
     * the objects are not themselves stored as releases.
     *
     * @param store the store that has the objects now; empty if the store is not known
     */
    public static boolean isProjected(ApplicationKind kind, Optional<String> store) {
        return kind.release().isProjected()
                && store.filter(name -> !name.equals(StoreNames.HELM_RELEASE)).isPresent();
    }

    /** Returns the progress of a kind's projection; empty if its definition requests no projection. */
    public Optional<ProjectionProgress> progress(ApplicationKind kind) {
        return projections.progress(kind);
    }

    @Override
    public void close() {
        projections.close();
    }
}
