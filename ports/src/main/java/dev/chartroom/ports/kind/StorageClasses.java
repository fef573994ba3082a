package dev.chartroom.ports.kind;

import dev.chartroom.domain.computed.StorageClass;
import java.util.List;
import java.util.Optional;

/** The storage classes of the cluster, read with the server's own rights. Nothing is cached. Thread-safe. */
@FunctionalInterface
public interface StorageClasses {
    /** The storage classes of a server without a right to list them, or without a cluster. */
    StorageClasses NONE = _ -> Optional.empty();

    /**
     * Returns the first {@code limit} storage classes in the order of their names; empty if the server may not list them.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if they cannot be read now
     */
    Optional<List<StorageClass>> list(int limit);
}
