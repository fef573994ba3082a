package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonObject;

/** The namespaces of the cluster. Thread-safe. */
@FunctionalInterface
public interface NamespaceDirectory {

    /**
     * Returns a namespace from memory. If the namespace is not in memory, waits a moment and reads it. So a client can
     * use a namespace as soon as the client has created it.
     *
     * @return a {@code v1} Namespace
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound; ServiceUnavailable if it cannot be determined whether
     *     the namespace exists
     */
    JsonObject get(String name);
}
