package dev.chartroom.ports.cache;

import dev.chartroom.domain.watch.WatchWindow;
import dev.chartroom.ports.watch.Change;
import dev.chartroom.ports.watch.QueuedWatch;
import java.util.HashSet;
import java.util.Set;

/** The latest changes of one kind and who watches them. Guarded by the lock of the group. */
final class ChangeLog {
    private final WatchWindow<Change> window;
    private final Set<QueuedWatch> watches = new HashSet<>();

    /** @param start the resource version after which changes are known */
    ChangeLog(int capacity, long start) {
        window = new WatchWindow<>(capacity, start, Change::resourceVersion);
    }

    void add(Change change) {
        window.add(change);
        watches.forEach(watch -> watch.offer(change));
    }

    /**
     * Tells a watch the changes since its start, and those to come.
     *
     * @throws dev.chartroom.domain.status.ApiException Expired where some of them are forgotten
     */
    void tell(QueuedWatch watch) {
        window.since(watch.start()).forEach(watch::offer);
        watches.add(watch);
    }

    void forget(QueuedWatch watch) {
        watches.remove(watch);
    }

    void endWatches() {
        watches.forEach(QueuedWatch::end);
        watches.clear();
    }

    int watches() {
        return watches.size();
    }
}
