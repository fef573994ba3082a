package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.LabelSelector;
import java.util.List;
import java.util.Optional;

/** The objects that policies are parametrised with. Thread-safe. */
@FunctionalInterface
public interface PolicyParams {

    /**
     * The objects of a kind, for which is waited a moment.
     *
     * @throws IllegalArgumentException where the cluster has no such kind; the message is what is wrong with the policy
     * @throws dev.chartroom.domain.status.ApiException Timeout where the time of the request is over before that
     */
    Params of(ParamKind kind);

    /** The objects of one kind, each with its {@code apiVersion} and {@code kind}. */
    interface Params {
        boolean isNamespaced();

        /**
         * Whether they have been read, which is waited for a moment.
         *
         * @throws dev.chartroom.domain.status.ApiException as {@link PolicyParams#of}
         */
        boolean isLoaded();

        /** @param namespace empty for a kind without namespaces */
        Optional<JsonObject> get(String namespace, String name);

        /** @param namespace empty for a kind without namespaces */
        List<JsonObject> list(String namespace, LabelSelector selector);
    }
}
