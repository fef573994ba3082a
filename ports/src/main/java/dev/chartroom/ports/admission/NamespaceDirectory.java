package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;

/** The namespaces of the cluster. Thread-safe. */
@FunctionalInterface
public interface NamespaceDirectory {

    /**
     * A namespace as it is known. One that is not known is waited for a little and looked up, so that who creates a
     * namespace can use it at once.
     *
     * @return a {@code v1} Namespace
     * @throws dev.chartroom.domain.status.ApiException NotFound; ServiceUnavailable where that cannot be found out
     */
    JsonObject get(String name);
}
