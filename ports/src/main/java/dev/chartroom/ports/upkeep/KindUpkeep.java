package dev.chartroom.ports.upkeep;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupKind;
import dev.chartroom.ports.retry.Backoff;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps something up for each of some kinds, each on a virtual thread of its own. Thread-safe.
 *
 * @param <P> how far that is for a kind; immutable
 */
public final class KindUpkeep<P> implements AutoCloseable {
    private final Task task;
    private final P none;
    private final Supplier<Beginning<P>> beginnings;
    private final Map<GroupKind, UpkeepThread<P>> running = new HashMap<>();

    /**
     * What is done.
     *
     * @param name of its threads
     * @param trouble what is said where a step fails for the first time, in words that follow the kind
     * @param retries after which time it is tried again then
     */
    public record Task(String name, String trouble, Backoff retries) {}

    /**
     * Begins with a kind as it is declared now.
     *
     * @param <P> how far it is
     */
    @FunctionalInterface
    public interface Beginning<P> {
        /** @param wake ends the pause before the next step; of any thread */
        Upkeep<P> begin(ApplicationKind kind, Runnable wake);
    }

    /**
     * None is begun yet.
     *
     * @param none how far it is before the first step
     * @param beginnings one for each kind, which lasts while the kind is declared anew
     */
    public KindUpkeep(Task task, P none, Supplier<Beginning<P>> beginnings) {
        this.task = task;
        this.none = none;
        this.beginnings = beginnings;
    }

    /** @param kinds for which it is done from now on, the first of each name; for those that changed it begins anew */
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
                        name, _ -> new UpkeepThread<>(kind, task, none, beginnings.get()))
                .use(kind));
    }

    /** How far it is; empty where it is not done for a kind. */
    public synchronized Optional<P> progress(ApplicationKind kind) {
        return Optional.ofNullable(running.get(kind.gvk().groupKind())).map(UpkeepThread::progress);
    }

    @Override
    public synchronized void close() {
        running.values().forEach(UpkeepThread::close);
        running.clear();
    }
}
