package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last known states of releases, in encoded form. Writes can start from these states. If the states exceed the
 * limit, the least recently updated ones are evicted. Thread-safe.
 */
public final class RecentReleases {
    /** A single release may take up to this fraction of the limit: one 16th. */
    private static final int PART = 16;

    /**
     * The largest number of objects that are kept in the form that readers get. Few are enough, because a write and its
     * watch event are milliseconds apart.
     */
    private static final int MAX_SERVED = 128;
    /** A size in bytes. If a release is larger, the object that readers get is not kept. */
    private static final int SMALL = 64 * 1024;

    private final long limit;
    private final SequencedMap<NamespacedName, Recent> releases = new LinkedHashMap<>();
    private final SequencedMap<NamespacedName, Served> served = new LinkedHashMap<>();
    private long bytes;

    private record Served(String resourceVersion, ApplicationKind kind, ServedApplication object) {}

    private static final class Recent {
        /** A number instead of a ResourceVersion saves memory, because many releases are kept. */
        private final long resourceVersion;

        private final byte[] json;

        private Recent(ResourceVersion resourceVersion, byte[] json) {
            this.resourceVersion = resourceVersion.number();
            this.json = json;
        }
    }

    /** @param limit the largest total size of the states, in bytes */
    public RecentReleases(long limit) {
        this.limit = limit;
    }

    /** @param heap the size of the heap in bytes; the limit is a 64th of this size, and 64 MiB at most */
    public static RecentReleases ofHeap(long heap) {
        return new RecentReleases(Math.min(heap / 64, 64L << 20));
    }

    /**
     * Keeps a release, unless a later state of this release is known.
     *
     * @param json the release, or a watch event of it
     */
    synchronized void put(JsonObject release, byte[] json) {
        NamespacedName name = name(release);
        ResourceVersion version = version(release);
        Recent known = releases.get(name);
        if (known != null && known.resourceVersion > version.number()) {
            return;
        }
        forget(name);
        if (json.length > limit / PART) {
            return;
        }
        releases.putLast(name, new Recent(version, json));
        bytes += json.length;
        while (bytes > limit) {
            forget(releases.firstEntry().getKey());
        }
    }

    /** Removes a deleted release, unless a later release of the same name is known. */
    synchronized void remove(JsonObject release) {
        served.remove(name(release));
        Recent known = releases.get(name(release));
        if (known != null && known.resourceVersion <= version(release).number()) {
            forget(name(release));
        }
    }

    /**
     * Keeps the object of a release until 128 other objects have been added. That is long enough, because the answer to
     * a write and its watch event follow each other closely.
     *
     * @param size the size of the release, in bytes
     */
    void putServed(ApplicationKind kind, JsonObject release, int size, Supplier<ServedApplication> object) {
        // Builds the object now. The supplier may reference the decoded release, which takes many times the size of the
        // encoded one.
        Served next = limit == 0 || size > SMALL ? null : new Served(resourceVersion(release), kind, object.get());
        putServed(name(release), next);
    }

    private synchronized void putServed(NamespacedName name, @Nullable Served next) {
        served.remove(name);
        if (next != null) {
            served.putLast(name, next);
        }
        if (served.size() > MAX_SERVED) {
            served.pollFirstEntry();
        }
    }

    /** Returns the object that was already built for a release; null if none is kept for this state. */
    @Nullable
    ServedApplication findServed(ApplicationKind kind, JsonObject release) {
        Served known = findServed(name(release));
        return known != null && known.resourceVersion.equals(resourceVersion(release)) && known.kind.equals(kind)
                ? known.object
                : null;
    }

    private synchronized @Nullable Served findServed(NamespacedName name) {
        return served.get(name);
    }

    /** Removes all releases. Must be called when deletions may have been missed. */
    synchronized void clear() {
        releases.clear();
        served.clear();
        bytes = 0;
    }

    /** Returns the release with this name, or a watch event of this release; null if neither is kept. */
    synchronized byte @Nullable [] find(NamespacedName name) {
        Recent known = releases.get(name);
        return known == null ? null : known.json;
    }

    private void forget(NamespacedName name) {
        Recent known = releases.remove(name);
        if (known != null) {
            bytes -= known.json.length;
        }
    }

    private static NamespacedName name(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
    }

    /** Returns the version of a release. A text that is no number counts as zero, so any other version is later. */
    private static ResourceVersion version(JsonObject release) {
        return ResourceVersion.parse(resourceVersion(release)).orElse(ResourceVersion.ZERO);
    }

    private static String resourceVersion(JsonObject release) {
        return release.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }
}
