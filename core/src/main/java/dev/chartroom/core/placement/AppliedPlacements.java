package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placements;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The placements that this replica has applied. At the time of each call, they determine the store that serves the
 * call, and whether a write can begin. Thread-safe.
 */
public final class AppliedPlacements {
    private final Set<String> stores;
    private final ReplicaLimits limits;
    private final Ticker ticker;
    private final LeaseTerm term;
    private final WriteGates gates = new WriteGates(this::drained);
    private final List<Consumer<Set<GroupResource>>> listeners = new CopyOnWriteArrayList<>();
    private volatile Runnable onDrained = () -> {};
    private volatile @Nullable Placements applied;

    /**
     * @param stores the stores between which kinds can move; if a kind's definition names a store that is not in this
     *     set, writes of the kind are never delayed
     */
    public AppliedPlacements(Set<String> stores) {
        this(stores, ReplicaLimits.DEFAULT, Ticker.SYSTEM);
    }

    AppliedPlacements(Set<String> stores, ReplicaLimits limits, Ticker ticker) {
        this.stores = Set.copyOf(stores);
        this.limits = limits;
        this.ticker = ticker;
        this.term = new LeaseTerm(ticker, limits);
    }

    /**
     * Registers a listener for kinds that have changed stores. One thread calls the listener, before writes begin in
     * the new store. The listener must return quickly.
     */
    public void onMove(Consumer<Set<GroupResource>> listener) {
        listeners.add(listener);
    }

    /**
     * Returns the store that has a kind's objects now.
     *
     * @throws ApiException ServiceUnavailable if this replica cannot determine the store
     */
    public String storeOf(ApplicationKind kind) {
        Optional<Placement> placement = of(kind);
        if (placement.isPresent() || stores.contains(kind.store())) {
            Duration _ = term.remainingWriteTime();
        }
        return placement.map(Placement::store).orElse(kind.store());
    }

    /**
     * Returns the store that has a kind's objects according to the applied placements; empty if no placements are
     * applied yet.
     */
    public Optional<String> find(ApplicationKind kind) {
        return applied == null && stores.contains(kind.store())
                ? Optional.empty()
                : Optional.of(of(kind).map(Placement::store).orElse(kind.store()));
    }

    /** Returns whether placements are applied. If they are, the store of every kind is known. */
    public boolean areKnown() {
        return applied != null;
    }

    /**
     * Runs a write as soon as the kind is open to writes. During the write, {@link #storeOf} returns the store to write
     * to.
     *
     * @param write the write, which gets a deadline; no other process considers this replica dead before that deadline
     * @throws ApiException ServiceUnavailable if the kind stays closed for the whole wait, or if this replica's term
     *     has ended. Also any error of the write, and Timeout if the write took too long.
     */
    public <T> T write(ApplicationKind kind, Supplier<T> write) {
        GroupResource resource = kind.groupResource();
        if (of(kind).isEmpty() && !stores.contains(kind.store())) {
            return write.get();
        }
        if (!gates.enter(resource, RequestDeadline.current().remainingUpTo(limits.maxWriteWait()))) {
            throw new ApiException(ApiError.unavailable(
                    "the objects of " + resource + " are being moved to another store, please try again"));
        }
        try {
            return RequestDeadline.in(
                            RequestDeadline.current().remainingUpTo(term.remainingWriteTime()), ticker::nanoTime)
                    .during(write);
        } finally {
            gates.leave(resource);
        }
    }

    /**
     * Returns text for operators: a line with the {@link Placements#number()} of the applied placements, and a line for
     * each kind.
     */
    public String summary() {
        Placements now = applied;
        return now == null
                ? ""
                : "placements " + now.number() + "\n"
                        + now.byResource().entrySet().stream()
                                .map(entry -> entry.getKey() + ": "
                                        + entry.getValue().phase().wireName() + " in "
                                        + entry.getValue().store() + "\n")
                                .sorted()
                                .collect(Collectors.joining());
    }

    Optional<Placement> of(ApplicationKind kind) {
        Placements now = applied;
        return now == null ? Optional.empty() : now.of(kind.groupResource());
    }

    LeaseTerm term() {
        return term;
    }

    /**
     * Returns the {@link Placements#number()} of the placements that are fully applied; 0 if no placements are applied.
     */
    long number() {
        Placements now = applied;
        return now == null ? 0 : now.number();
    }

    void onDrained(Runnable task) {
        onDrained = task;
    }

    private void drained() {
        onDrained.run();
    }

    /**
     * Ends the term, so that no more writes begin, and waits for running writes. Returns false if they take too long.
     */
    boolean stop(Duration timeout) throws InterruptedException {
        term.end();
        return gates.awaitQuiet(timeout);
    }

    /**
     * Applies other placements as a whole, if no write of an affected kind is running. Otherwise returns false and
     * blocks new writes of the affected kinds. A retry then succeeds after the running writes have ended. Only one
     * thread may call it.
     */
    boolean apply(Placements next) {
        Set<GroupResource> moved = moved(applied, next);
        Set<GroupResource> closed = next.byResource().entrySet().stream()
                .filter(entry -> !entry.getValue().isOpen())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        Set<GroupResource> closing = new HashSet<>(closed);
        closing.addAll(moved);
        if (!gates.close(closing)) {
            return false;
        }
        applied = next;
        listeners.forEach(listener -> listener.accept(moved));
        gates.openAllBut(closed);
        return true;
    }

    private static Set<GroupResource> moved(@Nullable Placements before, Placements after) {
        Map<GroupResource, Placement> known = before == null ? Map.of() : before.byResource();
        return Stream.concat(known.keySet().stream(), after.byResource().keySet().stream())
                .filter(resource -> !Objects.equals(
                        store(known.get(resource)), store(after.byResource().get(resource))))
                .collect(Collectors.toSet());
    }

    private static @Nullable String store(@Nullable Placement placement) {
        return placement == null ? null : placement.store();
    }
}
