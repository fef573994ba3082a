package dev.chartroom.ports.release;

import dev.chartroom.domain.computed.PodUsage;
import java.util.Map;
import java.util.Optional;

/** The metrics of pods, read with the server's own rights. Nothing is cached. Thread-safe. */
@FunctionalInterface
public interface ReleaseMetrics {
    /** No metrics. */
    ReleaseMetrics NONE = _ -> Optional.empty();

    /**
     * Returns the usage of the pods of a namespace by their names; empty if the cluster has no metrics of pods.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException InternalError if the server may not read metrics;
     *     ServiceUnavailable if these cannot be read now
     */
    Optional<Map<String, PodUsage>> of(String namespace);
}
