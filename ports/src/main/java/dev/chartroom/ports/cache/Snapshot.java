package dev.chartroom.ports.cache;

import dev.chartroom.domain.meta.GroupResource;
import java.util.HashMap;
import java.util.Map;

/** Everything of a group at a resource version. Immutable. */
final class Snapshot {
    /** Before anything is known. */
    static final Snapshot NONE = new Snapshot(0, Map.of());

    private final long revision;
    private final Map<GroupResource, SortedApplications> objects;

    Snapshot(long revision, Map<GroupResource, SortedApplications> objects) {
        this.revision = revision;
        this.objects = objects;
    }

    /** The resource version up to which every change is in it. */
    long revision() {
        return revision;
    }

    long size() {
        return objects.values().stream()
                .mapToLong(ofKind -> ofKind.in("").count())
                .sum();
    }

    SortedApplications of(GroupResource resource) {
        return objects.getOrDefault(resource, SortedApplications.NONE);
    }

    /** The same objects, of which no change up to a resource version is missing. */
    Snapshot at(long later) {
        return new Snapshot(Math.max(revision, later), objects);
    }

    Snapshot with(GroupResource resource, SortedApplications changed) {
        Map<GroupResource, SortedApplications> next = new HashMap<>(objects);
        next.put(resource, changed);
        return new Snapshot(revision, next);
    }
}
