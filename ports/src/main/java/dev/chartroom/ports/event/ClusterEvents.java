package dev.chartroom.ports.event;

import dev.chartroom.apimachinery.status.ApiException;

/**
 * The Events of all namespaces of the cluster. Errors are {@link ApiException}s. The reason of the error is Forbidden
 * only if Chartroom lacks the right. Thread-safe.
 */
public interface ClusterEvents {

    /** The Events to follow. */
    enum Selection {
        /** The existing and the new Events about HelmReleases. */
        RELEASES,
        /** The new Events about all other objects, except mirrored Events. */
        OTHER_OBJECTS
    }

    /** Receives Events, on one thread for each selection. */
    interface Listener {
        /** Receives an Event that exists, is new or has changed. */
        void occurred(ClusterEvent event);

        /** Reports why no more Events arrive. */
        void failed(ApiException failure);
    }

    /** Events that are followed until they are closed, or until they fail. */
    interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /** Follows Events in the background. */
    Following follow(Selection selection, Listener listener);

    /** Receives the mirrored Events that exist. */
    @FunctionalInterface
    interface Mirrored {
        void exists(String namespace, String originalUid, Occurrences occurrences);
    }

    /** Passes all existing mirrored Events to a consumer. */
    void forEachMirrored(Mirrored mirrored);

    /** Creates a mirrored Event. If an Event of this name exists, sets its occurrences and its message instead. */
    void write(MirroredEvent event);
}
