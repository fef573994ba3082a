package dev.chartroom.ports.kind;

import dev.chartroom.domain.meta.GroupVersion;
import java.util.Map;

/** Where it is announced which group versions are served, for those who do not ask all the time. Thread-safe. */
@FunctionalInterface
public interface ServedVersions {
    /**
     * Announces what is served from now on; what comes of it is not waited for.
     *
     * @param digests of each group version, another one where what it serves looks different, and the same on all replicas
     */
    void announce(Map<GroupVersion, String> digests);
}
