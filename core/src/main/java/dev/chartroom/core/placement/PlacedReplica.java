package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Applies the record of placements in this replica. One thread registers the replica and renews its entry, which
 * contains the number of the applied placements. Another thread applies the record. The replica registers before it
 * first reads the record. So when a process changes the record, the register contains every replica that has not read
 * the change. If a kind stays paused for too long, the replica opens the kind, because the process that paused the kind
 * may be dead.
 */
public final class PlacedReplica implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PlacedReplica.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(4), 0.5);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    /** The number of renewals between two checks for dead replicas. */
    private static final int RENEWALS_PER_CHECK = 12;

    private final AppliedPlacements applied;
    private final PlacementRecord record;
    private final ReplicaRegister register;
    private final ReplicaLimits limits;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final String name;
    private final ObservedReplicas others;
    private final AtomicReference<@Nullable Placements> newest = new AtomicReference<>();
    private final Semaphore toRenew = new Semaphore(0);
    private final Semaphore toApply = new Semaphore(0);
    private final Thread renewing = Thread.ofVirtual().name("replica").unstarted(this::renewals);
    private final Thread applying = Thread.ofVirtual().name("placements").unstarted(this::follow);
    /** Used only by the renewing thread. */
    private boolean registered;
    /** Used only by the applying thread. */
    private final Map<GroupResource, Pause> pauses = new HashMap<>();

    private volatile boolean closed;
    private volatile Optional<String> problem = Optional.of("the record of placements has not been read yet");

    private record Pause(Placement placement, long seen) {}

    private PlacedReplica(
            AppliedPlacements applied,
            PlacementRecord record,
            ReplicaRegister register,
            ReplicaLimits limits,
            Ticker ticker,
            RandomGenerator random) {
        this.applied = applied;
        this.record = record;
        this.register = register;
        this.limits = limits;
        this.ticker = ticker;
        this.random = random;
        this.name = "chartroom-" + Long.toHexString(random.nextLong());
        this.others = new ObservedReplicas(register, ticker);
    }

    /** Starts the replica's threads in the background. */
    public static PlacedReplica start(
            AppliedPlacements applied, PlacementRecord record, ReplicaRegister register, RandomGenerator random) {
        return start(applied, record, register, ReplicaLimits.DEFAULT, Ticker.SYSTEM, random);
    }

    static PlacedReplica start(
            AppliedPlacements applied,
            PlacementRecord record,
            ReplicaRegister register,
            ReplicaLimits limits,
            Ticker ticker,
            RandomGenerator random) {
        PlacedReplica replica = new PlacedReplica(applied, record, register, limits, ticker, random);
        applied.onDrained(replica.toApply::release);
        replica.renewing.start();
        replica.applying.start();
        return replica;
    }

    /** Returns why this replica must not read and write now, for readiness; empty if it can read and write. */
    public Optional<String> problem() {
        return applied.term().holds() ? Optional.empty() : problem;
    }

    /** Starts no more writes, waits for running writes, and removes the replica from the register. */
    @Override
    public void close() {
        closed = true;
        record.close();
        renewing.interrupt();
        applying.interrupt();
        try {
            boolean gone = renewing.join(CLOSE_TIMEOUT);
            // If a write may still be running, the entry stays in the register. Other processes then wait until the
            // write has certainly ended.
            if (applied.stop(CLOSE_TIMEOUT) && gone) {
                register.remove(name);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot remove this replica from the register", e);
        }
    }

    private void renewals() {
        try {
            int failures = 0;
            for (int round = 1; !closed; round++) {
                toRenew.drainPermits();
                failures = renew(round % RENEWALS_PER_CHECK == 0) ? 0 : failures + 1;
                Duration pause = failures == 0
                        ? limits.renewal().minus(limits.renewal().dividedBy(10 + random.nextInt(10)))
                        : RETRIES.delay(failures, random);
                boolean _ = toRenew.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    /** Returns false if the renewal must be retried soon. */
    private boolean renew(boolean checksOthers) {
        try {
            // A call that hangs must not use up the whole term.
            RequestDeadline.in(limits.term().dividedBy(3)).during(() -> {
                renewOrThrow(checksOthers);
                return true;
            });
            problem = Optional.of("this replica has not renewed its Lease in time");
            return true;
        } catch (RuntimeException e) {
            if (!closed) {
                problem = Optional.of("the placements of kinds cannot be read: " + e.getMessage());
                LOG.log(
                        Level.WARNING,
                        "Chartroom cannot renew its Lease or read the placements of kinds, and retries: {0}",
                        e.getMessage());
            }
            return false;
        }
    }

    private void renewOrThrow(boolean checksOthers) {
        long sendStart = ticker.nanoTime();
        renewEntry();
        boolean held = applied.term().holds();
        if (held) {
            applied.term().renew(sendStart);
        }
        long maxApplied = held ? 0 : maxApplied();
        Placements latest = record.latest();
        if (latest.number() < Math.max(maxApplied, applied.number())) {
            throw new ApiException(ApiError.internal("the record of placements was reset: its number is "
                    + latest.number() + ", but replicas have applied higher ones"));
        }
        offer(latest);
        // During the term, no kind moves without this replica, so its placements may be one step behind. After the
        // term, its placements may be older, so a new term begins only if the replica has applied the latest
        // placements.
        if (!held && applied.areKnown() && applied.number() >= latest.number()) {
            applied.term().renew(sendStart);
        }
        if (checksOthers) {
            others.alive();
        }
    }

    private void renewEntry() {
        if (!registered) {
            try {
                register.add(name);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.AlreadyExists)) {
                    throw e;
                }
            }
            registered = true;
        }
        try {
            register.renew(name, applied.number());
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                // Another process considered this replica dead, so kinds may have moved without it.
                registered = false;
                applied.term().end();
            }
            throw e;
        }
    }

    /**
     * Returns the greatest {@link Placements#number()} that any replica has applied. The caller must read this number
     * before it reads the record. Otherwise, the number of the record could be smaller.
     */
    private long maxApplied() {
        return register.replicas().stream().mapToLong(Replica::applied).max().orElse(0);
    }

    private void offer(Placements placements) {
        newest.accumulateAndGet(
                placements, (known, next) -> known != null && known.number() >= next.number() ? known : next);
        toApply.release();
    }

    private void follow() {
        record.follow(placements -> {
            // Until the replica has registered, no other process waits for it.
            if (applied.areKnown()) {
                offer(placements);
            }
        });
        try {
            while (!closed) {
                Placements target = newest.get();
                if (target != null
                        && (!applied.areKnown() || target.number() > applied.number())
                        && applied.apply(target)) {
                    toRenew.release();
                }
                Duration pause = target == null ? limits.longestPause() : openOverdueKinds(target);
                boolean _ = toApply.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
                toApply.drainPermits();
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    /** Opens kinds that were paused for too long. Returns the time until the next check of the pauses. */
    private Duration openOverdueKinds(Placements now) {
        pauses.entrySet()
                .removeIf(entry -> !now.of(entry.getKey())
                        .filter(entry.getValue().placement()::equals)
                        .isPresent());
        Duration next = limits.longestPause();
        for (Map.Entry<GroupResource, Placement> each : now.byResource().entrySet()) {
            if (!each.getValue().isOpen()) {
                Pause pause = pauses.computeIfAbsent(each.getKey(), _ -> new Pause(each.getValue(), ticker.nanoTime()));
                Duration left = limits.longestPause().minus(ticker.since(pause.seen()));
                if (!left.isPositive()) {
                    open(each.getKey(), each.getValue());
                    left = AGAIN;
                }
                next = left.compareTo(next) < 0 ? left : next;
            }
        }
        return next;
    }

    private void open(GroupResource resource, Placement overdue) {
        try {
            Placements latest = record.latest();
            if (latest.of(resource).filter(overdue::equals).isPresent()) {
                LOG.log(
                        Level.WARNING,
                        "Writes of {0} were paused for too long and resume in the store {1}",
                        resource,
                        overdue.store());
                record.replace(latest, latest.next(resource, overdue.store(), Placement.Phase.SETTLED));
                latest = record.latest();
            }
            offer(latest);
        } catch (ApiException e) {
            // Another process has ended the pause already, or the next check retries.
            LOG.log(Level.DEBUG, "Chartroom cannot end a pause of writes", e);
        }
    }
}
