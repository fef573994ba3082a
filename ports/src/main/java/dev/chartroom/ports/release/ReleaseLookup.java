package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All releases of the cluster under their own names, also those that belong to no kind. Reads return the latest state.
 * Errors are {@link dev.chartroom.apimachinery.status.ApiException}s. Thread-safe.
 */
public interface ReleaseLookup {

    /** Returns a release; empty if there is no release, or if it is unreadable. */
    Optional<JsonObject> find(NamespacedName release);

    /** Passes all readable releases of a namespace to a consumer. */
    void forEach(String namespace, Consumer<JsonObject> release);
}
