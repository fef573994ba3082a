package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Moves all objects of a kind from one store to another while they are served. It copies the objects in rounds, each
 * with the changes since the previous round, and reads the copies back. Then it pauses writes, copies the last changes,
 * and switches all replicas to the target. The migration can be interrupted at any point and run again; objects that
 * are already copied are not copied again. The objects in the source stay there.
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
     * @param longestPause the maximum length of a pause; after this time, the pause ends, writes continue in the
     *     source, and another pause follows
     * @param progress an action that receives a sentence for each step
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
     * The result of a migration.
     *
     * @param objects the number of moved objects
     * @param digest the SHA-256, in hex, of all moved objects, which are equal in both stores
     * @param pause the time in which no writes were possible
     */
    public record Outcome(long objects, String digest, Duration pause) {}

    /** Returns the work to do. Writes nothing. */
    public MigrationPlan plan() {
        return objects.plan();
    }

    /**
     * Moves the kind.
     *
     * @param replaces whether to remove objects in the target that are not copies; if they are HelmReleases, Flux
     *     uninstalls them
     * @throws MigrationException if the move was not completed; the kind is served from the source
     * @throws dev.chartroom.apimachinery.status.ApiException if a store or a replica cannot be reached; in this case,
     *     too, the kind is served from the source
     */
    public Outcome run(boolean replaces) {
        checkPlace();
        MigrationPlan plan = objects.plan();
        progress.accept(plan.toString());
        if (!replaces && !plan.objections().isEmpty()) {
            throw new MigrationException("in the store " + to.name() + ", " + plan.objections());
        }
        plan.superfluous().forEach(objects::remove);
        for (int tries = 1; tries <= PAUSES; tries++) {
            catchUp();
            // A difference may result from a concurrent change, so the object is copied once more. If the difference
            // persists, it is a fault.
            if (!objects.differences().isEmpty()) {
                catchUp();
                check(objects.differences());
            }
            progress.accept(objects.count() + " objects copied and read back");
            Optional<Outcome> moved = paused();
            if (moved.isPresent()) {
                return moved.get();
            }
            progress.accept("writes resume after " + longestPause.toMillis()
                    + " ms, because the pause was too short for the last changes");
        }
        throw new MigrationException(
                "the last changes were not copied in " + PAUSES + " pauses of " + longestPause.toMillis() + " ms");
    }

    /**
     * Checks that the kind is in the source. Another process may have moved the kind; the objects in the source would
     * then be outdated.
     */
    private void checkPlace() {
        String store = stores.placement(kind).map(Placement::store).orElse(kind.store());
        if (!store.equals(from.name())) {
            throw new MigrationException("its objects are in the store " + store);
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

    /** Moves the kind in a pause of writes; empty if the pause was too short. */
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
            // A replica was late, or a store was overloaded. Nothing has changed.
            progress.accept(String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /**
     * Copies and verifies the last changes. Returns false if the pause is too short. Only the backends of the stores
     * make changes meanwhile. A change in the source is not copied if it comes after the last list of the source. A
     * change in the target stays, because the kind is then served from the target.
     */
    private boolean finish(StoreSwitch.Pause pause) {
        CopiedObjects.Round round = objects.lastRound();
        while (round.unsettled() > 0) {
            if (isTooLong(pause)) {
                return false;
            }
            pause.awaitNextCheck();
            round = objects.roundOfUnsettled();
        }
        check(objects.latestDifferences());
        return !isTooLong(pause);
    }

    private void check(String differences) {
        if (!differences.isEmpty()) {
            throw new MigrationException(to.name() + " does not match the copied objects: " + differences);
        }
    }

    private boolean isTooLong(StoreSwitch.Pause pause) {
        return pause.length().compareTo(longestPause) > 0;
    }

    /**
     * Returns the objects that were changed in the source after they were copied. These changes have no effect in the
     * target. They are made by users who edit releases by hand, or by a replica that stopped during a write and was
     * considered dead (ADR 0019). Must be called some time after {@link #run}.
     */
    public List<NamespacedName> leftBehind() {
        return objects.leftBehind();
    }
}
