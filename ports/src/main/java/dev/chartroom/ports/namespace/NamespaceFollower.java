package dev.chartroom.ports.namespace;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.retry.Backoff;
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
 * Has namespaces that are being deleted emptied, on a thread of its own, and those made that are missing. It is told of each
 * write, as all go through a {@link NamespacedApplicationStore}; what fails is tried again. Thread-safe.
 */
public final class NamespaceFollower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(NamespaceFollower.class.getName());
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(30), 0);
    private static final int PATIENCE_SECONDS = 5;
    /** When a deletion of which nobody knew whether it was done is noticed at the latest. */
    private static final int LOOK_SECONDS = 60;

    private final StoredObjects objects;
    private final MissingNamespaces missing;
    private final NamespaceDeletion deletion;
    private final Supplier<List<ApplicationKind>> kinds;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofVirtual().name("namespaces").factory(), new ThreadPoolExecutor.DiscardPolicy());
    /** Those that are going: when an object in one of them is gone, it is looked at again. */
    private final Set<String> going = ConcurrentHashMap.newKeySet();
    /** Those that are looked at next, each once. */
    private final Set<String> due = ConcurrentHashMap.newKeySet();
    /** In a row, by what failed; the thread's own. */
    private final Map<String, Integer> failures = new HashMap<>();

    /**
     * @param store with no namespaces around it
     * @param kinds those that are served now
     */
    public NamespaceFollower(ApplicationStore store, Supplier<List<ApplicationKind>> kinds, Clock clock) {
        this.objects = new StoredObjects(store);
        this.missing = new MissingNamespaces(store);
        this.deletion = new NamespaceDeletion(store, clock);
        this.kinds = kinds;
    }

    /**
     * Makes what is missing, and goes on with the deletions of before; what fails is tried again in the background. To be
     * called once, before anybody else writes.
     */
    public void begin() {
        tried("", this::lookAtAll, this::kindsChanged);
        var _ = thread.scheduleWithFixedDelay(
                () -> tried("", this::lookAtNamespaces, this::kindsChanged),
                LOOK_SECONDS,
                LOOK_SECONDS,
                TimeUnit.SECONDS);
    }

    private void lookAtAll() {
        try {
            missing.make(kinds.get());
        } finally {
            lookAtNamespaces();
        }
    }

    private void lookAtNamespaces() {
        objects.forEach(NamespaceKind.KIND, "", namespace -> look(namespace.name()));
    }

    /** Does so once more, in the background: of a kind that is new there may be objects. */
    public void kindsChanged() {
        thread.execute(() -> tried("", this::lookAtAll, this::kindsChanged));
    }

    /** An object was changed or deleted, maybe a namespace. */
    public void changed(ApplicationKind kind, NamespacedName name) {
        if (NamespaceKind.is(kind)) {
            look(name.name());
        } else if (going.contains(name.namespace())) {
            look(name.namespace());
        }
    }

    private void look(String namespace) {
        if (due.add(namespace)) {
            thread.execute(() -> tried(namespace, () -> step(namespace), () -> look(namespace)));
        }
    }

    private void step(String namespace) {
        due.remove(namespace);
        // Before it is looked at, so that nothing goes unnoticed that goes meanwhile.
        going.add(namespace);
        if (!deletion.step(namespace, kinds)) {
            going.remove(namespace);
        }
    }

    private void tried(String what, Runnable action, Runnable again) {
        try {
            action.run();
            failures.remove(what);
        } catch (RuntimeException e) {
            Duration delay = BACKOFF.delay(failures.merge(what, 1, Integer::sum), new Random());
            LOG.log(
                    System.Logger.Level.WARNING,
                    "namespaces, tried again in " + delay.toMillis() + " ms: " + what + " " + e.getMessage());
            var _ = thread.schedule(again, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Stops; what was not done is done after the next start. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "a namespace is still being looked at");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
