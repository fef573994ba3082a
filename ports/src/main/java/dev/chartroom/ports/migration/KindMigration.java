package dev.chartroom.ports.migration;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.StoreSwitch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Moves all objects of a kind from one store to another while they are served. They are copied in rounds, each of what
 * has changed since the one before, and read back; then writes are paused, what is left is copied, and all replicas are
 * told of the other store. It may be interrupted at any point and begun again: what was copied is not copied again. What
 * is left in the first store stays there.
 */
public final class KindMigration {
    private static final int ROUNDS = 20;

    private static final int PAUSES = 5;

    private static final Set<StatusReason> PASSING = Set.of(StatusReason.TIMEOUT, StatusReason.TOO_MANY_REQUESTS);

    private final ApplicationKind kind;
    private final MigratedStore from;
    private final MigratedStore to;
    private final StoreSwitch stores;
    private final Duration longestPause;
    private final Consumer<String> progress;
    private final CopiedObjects objects;

    /**
     * @param longestPause after which writes go on where they were, and it is tried again
     * @param progress gets a sentence for each step
     */
    public KindMigration(
            ApplicationKind kind,
            MigratedStore from,
            MigratedStore to,
            StoreSwitch stores,
            Duration longestPause,
            Consumer<String> progress) {
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.stores = stores;
        this.longestPause = longestPause;
        this.progress = progress;
        this.objects = new CopiedObjects(kind, from, to);
    }

    /**
     * What came of it.
     *
     * @param objects how many were moved
     * @param digest SHA-256, in hex, of all of them, as both stores have them
     * @param pause how long nothing could be written
     */
    public record Outcome(long objects, String digest, Duration pause) {}

    /** What there is to do. Writes nothing. */
    public MigrationPlan plan() {
        return objects.plan();
    }

    /**
     * Moves the kind.
     *
     * @param replaces whether objects in the other store that are not the kind's are removed; for HelmReleases that
     *     uninstalls them
     * @throws MigrationException where it did not come to its end: the kind is served from where it was
     * @throws dev.chartroom.domain.status.ApiException where a store or a replica cannot be reached; likewise
     */
    public Outcome run(boolean replaces) {
        checkPlace();
        MigrationPlan plan = objects.plan();
        progress.accept(plan.toString());
        if (!replaces && !plan.objections().isEmpty()) {
            throw new MigrationException("in " + to.name() + " " + plan.objections());
        }
        plan.superfluous().forEach(objects::remove);
        for (int tries = 1; tries <= PAUSES; tries++) {
            catchUp();
            // What is different now is copied once more; what still is, is a fault.
            if (!objects.differences().isEmpty()) {
                catchUp();
                check(objects.differences());
            }
            progress.accept(objects.count() + " objects copied and read back");
            Optional<Outcome> moved = paused();
            if (moved.isPresent()) {
                return moved.get();
            }
            progress.accept("writes go on after " + longestPause.toMillis() + " ms, which were not enough");
        }
        throw new MigrationException("not copied within a pause of " + longestPause.toMillis() + " ms, which was tried "
                + PAUSES + " times");
    }

    /** Somebody else may have moved it meanwhile: what is in the first store would be out of date then. */
    private void checkPlace() {
        String store = stores.placement(kind).map(Placement::store).orElse(kind.store());
        if (!store.equals(from.name())) {
            throw new MigrationException("it is in " + store);
        }
    }

    private void catchUp() {
        for (int rounds = 1; rounds <= ROUNDS; rounds++) {
            checkPlace();
            CopiedObjects.Round round = objects.round();
            if (round.isShort()) {
                return;
            }
            progress.accept(round.written() + " objects copied");
        }
    }

    /** Empty where there was no time for it. */
    private Optional<Outcome> paused() {
        try (StoreSwitch.Pause pause = stores.pause(kind, longestPause)) {
            checkPlace();
            if (finish(pause)) {
                pause.moveTo(to.name());
                return Optional.of(new Outcome(objects.count(), objects.digest(), pause.length()));
            }
        } catch (ApiException e) {
            if (!PASSING.contains(Status.of(e.error()).reason())) {
                throw e;
            }
            // A replica was late, or a store had too much to do, and everything is as it was.
            progress.accept(String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /**
     * False where there is no time for it. Nobody writes meanwhile but who is behind the stores. What such a one writes to the
     * first store after it was listed is left behind, and to the second one it is a write to the objects as they are then.
     */
    private boolean finish(StoreSwitch.Pause pause) {
        CopiedObjects.Round round = objects.lastRound();
        while (round.unsettled() > 0) {
            if (isTooLong(pause)) {
                return false;
            }
            pause.rest();
            round = objects.roundOfUnsettled();
        }
        check(objects.latestDifferences());
        return !isTooLong(pause);
    }

    private void check(String differences) {
        if (!differences.isEmpty()) {
            throw new MigrationException(to.name() + " does not have what was copied: " + differences);
        }
    }

    private boolean isTooLong(StoreSwitch.Pause pause) {
        return pause.length().compareTo(longestPause) > 0;
    }

    /**
     * The objects that somebody has written in the first store since they were moved, which changed nothing in the other one:
     * whoever edits releases by hand, and a replica that was stopped in a write and taken for dead (ADR 0019). To be asked
     * some time after {@link #run}.
     */
    public List<NamespacedName> leftBehind() {
        return objects.leftBehind();
    }
}
