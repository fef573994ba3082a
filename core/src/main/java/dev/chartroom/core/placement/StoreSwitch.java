package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placement.Phase;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Switches all replicas from one store to another, for a process that moves the objects. The switch itself moves no
 * objects. Thread-safe, but a {@link Pause} is not.
 */
public final class StoreSwitch {
    /**
     * The longest pause of a kind. After this time, replicas open the kind themselves, because the migration may be
     * dead.
     */
    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final int TRIES = 5;

    private final PlacementRecord record;
    private final ReplicaRegister register;
    private final Ticker ticker;
    private final RetryOnConflict retries;

    public StoreSwitch(PlacementRecord record, ReplicaRegister register) {
        this(record, register, Ticker.SYSTEM);
    }

    StoreSwitch(PlacementRecord record, ReplicaRegister register, Ticker ticker) {
        this.record = record;
        this.register = register;
        this.ticker = ticker;
        this.retries = new RetryOnConflict(TRIES, () -> ticker.pause(POLL_INTERVAL));
    }

    /** Returns the placement of a kind's objects; empty if the kind's definition determines the placement. */
    public Optional<Placement> placement(ApplicationKind kind) {
        return record.latest().of(kind.groupResource());
    }

    /** Returns the number of registered replicas, including dead replicas that are still registered. */
    public int replicas() {
        return register.replicas().size();
    }

    /**
     * Pauses writes of a kind's objects in the store that has the objects. First waits until every replica responds or
     * is known to be dead, then until running writes have ended.
     *
     * @param timeout how long each step waits for the replicas, shorter than {@link #LONGEST_PAUSE}
     * @return the pause; when this method returns, no replica writes the objects any more, whatever timeouts the
     *     replica's clients have
     * @throws ApiException Timeout if a replica does not respond in time; in this case, nothing has changed. Conflict
     *     if the kind is being moved already
     */
    public Pause pause(ApplicationKind kind, Duration timeout) {
        GroupResource resource = kind.groupResource();
        awaitOpen(resource);
        ObservedReplicas replicas = new ObservedReplicas(register, ticker);
        probeReplicas(replicas);
        long begun = ticker.nanoTime();
        Placement paused = changeWithRetries(resource, now -> {
            if (now != null && !now.isOpen()) {
                throw conflict(resource);
            }
            return new Next(now == null ? kind.store() : now.store(), Phase.PAUSED);
        });
        Pause pause = new Pause(resource, timeout, replicas, begun, paused);
        try {
            await(replicas, pause.current.since(), timeout);
        } catch (ApiException e) {
            pause.giveUp(e);
            throw e;
        }
        return pause;
    }

    /** A pause of writes of a kind's objects. It ends by itself after {@link #LONGEST_PAUSE}. */
    public final class Pause implements AutoCloseable {
        private final GroupResource resource;
        private final String from;
        private final Duration timeout;
        private final ObservedReplicas replicas;
        private final long begun;
        private Placement current;
        private @Nullable Duration length;

        private Pause(
                GroupResource resource, Duration timeout, ObservedReplicas replicas, long begun, Placement current) {
            this.resource = resource;
            this.from = current.store();
            this.timeout = timeout;
            this.replicas = replicas;
            this.begun = begun;
            this.current = current;
        }

        /**
         * Switches the reads of all replicas to another store, and then opens writes there. The other store must
         * already have the same objects. Returns when every replica has applied the switch. A replica that opens writes
         * late does not undo the switch.
         *
         * @param store the name of the other store
         * @throws ApiException Conflict if the pause has ended meanwhile. Timeout if a replica does not apply the
         *     switch in time; all replicas then go back to the original store. If the record cannot be reached, the
         *     result is unknown until {@link StoreSwitch#placement} returns the placement.
         */
        public void moveTo(String store) {
            if (length != null) {
                throw conflict(resource);
            }
            current = change(resource, current, store, Phase.MOVED);
            try {
                await(replicas, current.since(), timeout);
            } catch (ApiException e) {
                goBack(e);
                throw e;
            }
            current = change(resource, current, store, Phase.SETTLED);
            try {
                await(replicas, current.since(), timeout);
            } catch (ApiException _) {
                // The kind has moved. A replica that is late rejects writes until it has applied the change.
            } finally {
                length = ticker.since(begun);
            }
        }

        private void goBack(ApiException why) {
            try {
                current = change(resource, current, from, Phase.PAUSED);
                // No replica may write in the old store while another one reads from the new one.
                await(replicas, current.since(), timeout);
            } catch (ApiException e) {
                why.addSuppressed(e);
            }
        }

        private void giveUp(ApiException why) {
            try {
                close();
            } catch (ApiException e) {
                why.addSuppressed(e);
            }
        }

        /**
         * Opens writes in the original store, unless the objects have moved or the pause has already ended.
         *
         * @throws ApiException if the record cannot be reached; the replicas then open writes themselves, after
         *     {@link #LONGEST_PAUSE}
         */
        @Override
        public void close() {
            if (length != null) {
                return;
            }
            try {
                if (current.phase() == Phase.MOVED) {
                    current = change(resource, current, from, Phase.PAUSED);
                    await(replicas, current.since(), timeout);
                }
                current = change(resource, current, from, Phase.SETTLED);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.Conflict)) {
                    throw e;
                }
            } finally {
                length = ticker.since(begun);
            }
        }

        /** Waits a moment before the next check. */
        public void awaitNextCheck() {
            ticker.pause(POLL_INTERVAL);
        }

        /**
         * Returns the length of the pause so far. The measured time begins before the replicas are notified of the
         * pause, and ends after they are notified of its end.
         */
        public Duration length() {
            return length == null ? ticker.since(begun) : length;
        }
    }

    /**
     * Waits until a kind is open. After {@link #LONGEST_PAUSE}, opens the kind. The process that paused the kind may be
     * dead, and there may be no replica that opens the kind.
     */
    private void awaitOpen(GroupResource resource) {
        Placement known = record.latest().of(resource).orElse(null);
        long begun = ticker.nanoTime();
        while (known != null && !known.isOpen()) {
            if (ticker.since(begun).compareTo(LONGEST_PAUSE) > 0) {
                known = change(resource, known, known.store(), Phase.SETTLED);
            } else {
                ticker.pause(POLL_INTERVAL);
                Placement now = record.latest().of(resource).orElse(null);
                if (now != null && !now.isOpen() && !now.equals(known)) {
                    throw conflict(resource);
                }
                known = now;
            }
        }
    }

    /**
     * Waits until every replica that is alive has applied a new number. So this process waits for dead replicas before
     * it pauses a kind, and not during the pause.
     */
    private void probeReplicas(ObservedReplicas replicas) {
        long number = incrementNumber();
        long begun = ticker.nanoTime();
        while (true) {
            List<Replica> alive = replicas.alive();
            if (alive.stream().allMatch(replica -> replica.applied() >= number)) {
                checkNumber(alive);
                return;
            }
            Duration waited = ticker.since(begun);
            if (alive.stream()
                    .anyMatch(replica -> replica.applied() < number
                            && waited.compareTo(replica.lifetime().multipliedBy(2)) > 0)) {
                throw late(alive, number);
            }
            ticker.pause(POLL_INTERVAL);
        }
    }

    private void checkNumber(List<Replica> alive) {
        long latest = record.latest().number();
        if (alive.stream().anyMatch(replica -> replica.applied() > latest)) {
            throw new ApiException(ApiError.internal("the record of placements was reset: its number is " + latest
                    + ", but replicas have applied higher ones"));
        }
    }

    private void await(ObservedReplicas replicas, long number, Duration timeout) {
        long begun = ticker.nanoTime();
        while (true) {
            List<Replica> alive = replicas.alive();
            if (alive.stream().allMatch(replica -> replica.applied() >= number)) {
                return;
            }
            if (ticker.since(begun).compareTo(timeout) > 0) {
                throw late(alive, number);
            }
            ticker.pause(POLL_INTERVAL);
        }
    }

    private static ApiException late(List<Replica> alive, long number) {
        String late = alive.stream()
                .filter(replica -> replica.applied() < number)
                .map(Replica::name)
                .collect(Collectors.joining(", "));
        return new ApiException(
                ApiError.plain(StatusReason.TIMEOUT, "these replicas have not applied the change in time: " + late));
    }

    /** Increments the number of the record without any other change, and returns the new number. */
    private long incrementNumber() {
        return retries.run(attempt -> {
            Placements latest = record.latest();
            return attempt.write(() -> {
                record.replace(latest, latest.next());
                return latest.number() + 1;
            });
        });
    }

    /** Changes a kind's placement. Throws Conflict unless the current placement is the expected placement. */
    private Placement change(GroupResource resource, Placement expected, String store, Phase phase) {
        return changeWithRetries(resource, now -> {
            if (!expected.equals(now)) {
                throw conflict(resource);
            }
            return new Next(store, phase);
        });
    }

    private record Next(String store, Phase phase) {}

    /**
     * Changes a kind's placement. Retries if the placement of another kind has changed meanwhile, or the response was
     * lost. After a lost response, the next try must know what the previous try wrote, so {@link RetryOnConflict} does
     * not fit here.
     */
    private Placement changeWithRetries(GroupResource resource, Function<@Nullable Placement, Next> change) {
        Placement attempted = null;
        for (int tries = 1; ; tries++) {
            Placements latest = record.latest();
            Placement now = latest.of(resource).orElse(null);
            if (attempted != null && attempted.equals(now)) {
                return attempted;
            }
            Next next = change.apply(now);
            Placements wanted = latest.next(resource, next.store(), next.phase());
            Placement made = wanted.of(resource).orElseThrow();
            try {
                record.replace(latest, wanted);
                return made;
            } catch (ApiException e) {
                if (tries == TRIES) {
                    throw e;
                }
                attempted = e.error() instanceof ApiError.Conflict ? null : made;
                ticker.pause(POLL_INTERVAL);
            }
        }
    }

    private static ApiException conflict(GroupResource resource) {
        return new ApiException(new ApiError.Conflict(
                resource, "placement", "another process moves the objects, or this pause has ended"));
    }
}
