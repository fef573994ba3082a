package dev.chartroom.ports.placement;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
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
 * The placements that this replica goes by: which store a call is for at the moment at which it is made, and whether a
 * write may begin. Thread-safe.
 */
public final class AppliedPlacements {
    private final Set<String> stores;
    private final ReplicaLimits limits;
    private final Ticker ticker;
    private final Term term;
    private final WriteGates gates = new WriteGates(this::drained);
    private final List<Consumer<Set<GroupResource>>> listeners = new CopyOnWriteArrayList<>();
    private volatile Runnable onDrained = () -> {};
    private volatile @Nullable Placements applied;

    /** @param stores those between which kinds can move; a kind whose definition names another one is not held up */
    public AppliedPlacements(Set<String> stores) {
        this(stores, ReplicaLimits.DEFAULT, Ticker.SYSTEM);
    }

    AppliedPlacements(Set<String> stores, ReplicaLimits limits, Ticker ticker) {
        this.stores = Set.copyOf(stores);
        this.limits = limits;
        this.ticker = ticker;
        this.term = new Term(ticker, limits);
    }

    /** Tells, before they can be written there, which kinds are in another store now; by one thread, and not for long. */
    public void onMove(Consumer<Set<GroupResource>> listener) {
        listeners.add(listener);
    }

    /**
     * The store that has a kind's objects now.
     *
     * @throws ApiException ServiceUnavailable where this replica cannot know
     */
    public String storeOf(ApplicationKind kind) {
        Optional<Placement> placement = of(kind);
        if (placement.isPresent() || stores.contains(kind.store())) {
            Duration _ = term.left();
        }
        return placement.map(Placement::store).orElse(kind.store());
    }

    /** The store that has a kind's objects, as far as is known; empty where nothing is known yet. */
    public Optional<String> find(ApplicationKind kind) {
        return applied == null && stores.contains(kind.store())
                ? Optional.empty()
                : Optional.of(of(kind).map(Placement::store).orElse(kind.store()));
    }

    /** Whether it is known where kinds are that have moved. */
    public boolean areKnown() {
        return applied != null;
    }

    /**
     * Writes, once the kind may be written. What is written goes to the store that {@link #storeOf} says meanwhile.
     *
     * @param write is over before anybody could take this replica for dead
     * @throws ApiException ServiceUnavailable where the kind is being moved for longer than one waits, or where this
     *     replica cannot know what holds; what the write throws, and Timeout where that took too long
     */
    public <T> T write(ApplicationKind kind, Supplier<T> write) {
        GroupResource resource = kind.groupResource();
        if (of(kind).isEmpty() && !stores.contains(kind.store())) {
            return write.get();
        }
        if (!gates.enter(resource, RequestDeadline.current().orLess(limits.patience()))) {
            throw new ApiException(ApiError.unavailable(
                    "the objects of " + resource + " are being moved to another store, please try again"));
        }
        try {
            return RequestDeadline.in(RequestDeadline.current().orLess(term.left()), ticker::nanoTime)
                    .during(write);
        } finally {
            gates.leave(resource);
        }
    }

    /** What holds, a line for the whole and one for each kind, for operators. */
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

    Term term() {
        return term;
    }

    /** The number of those that are wholly gone by; 0 for none. */
    long number() {
        Placements now = applied;
        return now == null ? 0 : now.number();
    }

    boolean isKnown() {
        return applied != null;
    }

    void onDrained(Runnable task) {
        onDrained = task;
    }

    private void drained() {
        onDrained.run();
    }

    /** Begins no more writes, and waits for those that have begun; false where they take too long. */
    boolean stop(Duration patience) throws InterruptedException {
        term.end();
        return gates.awaitQuiet(patience);
    }

    /**
     * Goes by other placements, whole, if no write is in the way: those that are begin no more, so that it can be tried
     * again when they are done. For one thread.
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
