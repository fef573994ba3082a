package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;

/** The namespaces of the cluster. Thread-safe. */
@FunctionalInterface
public interface NamespaceDirectory {

    /**
     * Returns a namespace from memory. If it is not known, waits a moment and reads it. So a client can use a namespace
     * as soon as it has created it.
     *
     * @return a {@code v1} Namespace
     * @throws dev.chartroom.domain.status.ApiException NotFound; ServiceUnavailable if it cannot be determined
     */
    JsonObject get(String name);
}
