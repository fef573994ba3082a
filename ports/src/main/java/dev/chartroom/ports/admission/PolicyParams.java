package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.domain.admission.ParamKind;
import java.util.List;
import java.util.Optional;

/** The parameter objects of policies. Thread-safe. */
@FunctionalInterface
public interface PolicyParams {

    /**
     * Returns the objects of a kind, and waits a moment for them if necessary.
     *
     * @throws IllegalArgumentException if the cluster has no such kind; the message is the error of the policy
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of the request passes before the objects
     *     are available
     */
    Params of(ParamKind kind);

    /** The objects of one kind, each with its {@code apiVersion} and {@code kind}. */
    interface Params {
        boolean isNamespaced();

        /**
         * Returns whether the objects have been read, and waits a moment for them if necessary.
         *
         * @throws dev.chartroom.apimachinery.status.ApiException the same errors as for {@link PolicyParams#of}
         */
        boolean isLoaded();

        /** @param namespace empty for a kind without namespaces */
        Optional<JsonObject> get(String namespace, String name);

        /** @param namespace empty for a kind without namespaces */
        List<JsonObject> list(String namespace, LabelSelector selector);
    }
}
