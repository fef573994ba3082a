package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Combines several stores into one store. Kinds can move between the stores. Each call goes to the store that has the
 * objects at that moment, even if another store had them when the request began. Writes of a kind wait while the kind
 * moves, and watches of the kind end after the move.
 *
 * <p>An object that was read in one store cannot be written in another: every store rejects such a write with a
 * Conflict.
 */
public final class PlacedApplicationStore implements ApplicationStore {
    /** Separates a store's continue token from the name of the store. No store uses this character in its tokens. */
    private static final char ELSEWHERE = '.';

    private final ApplicationStore stores;
    private final AppliedPlacements placements;
    private final Set<PlacedWatch> watches = ConcurrentHashMap.newKeySet();

    /** @param stores the stores, by their names */
    public PlacedApplicationStore(Map<String, ? extends ApplicationStore> stores, AppliedPlacements placements) {
        this.stores = new RoutingApplicationStore(stores, placements::storeOf);
        this.placements = placements;
        placements.onMove(this::endWatches);
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return placements.write(kind, () -> stores.create(kind, application, options));
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return stores.get(kind, name, resourceVersion);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return stores.find(kind, name);
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return stores.recent(kind, name);
    }

    /**
     * If a kind is not in the store that its definition names, its continue tokens contain the name of its present
     * store. Another store could misread the tokens.
     */
    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        String store = placements.storeOf(kind);
        String token = request.continueToken();
        int mark = token.indexOf(ELSEWHERE);
        if (mark >= 0 && !token.substring(mark + 1).equals(store)) {
            throw ResourceVersions.listExpired();
        }
        ApplicationPage page = stores.list(kind, mark < 0 ? request : request.withContinue(token.substring(0, mark)));
        if (!placements.storeOf(kind).equals(store)) {
            // The kind has moved meanwhile, so it is not known which store answered.
            return list(kind, request);
        }
        return page.continueToken().isEmpty() || store.equals(kind.store())
                ? page
                : new ApplicationPage(
                        page.resourceVersion(),
                        page.items(),
                        page.continueToken() + ELSEWHERE + store,
                        page.remainingItemCount());
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return placements.write(kind, () -> stores.update(kind, current, next, options));
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return placements.write(kind, () -> stores.delete(kind, name, request));
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        Optional<Placement> before = placements.of(kind);
        WatchStream stream = stores.watch(kind, request);
        // If the placement has changed meanwhile, it is not known which store sends the events of the watch.
        boolean known = before.equals(placements.of(kind));
        String store = before.map(Placement::store).orElse(kind.store());
        PlacedWatch watch = new PlacedWatch(
                stream,
                kind.groupResource(),
                () -> !known
                        || !store.equals(
                                placements.of(kind).map(Placement::store).orElse(kind.store())),
                watches::remove);
        watches.add(watch);
        if (watch.hasMoved()) {
            watch.end();
        }
        return watch;
    }

    private void endWatches(Set<GroupResource> moved) {
        watches.stream()
                .filter(watch -> moved.contains(watch.resource()) && watch.hasMoved())
                .forEach(PlacedWatch::end);
    }
}
