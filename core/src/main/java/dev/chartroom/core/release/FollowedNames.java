package dev.chartroom.core.release;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
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
 * Adds the name of an object to the due names if the object or its release changes. There is one watch of the objects
 * of a kind and one watch of their releases. Only one thread begins and closes the watches.
 */
final class FollowedNames implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FollowedNames.class.getName());

    private final ApplicationKind kind;
    private final ProjectedStores stores;
    private final DueNames due;
    private final Runnable wake;

    private final List<ChangedNames> watches = new ArrayList<>();
    /** True if one of the watches has ended. */
    private AtomicBoolean watchEnded = new AtomicBoolean(true);
    /** The resource version that was received last for the objects; empty if no version was received. */
    private volatile String lastVersion = "";

    /** @param wake an action that is called after every change and at the end of a watch, on any thread */
    FollowedNames(ApplicationKind kind, ProjectedStores stores, DueNames due, Runnable wake) {
        this.kind = kind;
        this.stores = stores;
        this.due = due;
        this.wake = wake;
    }

    /** Requests a restart. */
    void requestRestart() {
        watchEnded.set(true);
    }

    /** Returns whether a restart is necessary, because changes may have been missed. */
    boolean needsRestart() {
        return watchEnded.get();
    }

    /**
     * Restarts the watches. Objects that were deleted since the previous watch become due.
     *
     * @return the existing objects; later changes arrive through the watches
     * @throws ApiException if objects or releases cannot be reached; watches that this call has opened run until the
     *     next call
     */
    List<ServedApplication> restart() {
        close();
        AtomicBoolean ended = new AtomicBoolean();
        watchEnded = ended;
        ApplicationPage page = stores.objects().list(kind, ListRequest.all(""));
        deletedSince(page).forEach(due::addDeleted);
        lastVersion = page.resourceVersion();
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
        lastVersion = object.resourceVersion();
    }

    /**
     * Returns the names of the objects that existed when the previous watch ended, and no longer exist. Returns no
     * names if the store no longer has the state at the end of the previous watch.
     */
    private Set<NamespacedName> deletedSince(ApplicationPage now) {
        if (lastVersion.isEmpty()) {
            return Set.of();
        }
        Set<NamespacedName> names = new HashSet<>();
        try {
            ListRequest then = new ListRequest(
                    "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", lastVersion, "Exact");
            stores.objects().list(kind, then).items().forEach(object -> names.add(object.namespacedName()));
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot determine which objects were deleted since the last watch", e);
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
        requestRestart();
        watches.forEach(ChangedNames::close);
        watches.clear();
    }
}
