package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All objects of some kinds of a group at a resource version. Immutable. A change copies only the tree nodes on the
 * path to one kind.
 */
final class Snapshot {
    /** The state before anything was read. */
    static final Snapshot NONE = new Snapshot(0, SortedEntries.none(_ -> 1), 0);

    /** A number instead of an object, because each event makes a new snapshot. */
    private final long revision;

    private final long replaced;
    private final SortedEntries<OfKind> kinds;

    /**
     * All objects of a kind.
     *
     * @param since the resource version at which the objects were read; it may be later than the snapshot's resource
     *     version
     */
    record OfKind(ApplicationKind kind, ResourceVersion since, SortedApplications objects) {
        OfKind with(SortedApplications changed) {
            return new OfKind(kind, since, changed);
        }
    }

    private Snapshot(long revision, SortedEntries<OfKind> kinds, long replaced) {
        this.revision = revision;
        this.replaced = replaced;
        this.kinds = kinds;
    }

    static Snapshot of(ResourceVersion revision, List<OfKind> kinds) {
        return new Snapshot(revision.number(), SortedEntries.none(_ -> 1), 0).with(kinds);
    }

    /** Returns the resource version up to which the snapshot has every change. */
    ResourceVersion revision() {
        return new ResourceVersion(revision);
    }

    /** Returns whether the snapshot has every change up to a resource version. */
    boolean reaches(ResourceVersion wanted) {
        return revision >= wanted.number();
    }

    /**
     * Returns how many bytes of objects have been replaced since the first snapshot. The difference between the values
     * of two snapshots is an upper limit: the older snapshot, and all snapshots between the two, keep at most this much
     * additional memory.
     */
    long replaced() {
        return replaced;
    }

    /** Returns the same snapshot with a higher count of replaced bytes. */
    Snapshot replacing(long bytes) {
        return new Snapshot(revision, kinds, replaced + bytes);
    }

    /** Returns how many bytes the objects have. */
    long bytes() {
        return kinds.values()
                .flatMap(ofKind -> ofKind.objects().in(""))
                .mapToLong(object -> object.json().length)
                .sum();
    }

    long size() {
        return kinds.values()
                .mapToLong(ofKind -> ofKind.objects().count("", null))
                .sum();
    }

    List<ApplicationKind> kinds() {
        return kinds.values().map(OfKind::kind).toList();
    }

    /** Returns whether the snapshot has exactly this kind. A kind with a changed declaration is another kind. */
    boolean holds(ApplicationKind kind) {
        OfKind known = find(kind.groupResource());
        return known != null && known.kind().equals(kind);
    }

    @Nullable
    OfKind find(GroupResource resource) {
        return kinds.get(resource.resource());
    }

    /** Returns the objects of a kind; none if the kind is not held. */
    SortedApplications of(GroupResource resource) {
        OfKind known = find(resource);
        return known == null ? SortedApplications.NONE : known.objects();
    }

    /** Returns a snapshot with the same objects and a later resource version, up to which it has every change. */
    Snapshot at(long later) {
        return new Snapshot(Math.max(revision, later), kinds, replaced);
    }

    Snapshot with(List<OfKind> changed) {
        SortedEntries<OfKind> next = kinds;
        for (OfKind ofKind : changed) {
            next = next.with(ofKind.kind().groupResource().resource(), ofKind);
        }
        return new Snapshot(revision, next, replaced);
    }

    Snapshot without(GroupResource resource) {
        return new Snapshot(revision, kinds.without(resource.resource()), replaced);
    }
}
