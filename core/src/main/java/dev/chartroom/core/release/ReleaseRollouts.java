package dev.chartroom.core.release;

import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Updates the releases of each kind whose definition requests rollouts. Each kind has its own thread, on every replica.
 * Thread-safe.
 */
public final class ReleaseRollouts implements AutoCloseable {
    private static final KindUpkeep.Task TASK = new KindUpkeep.Task(
            "release rollout",
            "Chartroom cannot update the releases of this kind to its definition, and retries",
            new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5));

    private final Function<ApplicationKind, Optional<String>> storeOf;
    private final KindUpkeep<RolloutProgress> rollouts;

    /**
     * Handles a kind if its definition stores the objects as releases, or requests releases in addition to the objects.
     */
    public ReleaseRollouts(ReleaseDirectory directory, Clock clock) {
        this(directory, kind -> Optional.of(kind.store()), clock);
    }

    /** @param storeOf returns the store that has a kind's objects now; empty if the store is not known */
    public ReleaseRollouts(
            ReleaseDirectory directory, Function<ApplicationKind, Optional<String>> storeOf, Clock clock) {
        this.storeOf = storeOf;
        this.rollouts = new KindUpkeep<>(
                TASK,
                RolloutProgress.NONE,
                () -> (kind, _) ->
                        new KindRollout(kind, kind.release().rollout().orElseThrow(), directory, clock));
    }

    private boolean hasReleases(ApplicationKind kind) {
        return storeOf.apply(kind)
                .filter(store ->
                        store.equals(StoreNames.HELM_RELEASE) || kind.release().isProjected())
                .isPresent();
    }

    /**
     * Starts the rollouts of kinds with releases. The versions of a kind share one template, so any version will do.
     *
     * @param kinds all kinds that are served now; rollouts of other kinds end, and rollouts of changed kinds restart
     */
    public void use(List<ApplicationKind> kinds) {
        rollouts.use(kinds.stream()
                .filter(kind -> kind.release().rollout().isPresent() && hasReleases(kind))
                .toList());
    }

    /** Returns the progress of a kind's rollout; empty if its definition requests no rollout. */
    public Optional<RolloutProgress> progress(ApplicationKind kind) {
        return rollouts.progress(kind);
    }

    @Override
    public void close() {
        rollouts.close();
    }
}
