package dev.chartroom.core.store;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.watch.WatchedResource;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.BackingApi;
import dev.chartroom.ports.storage.BackingApi.State;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, as polls of the backing API return them. Reads return the result of the latest poll. Watches
 * receive changes in the order of resource versions, once the changes are settled. Until then, a change with a smaller
 * version may still appear.
 */
final class PolledResource {
    private static final Duration PAUSE = Duration.ofMillis(20);
    /** The longest time for which a read without a deadline waits for polls of other requests. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final ApplicationKind kind;
    private final BackingApi api;
    private final JsonCodec codec;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<NamespacedName, Long> vanished = new HashMap<>();
    private NavigableMap<NamespacedName, StoredApplication> latest = new TreeMap<>();
    private @Nullable WatchedResource published;
    /**
     * This version and {@code latestVersion} are numbers, because the version of a deletion is computed. It is the next
     * smaller number that no change has.
     */
    private long publishedVersion;

    private long latestVersion;
    private long polledAt;

    private record Difference(
            long resourceVersion,
            @Nullable StoredApplication before,
            @Nullable StoredApplication after) {}

    PolledResource(ApplicationKind kind, BackingApi api, JsonCodec codec, Clock clock) {
        this.kind = kind;
        this.api = api;
        this.codec = codec;
        this.clock = clock;
    }

    ApplicationKind kind() {
        return kind;
    }

    /** Runs an operation under the lock. */
    <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Polls the API, unless another thread began a poll after the start of this call. Then runs an operation under the
     * lock.
     */
    <T> T afterPoll(Supplier<T> operation) {
        long calledAt = System.nanoTime();
        lockInTime();
        try {
            if (published == null || polledAt - calledAt < 0) {
                poll();
            }
            return operation.get();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the lock. Other requests can hold the lock while they poll, until their deadlines. */
    private void lockInTime() {
        try {
            if (lock.tryLock(
                    RequestDeadline.current().remainingUpTo(LOCK_TIMEOUT).toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new ApiException(ApiError.serverTimeout(kind.groupResource(), "get"));
    }

    private void poll() {
        long began = System.nanoTime();
        take(api.list(kind));
        polledAt = began;
    }

    /** Returns the latest state. */
    Collection<StoredApplication> latest() {
        return latest.values();
    }

    @Nullable
    StoredApplication latest(NamespacedName name) {
        return latest.get(name);
    }

    /**
     * Returns the state at {@link #publishedVersion}. The changes up to this state were sent to watches. Requires an
     * earlier poll.
     */
    WatchedResource published() {
        if (published == null) {
            throw new IllegalStateException("the resource has not been polled yet");
        }
        return published;
    }

    ResourceVersion publishedVersion() {
        return new ResourceVersion(publishedVersion);
    }

    /** Returns a version at least as great as the version of every change that was seen. */
    ResourceVersion latestVersion() {
        return new ResourceVersion(Math.max(latestVersion, publishedVersion));
    }

    /** Returns whether all changes that were seen have been sent to watches. */
    boolean isSettled() {
        return latestVersion <= publishedVersion
                || vanished.isEmpty() && latest.values().stream().noneMatch(this::isUnsettled);
    }

    private boolean isUnsettled(StoredApplication object) {
        return version(object) > publishedVersion;
    }

    /** Polls until a condition is true, or the time is over. Holds the lock, except during pauses. */
    boolean pollUntil(BooleanSupplier condition, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (end - System.nanoTime() <= 0 || !paused()) {
                return false;
            }
            poll();
        }
        return true;
    }

    private boolean paused() {
        try {
            // No thread signals this condition. The wait only lets other threads take the lock.
            long left = PAUSE.toNanos();
            while (left > 0) {
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Polls until a state is reached (wire contract D19).
     *
     * @param resourceVersion the resource version of the state; empty for any state
     */
    void awaitVersion(String resourceVersion, Duration timeout) {
        awaitVersion(resourceVersion, this::latestVersion, timeout);
    }

    /** Like {@link #awaitVersion}, but polls until the changes up to the state are settled. */
    void awaitSettled(String resourceVersion, Duration timeout) {
        awaitVersion(resourceVersion, this::publishedVersion, timeout);
    }

    private void awaitVersion(String resourceVersion, Supplier<ResourceVersion> current, Duration timeout) {
        ResourceVersion wanted = ResourceVersions.requested(resourceVersion);
        if (!pollUntil(() -> !wanted.isAfter(current.get()), timeout)) {
            throw new ApiException(ApiError.resourceVersionTooLarge(
                    resourceVersion, current.get().toString()));
        }
    }

    /** Ends all watches cleanly. */
    void endWatches() {
        locked(() -> {
            if (published != null) {
                published.endWatches();
            }
            return null;
        });
    }

    boolean isWatched() {
        return locked(() -> published != null && published.isWatched());
    }

    private void take(State state) {
        NavigableMap<NamespacedName, StoredApplication> seen = new TreeMap<>();
        for (Application application : state.objects()) {
            NamespacedName name = application.metadata().namespacedName();
            StoredApplication known = latest.get(name);
            seen.put(
                    name,
                    known != null && known.application().equals(application)
                            ? known
                            : new StoredApplication(kind, application, codec));
        }
        latest = seen;
        latestVersion = state.latest();
        List<Difference> differences = published == null ? List.of() : differences(published, state);
        if (published == null
                || differences.stream().anyMatch(difference -> difference.resourceVersion() <= publishedVersion)) {
            restart(state.settled());
        } else {
            WatchedResource known = published;
            differences.forEach(difference -> known.apply(
                    difference.resourceVersion(), difference.before(), difference.after(), clock.instant()));
            publishedVersion = Math.max(publishedVersion, state.settled());
        }
    }

    /**
     * Starts over, because the new state cannot follow from the state that watches have: versions did not grow, or a
     * backup was restored.
     */
    private void restart(long settled) {
        if (published != null) {
            published.endWatches();
            settled = Math.max(settled, publishedVersion) + 1;
        }
        publishedVersion = settled;
        vanished.clear();
        WatchedResource begun = new WatchedResource(new ResourceVersion(settled));
        latest.values().stream().filter(object -> !isUnsettled(object)).forEach(begun::put);
        published = begun;
    }

    private List<Difference> differences(WatchedResource known, State state) {
        List<Difference> differences = new ArrayList<>();
        Map<StoredApplication, Long> replaced = new LinkedHashMap<>();
        Set<Long> taken = new HashSet<>();
        for (StoredApplication after : latest.values()) {
            StoredApplication before = known.get(after.metadata().namespacedName());
            long version = version(after);
            if (version > state.settled()) {
                continue;
            }
            boolean isReplaced = before != null
                    && !before.metadata().uid().equals(after.metadata().uid());
            if (isReplaced) {
                replaced.put(before, version);
            }
            if (isReplaced || before == null || version(before) != version) {
                differences.add(new Difference(version, isReplaced ? null : before, after));
                taken.add(version);
            }
        }
        replaced.forEach((before, version) -> differences.add(new Difference(takeBelow(version, taken), before, null)));
        long above = state.settled() + 1;
        for (StoredApplication object : gone(known, state).reversed()) {
            above = takeBelow(above, taken);
            differences.add(new Difference(above, object, null));
        }
        differences.sort(Comparator.comparingLong(Difference::resourceVersion));
        return differences;
    }

    /**
     * Returns the greatest free version below a version. If two changes had the same version, a watch that resumes
     * there would miss one of them.
     */
    private static long takeBelow(long version, Set<Long> taken) {
        long free = version - 1;
        while (!taken.add(free)) {
            free--;
        }
        return free;
    }

    /**
     * Returns the objects whose deletion is settled. The time of a deletion is not known. It is only known that the
     * deletion precedes the first poll without the object.
     */
    private List<StoredApplication> gone(WatchedResource known, State state) {
        vanished.keySet().removeIf(latest::containsKey);
        List<StoredApplication> gone = new ArrayList<>();
        for (StoredApplication object : known.objects()) {
            NamespacedName name = object.metadata().namespacedName();
            if (!latest.containsKey(name) && vanished.computeIfAbsent(name, _ -> state.latest()) <= state.settled()) {
                gone.add(object);
            }
        }
        gone.forEach(object -> vanished.remove(object.metadata().namespacedName()));
        return gone;
    }

    private static long version(StoredApplication object) {
        return ResourceVersion.numberOf(object.metadata().resourceVersion());
    }
}
