package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.NamespacedName;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Releases as they were heard of last, encoded: what a write may begin with. Of many, those are forgotten of which nothing
 * was heard for the longest time. Thread-safe.
 */
public final class RecentReleases {
    /** Of what may be kept, the most that one release may take. */
    private static final int PART = 16;

    private final long limit;
    private final SequencedMap<NamespacedName, Recent> releases = new LinkedHashMap<>();
    private long bytes;

    private static final class Recent {
        private final long resourceVersion;
        private final byte[] json;

        private Recent(long resourceVersion, byte[] json) {
            this.resourceVersion = resourceVersion;
            this.json = json;
        }
    }

    /** @param limit in bytes */
    public RecentReleases(long limit) {
        this.limit = limit;
    }

    /** @param heap in bytes; a 64th of it may be kept, and 64 MiB at most */
    public static RecentReleases ofHeap(long heap) {
        return new RecentReleases(Math.min(heap / 64, 64L << 20));
    }

    /**
     * Keeps a release, unless a later state of it is known.
     *
     * @param json the release, or a watch event of it
     */
    synchronized void put(JsonObject release, byte[] json) {
        NamespacedName name = name(release);
        long version = version(release);
        Recent known = releases.get(name);
        if (known != null && known.resourceVersion > version) {
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

    /** Forgets a release that is gone, unless a later one of its name is known. */
    synchronized void remove(JsonObject release) {
        Recent known = releases.get(name(release));
        if (known != null && known.resourceVersion <= version(release)) {
            forget(name(release));
        }
    }

    /** Forgets all releases. To be called when deletions may have been missed. */
    synchronized void clear() {
        releases.clear();
        bytes = 0;
    }

    /** The release of a name, or a watch event of it; null where none is kept. */
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

    private static long version(JsonObject release) {
        String version = release.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
        return version.matches("[0-9]{1,18}") ? Long.parseLong(version) : 0;
    }
}
