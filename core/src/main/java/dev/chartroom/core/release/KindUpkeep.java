package dev.chartroom.core.release;

import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs a background task for each kind of a set, each task on its own virtual thread. Thread-safe.
 *
 * @param <P> the type that describes the progress of a task; immutable
 */
public final class KindUpkeep<P> implements AutoCloseable {
    private final Task task;
    private final P none;
    private final Supplier<Factory<P>> factories;
    private final Map<GroupKind, UpkeepThread<P>> running = new HashMap<>();

    /**
     * The properties of a task.
     *
     * @param name the name of the task's threads
     * @param trouble the text that follows the name of the kind in the log message after the first failure of a step
     * @param retries the backoff of failed steps
     */
    public record Task(String name, String trouble, Backoff retries) {}

    /**
     * Creates the task for a kind with its current declaration.
     *
     * @param <P> the progress
     */
    @FunctionalInterface
    public interface Factory<P> {
        /** @param wake an action that ends the pause before the next step; called on any thread */
        Upkeep<P> create(ApplicationKind kind, Runnable wake);
    }

    /**
     * Creates the tasks without starting any.
     *
     * @param none the progress before the first step
     * @param factories returns the factory of a task; called once for each kind; the factory is kept when the kind
     *     changes
     */
    public KindUpkeep(Task task, P none, Supplier<Factory<P>> factories) {
        this.task = task;
        this.none = none;
        this.factories = factories;
    }

    /**
     * @param kinds the kinds that have a task from now on; of several kinds with the same name, only the first has a
     *     task; if a kind has changed, its task restarts
     */
    public synchronized void use(List<ApplicationKind> kinds) {
        Map<GroupKind, ApplicationKind> wanted = new HashMap<>();
        kinds.forEach(kind -> wanted.putIfAbsent(kind.gvk().groupKind(), kind));
        running.entrySet().removeIf(entry -> {
            boolean ends = !wanted.containsKey(entry.getKey());
            if (ends) {
                entry.getValue().close();
            }
            return ends;
        });
        wanted.forEach((name, kind) -> running.computeIfAbsent(
                        name, _ -> new UpkeepThread<>(kind, task, none, factories.get()))
                .use(kind));
    }

    /** Returns the progress; empty if the kind has no task. */
    public synchronized Optional<P> progress(ApplicationKind kind) {
        return Optional.ofNullable(running.get(kind.gvk().groupKind())).map(UpkeepThread::progress);
    }

    @Override
    public synchronized void close() {
        running.values().forEach(UpkeepThread::close);
        running.clear();
    }
}
