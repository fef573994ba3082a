package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.meta.GroupKind;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps a release for each object of those kinds whose definition asks for it, each kind on a thread of its own, on every
 * replica. Thread-safe.
 */
public final class ReleaseProjections implements AutoCloseable {
    private final ProjectedStores stores;
    private final Function<ApplicationKind, Optional<String>> storeOf;
    private final Clock clock;
    private final Map<GroupKind, ProjectionThread> running = new HashMap<>();

    /** @param storeOf the store that has a kind's objects now, empty where that is not known */
    public ReleaseProjections(
            ProjectedStores stores, Function<ApplicationKind, Optional<String>> storeOf, Clock clock) {
        this.stores = stores;
        this.storeOf = storeOf;
        this.clock = clock;
    }

    /** @param kinds all that are served now; projections of others end, and those of changed ones begin anew */
    public synchronized void use(List<ApplicationKind> kinds) {
        Map<GroupKind, ApplicationKind> wanted = new HashMap<>();
        for (ApplicationKind kind : kinds) {
            if (isProjected(kind, storeOf.apply(kind))) {
                wanted.putIfAbsent(kind.gvk().groupKind(), kind.stored());
            }
        }
        running.entrySet().removeIf(entry -> {
            boolean ends = !wanted.containsKey(entry.getKey());
            if (ends) {
                entry.getValue().close();
            }
            return ends;
        });
        wanted.forEach((name, kind) -> running.computeIfAbsent(name, _ -> new ProjectionThread(kind, stores, clock))
                .use(kind));
    }

    /**
     * Whether releases are kept for a kind's objects, which are none themselves.
     *
     * @param store that has the objects now, empty where that is not known
     */
    public static boolean isProjected(ApplicationKind kind, Optional<String> store) {
        return kind.release().isProjected()
                && store.filter(name -> !name.equals(StoreNames.HELM_RELEASE)).isPresent();
    }

    /** How far the projection of a kind is; empty where its definition asks for none. */
    public synchronized Optional<ProjectionProgress> progress(ApplicationKind kind) {
        return Optional.ofNullable(running.get(kind.gvk().groupKind())).map(ProjectionThread::progress);
    }

    @Override
    public synchronized void close() {
        running.values().forEach(ProjectionThread::close);
        running.clear();
    }
}
