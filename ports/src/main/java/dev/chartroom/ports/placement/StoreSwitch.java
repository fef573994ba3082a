package dev.chartroom.ports.placement;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.placement.Placement.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Has all replicas go from one store to another, for whoever moves the objects. It moves none itself. Thread-safe; a
 * {@link Pause} is for one thread.
 */
public final class StoreSwitch {
    /** How long a kind may be paused: after that replicas open it by themselves, as its migrator may be dead. */
    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofMillis(20);
    private static final int TRIES = 5;

    private final PlacementRecord record;
    private final ReplicaRegister register;
    private final Ticker ticker;

    public StoreSwitch(PlacementRecord record, ReplicaRegister register) {
        this(record, register, Ticker.SYSTEM);
    }

    StoreSwitch(PlacementRecord record, ReplicaRegister register, Ticker ticker) {
        this.record = record;
        this.register = register;
        this.ticker = ticker;
    }

    /** Where a kind's objects are; empty where that is as its definition says. */
    public Optional<Placement> placement(ApplicationKind kind) {
        return record.latest().of(kind.groupResource());
    }

    /** How many replicas there are that have to follow, dead ones among them. */
    public int replicas() {
        return register.replicas().size();
    }

    /**
     * Stops the writing of a kind's objects, wherever they are. Before that it makes sure that all replicas are there and
     * follow, for as long as it takes to tell a dead one; then what is under way ends.
     *
     * @param patience how long to wait for the replicas at each step, shorter than {@link #LONGEST_PAUSE}
     * @return once no replica writes them any more, however long its clients wait
     * @throws ApiException Timeout where a replica does not follow, and everything is as it was; Conflict where the kind is
     *     being moved already
     */
    public Pause pause(ApplicationKind kind, Duration patience) {
        GroupResource resource = kind.groupResource();
        awaitOpen(resource);
        ObservedReplicas replicas = new ObservedReplicas(register, ticker);
        callRoll(replicas);
        long begun = ticker.nanoTime();
        Placement paused = changed(resource, now -> {
            if (now != null && !now.isOpen()) {
                throw conflict(resource);
            }
            return new Next(now == null ? kind.store() : now.store(), Phase.PAUSED);
        });
        Pause pause = new Pause(resource, patience, replicas, begun, paused);
        try {
            await(replicas, pause.current.since(), patience);
        } catch (ApiException e) {
            pause.giveUp(e);
            throw e;
        }
        return pause;
    }

    /** No writes of a kind's objects, until they are opened again. It is over by itself after {@link #LONGEST_PAUSE}. */
    public final class Pause implements AutoCloseable {
        private final GroupResource resource;
        private final String from;
        private final Duration patience;
        private final ObservedReplicas replicas;
        private final long begun;
        private Placement current;
        private @Nullable Duration length;

        private Pause(
                GroupResource resource, Duration patience, ObservedReplicas replicas, long begun, Placement current) {
            this.resource = resource;
            this.from = current.store();
            this.patience = patience;
            this.replicas = replicas;
            this.begun = begun;
            this.current = current;
        }

        /**
         * Has all replicas read from another store, which has the same objects by now, and then opens writes there. Returns
         * when each has followed; one that is slow to open does not undo it.
         *
         * @param store by its name
         * @throws ApiException Conflict where the pause was over meanwhile; Timeout where a replica does not follow, and all
         *     go back. After an error that the record could not be reached {@link StoreSwitch#placement} says what holds
         */
        public void moveTo(String store) {
            if (length != null) {
                throw conflict(resource);
            }
            current = change(resource, current, store, Phase.MOVED);
            try {
                await(replicas, current.since(), patience);
            } catch (ApiException e) {
                goBack(e);
                throw e;
            }
            current = change(resource, current, store, Phase.SETTLED);
            try {
                await(replicas, current.since(), patience);
            } catch (ApiException _) {
                // It has moved: a replica that is slow refuses writes until it knows.
            } finally {
                length = ticker.since(begun);
            }
        }

        private void goBack(ApiException why) {
            try {
                current = change(resource, current, from, Phase.PAUSED);
                // Nobody may write in the old store while somebody reads the new one.
                await(replicas, current.since(), patience);
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
         * Opens writes where the objects were, unless they have moved, or the pause was over already.
         *
         * @throws ApiException where the record cannot be reached; replicas open them then
         */
        @Override
        public void close() {
            if (length != null) {
                return;
            }
            try {
                if (current.phase() == Phase.MOVED) {
                    current = change(resource, current, from, Phase.PAUSED);
                    await(replicas, current.since(), patience);
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

        /** Leaves everybody alone for a moment, before something is looked at once more. */
        public void rest() {
            ticker.pause(LOOK);
        }

        /** How long writes were paused so far: from before replicas were told to until after they were told to go on. */
        public Duration length() {
            return length == null ? ticker.since(begun) : length;
        }
    }

    /** Whoever paused a kind may be dead, and there may be no replica to open it. */
    private void awaitOpen(GroupResource resource) {
        Placement known = record.latest().of(resource).orElse(null);
        long begun = ticker.nanoTime();
        while (known != null && !known.isOpen()) {
            if (ticker.since(begun).compareTo(LONGEST_PAUSE) > 0) {
                known = change(resource, known, known.store(), Phase.SETTLED);
            } else {
                ticker.pause(LOOK);
                Placement now = record.latest().of(resource).orElse(null);
                if (now != null && !now.isOpen() && !now.equals(known)) {
                    throw conflict(resource);
                }
                known = now;
            }
        }
    }

    /** Has everybody show that it is there, so that nothing is paused for the sake of a replica that is dead. */
    private void callRoll(ObservedReplicas replicas) {
        long number = counted();
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
            ticker.pause(LOOK);
        }
    }

    private void checkNumber(List<Replica> alive) {
        long latest = record.latest().number();
        if (alive.stream().anyMatch(replica -> replica.applied() > latest)) {
            throw new ApiException(ApiError.internal("the record of placements was set back: it is at " + latest
                    + ", and replicas have seen later ones"));
        }
    }

    private void await(ObservedReplicas replicas, long number, Duration patience) {
        long begun = ticker.nanoTime();
        while (true) {
            List<Replica> alive = replicas.alive();
            if (alive.stream().allMatch(replica -> replica.applied() >= number)) {
                return;
            }
            if (ticker.since(begun).compareTo(patience) > 0) {
                throw late(alive, number);
            }
            ticker.pause(LOOK);
        }
    }

    private static ApiException late(List<Replica> alive, long number) {
        String late = alive.stream()
                .filter(replica -> replica.applied() < number)
                .map(Replica::name)
                .collect(Collectors.joining(", "));
        return new ApiException(ApiError.plain(StatusReason.TIMEOUT, "these replicas do not follow: " + late));
    }

    /** Changes nothing but the number, which is returned. */
    private long counted() {
        for (int tries = 1; ; tries++) {
            Placements latest = record.latest();
            try {
                record.replace(latest, latest.next());
                return latest.number() + 1;
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.Conflict) || tries == TRIES) {
                    throw e;
                }
                ticker.pause(LOOK);
            }
        }
    }

    /** Changes a kind's placement, which must be the expected one. */
    private Placement change(GroupResource resource, Placement expected, String store, Phase phase) {
        return changed(resource, now -> {
            if (!expected.equals(now)) {
                throw conflict(resource);
            }
            return new Next(store, phase);
        });
    }

    private record Next(String store, Phase phase) {}

    /** Changes a kind's placement, again where that of another kind was changed meanwhile or the answer was lost. */
    private Placement changed(GroupResource resource, Function<@Nullable Placement, Next> change) {
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
                ticker.pause(LOOK);
            }
        }
    }

    private static ApiException conflict(GroupResource resource) {
        return new ApiException(
                new ApiError.Conflict(resource, "placement", "somebody else moves the objects, or this pause is over"));
    }
}
