package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import dev.chartroom.ports.storage.WatchStream;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes due what changes among the objects and the releases of a kind, by a watch of each. Begun and closed by one thread.
 */
final class FollowedNames implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FollowedNames.class.getName());

    private final ApplicationKind kind;
    private final ProjectedStores stores;
    private final DueNames due;
    private final Runnable wake;

    private final List<ChangedNames> watches = new ArrayList<>();
    /** Set where one of the watches is over. */
    private AtomicBoolean over = new AtomicBoolean(true);
    /** The last state of the objects that was seen; empty where none was. */
    private volatile String seen = "";

    /** @param wake is told of whatever happens; of any thread */
    FollowedNames(ApplicationKind kind, ProjectedStores stores, DueNames due, Runnable wake) {
        this.kind = kind;
        this.stores = stores;
        this.due = due;
        this.wake = wake;
    }

    /** It has to begin anew. */
    void end() {
        over.set(true);
    }

    /** Whether changes may have been missed since it began: it has to begin anew. */
    boolean isOver() {
        return over.get();
    }

    /**
     * Begins anew. What was deleted since the watch before is due.
     *
     * @return the objects that there are; whatever changes afterwards is told
     * @throws ApiException where objects or releases cannot be reached; what it has begun goes on until the next time
     */
    List<ServedApplication> begin() {
        close();
        AtomicBoolean ended = new AtomicBoolean();
        over = ended;
        ApplicationPage page = stores.objects().list(kind, ListRequest.all(""));
        deletedSince(page).forEach(due::addDeleted);
        seen = page.resourceVersion();
        follow(stores.objects().watch(kind, WatchRequest.after("", page.resourceVersion())), ended, this::changed);
        follow(stores.watched().watch(kind, fromNow()), ended, (release, _) -> due.add(release.namespacedName()));
        return page.items();
    }

    private void changed(ServedApplication object, boolean isDeleted) {
        if (isDeleted) {
            due.addDeleted(object.namespacedName());
        } else {
            due.add(object.namespacedName());
        }
        seen = object.resourceVersion();
    }

    /** The objects that were there when a watch ended, and are not any more; none where their store has forgotten that state. */
    private Set<NamespacedName> deletedSince(ApplicationPage now) {
        if (seen.isEmpty()) {
            return Set.of();
        }
        Set<NamespacedName> names = new HashSet<>();
        try {
            ListRequest then =
                    new ListRequest("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", seen, "Exact");
            stores.objects().list(kind, then).items().forEach(object -> names.add(object.namespacedName()));
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "what was deleted meanwhile is not known", e);
        }
        now.items().forEach(object -> names.remove(object.namespacedName()));
        return names;
    }

    private static WatchRequest fromNow() {
        return new WatchRequest("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "", false, InitialEvents.SKIP);
    }

    private void follow(WatchStream stream, AtomicBoolean ended, ChangedNames.Change changed) {
        watches.add(new ChangedNames(
                stream,
                (object, isDeleted) -> {
                    changed.of(object, isDeleted);
                    wake.run();
                },
                () -> {
                    ended.set(true);
                    wake.run();
                }));
    }

    @Override
    public void close() {
        end();
        watches.forEach(ChangedNames::close);
        watches.clear();
    }
}
