package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Empties terminating namespaces, and creates missing ones, on its own thread. It is notified of each write, because
 * all writes go through a {@link NamespacedApplicationStore}. Failed work is retried. Thread-safe.
 */
public final class NamespaceFollower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(NamespaceFollower.class.getName());
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(30), 0);
    private static final int CLOSE_TIMEOUT_SECONDS = 5;
    /** The maximum delay until a deletion with an unknown outcome is noticed. */
    private static final int RESYNC_SECONDS = 60;

    private final PagedObjects objects;
    private final MissingNamespaces missing;
    private final NamespaceDeletion deletion;
    private final Supplier<List<ApplicationKind>> kinds;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofVirtual().name("namespaces").factory(), new ThreadPoolExecutor.DiscardPolicy());
    /**
     * The terminating namespaces. A terminating namespace is checked again after each change of an object in the
     * namespace.
     */
    private final Set<String> terminating = ConcurrentHashMap.newKeySet();
    /** The namespaces to check next, without duplicates. */
    private final Set<String> due = ConcurrentHashMap.newKeySet();
    /** The number of consecutive failures of each failed task. Used only by the thread. */
    private final Map<String, Integer> failures = new HashMap<>();

    /**
     * @param store the store below the {@link NamespacedApplicationStore}
     * @param kinds returns the kinds that are served now
     */
    public NamespaceFollower(ApplicationStore store, Supplier<List<ApplicationKind>> kinds, Clock clock) {
        this.objects = new PagedObjects(store);
        this.missing = new MissingNamespaces(store);
        this.deletion = new NamespaceDeletion(store, clock);
        this.kinds = kinds;
    }

    /**
     * Creates missing namespaces, and continues earlier deletions; failures are retried in the background. Must be
     * called once, before other writes.
     */
    public void start() {
        runWithRetry("", this::reconcileAll, this::kindsChanged);
        var _ = thread.scheduleWithFixedDelay(
                () -> runWithRetry("", this::enqueueAll, this::kindsChanged),
                RESYNC_SECONDS,
                RESYNC_SECONDS,
                TimeUnit.SECONDS);
    }

    private void reconcileAll() {
        try {
            missing.create(kinds.get());
        } finally {
            enqueueAll();
        }
    }

    private void enqueueAll() {
        objects.forEach(NamespaceKind.KIND, "", namespace -> enqueue(namespace.name()));
    }

    /** Repeats the work of {@link #start} in the background, because a new kind may have objects. */
    public void kindsChanged() {
        thread.execute(() -> runWithRetry("", this::reconcileAll, this::kindsChanged));
    }

    /** Notifies that an object, possibly a namespace, was changed or deleted. */
    public void changed(ApplicationKind kind, NamespacedName name) {
        if (NamespaceKind.is(kind)) {
            enqueue(name.name());
        } else if (terminating.contains(name.namespace())) {
            enqueue(name.namespace());
        }
    }

    private void enqueue(String namespace) {
        if (due.add(namespace)) {
            thread.execute(() -> runWithRetry(namespace, () -> step(namespace), () -> enqueue(namespace)));
        }
    }

    private void step(String namespace) {
        due.remove(namespace);
        // The namespace is added before the step, so that no deletion during the step is missed.
        terminating.add(namespace);
        if (!deletion.step(namespace, kinds)) {
            terminating.remove(namespace);
        }
    }

    private void runWithRetry(String task, Runnable action, Runnable retry) {
        try {
            action.run();
            failures.remove(task);
        } catch (RuntimeException e) {
            Duration delay = BACKOFF.delay(failures.merge(task, 1, Integer::sum), new Random());
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Chartroom cannot process namespaces and retries in " + delay.toMillis() + " ms: " + task + " "
                            + e.getMessage());
            var _ = thread.schedule(retry, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Stops; the next start continues the unfinished work. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The deletion of objects in namespaces did not stop within five seconds");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
