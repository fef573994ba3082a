package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.meta.GroupKind;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a release for each object of those kinds whose definition asks for it, each kind on a thread of its own, on every
 * replica. Thread-safe.
 */
public final class ReleaseProjections implements AutoCloseable {
    private final ProjectedStores stores;
    private final Clock clock;
    private final Map<GroupKind, ProjectionThread> running = new HashMap<>();

    public ReleaseProjections(ProjectedStores stores, Clock clock) {
        this.stores = stores;
        this.clock = clock;
    }

    /** @param kinds all that are served now; projections of others end, and those of changed ones begin anew */
    public synchronized void use(List<ApplicationKind> kinds) {
        Map<GroupKind, ApplicationKind> wanted = new HashMap<>();
        for (ApplicationKind kind : kinds) {
            if (isProjected(kind)) {
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

    /** Whether releases are kept for a kind's objects, which are none themselves. */
    public static boolean isProjected(ApplicationKind kind) {
        return kind.release().isProjected() && !kind.store().equals(StoreNames.HELM_RELEASE);
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
