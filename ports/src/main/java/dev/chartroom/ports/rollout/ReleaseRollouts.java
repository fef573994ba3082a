package dev.chartroom.ports.rollout;

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
 * Has the releases of those kinds whose definition asks for it follow their definition, each kind on a thread of its own,
 * on every replica. Thread-safe.
 */
public final class ReleaseRollouts implements AutoCloseable {
    private final ReleaseDirectory directory;
    private final Function<ApplicationKind, Optional<String>> storeOf;
    private final Clock clock;
    private final Map<GroupKind, RolloutThread> running = new HashMap<>();

    /** Of kinds whose definition has their objects in releases. */
    public ReleaseRollouts(ReleaseDirectory directory, Clock clock) {
        this(directory, kind -> Optional.of(kind.store()), clock);
    }

    /** @param storeOf the store that has a kind's objects now, empty where that is not known */
    public ReleaseRollouts(
            ReleaseDirectory directory, Function<ApplicationKind, Optional<String>> storeOf, Clock clock) {
        this.directory = directory;
        this.storeOf = storeOf;
        this.clock = clock;
    }

    private boolean hasReleases(ApplicationKind kind) {
        return storeOf.apply(kind)
                .filter(store ->
                        store.equals(StoreNames.HELM_RELEASE) || kind.release().isProjected())
                .isPresent();
    }

    /**
     * Has those follow that are released.
     *
     * @param kinds all that are served now; rollouts of others end, and those of changed ones begin anew
     */
    public synchronized void use(List<ApplicationKind> kinds) {
        Map<GroupKind, ApplicationKind> wanted = new HashMap<>();
        for (ApplicationKind kind : kinds) {
            if (kind.release().rollout().isPresent() && hasReleases(kind)) {
                // The versions of a kind have one template.
                wanted.putIfAbsent(kind.gvk().groupKind(), kind);
            }
        }
        running.entrySet().removeIf(entry -> {
            boolean ends = !wanted.containsKey(entry.getKey());
            if (ends) {
                entry.getValue().close();
            }
            return ends;
        });
        wanted.forEach((name, kind) -> running.computeIfAbsent(name, _ -> new RolloutThread(kind, directory, clock))
                .use(kind));
    }

    /** How far the rollout of a kind is; empty where its definition asks for none. */
    public synchronized Optional<RolloutProgress> progress(ApplicationKind kind) {
        return Optional.ofNullable(running.get(kind.gvk().groupKind())).map(RolloutThread::progress);
    }

    @Override
    public synchronized void close() {
        running.values().forEach(RolloutThread::close);
        running.clear();
    }
}
