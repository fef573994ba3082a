package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.retry.Backoff;
import dev.chartroom.ports.upkeep.KindUpkeep;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps a release for each object of those kinds whose definition asks for it, each kind on a thread of its own, on every
 * replica. Thread-safe.
 */
public final class ReleaseProjections implements AutoCloseable {
    private static final KindUpkeep.Task TASK = new KindUpkeep.Task(
            "release projection",
            "its releases cannot be kept for the moment",
            // Not before it would begin anew, or each pause would end the row of failures.
            new Backoff(KindProjection.AGAIN, 2, Duration.ofSeconds(30), 0.5));

    private final Function<ApplicationKind, Optional<String>> storeOf;
    private final KindUpkeep<ProjectionProgress> projections;

    /** @param storeOf the store that has a kind's objects now, empty where that is not known */
    public ReleaseProjections(
            ProjectedStores stores, Function<ApplicationKind, Optional<String>> storeOf, Clock clock) {
        this.storeOf = storeOf;
        this.projections = new KindUpkeep<>(TASK, ProjectionProgress.NONE, () -> {
            DueNames due = new DueNames();
            return (kind, wake) -> new KindProjection(kind, stores, due, clock, wake);
        });
    }

    /** @param kinds all that are served now; projections of others end, and those of changed ones begin anew */
    public void use(List<ApplicationKind> kinds) {
        projections.use(kinds.stream()
                .filter(kind -> isProjected(kind, storeOf.apply(kind)))
                .map(ApplicationKind::stored)
                .toList());
    }

    /**
     * Whether releases are kept for a kind's objects, which are none themselves.
     *
     * @param store that has the objects now, empty where that is not known
     */
    public static boolean isProjected(ApplicationKind kind, Optional<String> store) {
        return kind.release().isProjected()
                && store.filter(name -> !name.equals(StoreNames.HELM_RELEASE)).isPresent();
    }

    /** How far the projection of a kind is; empty where its definition asks for none. */
    public Optional<ProjectionProgress> progress(ApplicationKind kind) {
        return projections.progress(kind);
    }

    @Override
    public void close() {
        projections.close();
    }
}
