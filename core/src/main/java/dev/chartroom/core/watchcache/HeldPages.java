package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Paged lists: all pages of a list come from one snapshot. As in a kube-apiserver, another page follows if more objects
 * exist, whether they are selected or not. The store makes the continue tokens. So a server without the snapshot, such
 * as another replica, can pass the request on to the store.
 *
 * <p>A held page keeps an old snapshot in memory, so the number of held pages is limited. If there are too many, the
 * sharer with the most pages loses its oldest page. A page is also dropped if many bytes of objects were replaced since
 * its snapshot.
 */
final class HeldPages {
    /**
     * The maximum length of a selection, in characters. A longer selection takes too much memory to be kept with each
     * page.
     */
    private static final long LONGEST_SELECTION = 4096;

    private final ApplicationListerWatcher feed;
    private final CacheLimits limits;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<Place, Held> held = new LinkedHashMap<>();

    /**
     * The start of a page. A token alone does not identify a page: another selection can have the same token for
     * another page.
     */
    private record Place(GroupResource resource, Selection selection, String token) {}

    /** @param sharer the user or address that requested the list */
    private record Held(
            String sharer,
            ListedState list,
            NamespacedName after,
            Instant until,
            @Nullable Place before) {}

    HeldPages(ApplicationListerWatcher feed, CacheLimits limits, Clock clock) {
        this.feed = feed;
        this.limits = limits;
        this.clock = clock;
    }

    /** Returns the first page of a list, or the whole list if the request has no limit. */
    ApplicationPage first(ApplicationKind kind, ListRequest request, ListedState list) {
        return page(kind, request, list, null, null);
    }

    /** Returns the page for a continue token; null if the page is not held. */
    @Nullable
    ApplicationPage next(ApplicationKind kind, ListRequest request) {
        Place place = new Place(kind.groupResource(), request.selection(), request.continueToken());
        Held found;
        lock.lock();
        try {
            expire();
            found = held.get(place);
        } finally {
            lock.unlock();
        }
        return found == null || !found.list().snapshot().holds(kind)
                ? null
                : page(kind, request, found.list(), found.after(), place);
    }

    private ApplicationPage page(
            ApplicationKind kind,
            ListRequest request,
            ListedState list,
            @Nullable NamespacedName after,
            @Nullable Place here) {
        long limit = request.limit() == 0 ? Long.MAX_VALUE : request.limit();
        SortedApplications objects = list.snapshot().of(kind.groupResource());
        List<ServedApplication> items = objects.in(request.namespace(), after)
                .filter(request.selection())
                .limit(limit)
                .toList();
        String token = "";
        @Nullable Long remaining = null;
        long rest = items.size() < limit || isOne(request)
                ? 0
                : objects.count(request.namespace(), items.getLast().namespacedName());
        if (rest > 0) {
            NamespacedName last = items.getLast().namespacedName();
            token = feed.continueToken(kind, request.namespace(), list.resourceVersion(), last);
            remaining = request.hasNoSelector() ? Long.valueOf(rest) : null;
            if (request.selection().length() <= LONGEST_SELECTION) {
                hold(new Place(kind.groupResource(), request.selection(), token), list, last, here);
            }
        }
        return new ApplicationPage(list.resourceVersion().toString(), items, token, remaining);
    }

    /** Returns whether the request selects one object by its name. As in a kube-apiserver, such a list has no pages. */
    private static boolean isOne(ListRequest request) {
        return !request.namespace().isEmpty()
                && request.fieldSelector().required(FieldSelector.Field.NAME).isPresent();
    }

    /**
     * Holds the next page of a list. The page that was just returned stays, because the client may request it again.
     * The page before the returned page is dropped.
     */
    private void hold(Place place, ListedState list, NamespacedName after, @Nullable Place here) {
        lock.lock();
        try {
            Held current = here == null ? null : held.get(here);
            if (current != null && current.before() != null) {
                held.remove(current.before());
            }
            held.remove(place);
            String sharer =
                    ServerCapacity.current().map(ServerCapacity.Share::sharer).orElse("");
            held.put(place, new Held(sharer, list, after, clock.instant().plus(limits.heldFor()), here));
            expire();
            forgetOlder(place.resource().group(), list.snapshot().replaced());
            while (held.size() > limits.heldPages()) {
                held.remove(oldestOf(greediest()));
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetOlder(String group, long replaced) {
        held.entrySet()
                .removeIf(entry -> entry.getKey().resource().group().equals(group)
                        && replaced - entry.getValue().list().snapshot().replaced() > limits.heldBytes());
    }

    /** Returns the sharer with the most pages. */
    private String greediest() {
        Map<String, Integer> counts = new HashMap<>();
        held.values().forEach(page -> counts.merge(page.sharer(), 1, Integer::sum));
        return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    private Place oldestOf(String sharer) {
        return held.entrySet().stream()
                .filter(entry -> entry.getValue().sharer().equals(sharer))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Drops expired pages. The oldest pages come first in the map. */
    private void expire() {
        Instant now = clock.instant();
        while (!held.isEmpty()) {
            Map.Entry<Place, Held> oldest = held.firstEntry();
            if (oldest.getValue().until().isAfter(now)) {
                return;
            }
            held.remove(oldest.getKey());
        }
    }
}
