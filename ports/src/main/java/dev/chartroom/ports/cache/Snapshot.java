package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything of some kinds of a group at a resource version. Immutable: a change copies the way to one kind. */
final class Snapshot {
    /** Before anything is known. */
    static final Snapshot NONE = new Snapshot(0, SortedEntries.none(_ -> 1), 0);

    private final long revision;
    private final long replaced;
    private final SortedEntries<OfKind> kinds;

    /**
     * All objects of a kind.
     *
     * @param since the resource version as of which they are known; it may be later than the snapshot's
     */
    record OfKind(ApplicationKind kind, long since, SortedApplications objects) {
        OfKind with(SortedApplications changed) {
            return new OfKind(kind, since, changed);
        }
    }

    private Snapshot(long revision, SortedEntries<OfKind> kinds, long replaced) {
        this.revision = revision;
        this.replaced = replaced;
        this.kinds = kinds;
    }

    static Snapshot of(long revision, List<OfKind> kinds) {
        return new Snapshot(revision, SortedEntries.none(_ -> 1), 0).with(kinds);
    }

    /** The resource version up to which every change is in it. */
    long revision() {
        return revision;
    }

    /**
     * How many bytes of objects the snapshots before it have that it has not, since the first one: so many at most does
     * one keep in memory that is older, and all that come after that one.
     */
    long replaced() {
        return replaced;
    }

    /** The same snapshot, in which more bytes of objects are replaced. */
    Snapshot replacing(long bytes) {
        return new Snapshot(revision, kinds, replaced + bytes);
    }

    /** How many bytes its objects have. */
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

    /** True where this very kind is in it, as one that was declared anew is another. */
    boolean holds(ApplicationKind kind) {
        OfKind known = find(kind.groupResource());
        return known != null && known.kind().equals(kind);
    }

    @Nullable
    OfKind find(GroupResource resource) {
        return kinds.get(resource.resource());
    }

    /** The objects of a kind, none where it is not held. */
    SortedApplications of(GroupResource resource) {
        OfKind known = find(resource);
        return known == null ? SortedApplications.NONE : known.objects();
    }

    /** The same objects, of which no change up to a resource version is missing. */
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
