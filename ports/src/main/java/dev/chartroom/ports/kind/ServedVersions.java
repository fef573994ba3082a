package dev.chartroom.ports.kind;

import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.Map;

/** Announces the served group versions to clients that do not poll discovery. Thread-safe. */
@FunctionalInterface
public interface ServedVersions {
    /**
     * Announces the group versions served from now on; does not wait for the outcome.
     *
     * @param digests a digest for each group version; it changes with the served content, and is the same on all
     *     replicas
     */
    void announce(Map<GroupVersion, String> digests);
}
