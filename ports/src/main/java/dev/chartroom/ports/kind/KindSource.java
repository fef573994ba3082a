package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source of kind definitions. Thread-safe. */
public interface KindSource extends AutoCloseable {

    /**
     * Returns every current definition, in a stable order that is the same on every replica. Never fails because of one
     * bad document. An unchanged document equals the document that was returned before.
     */
    List<DefinitionDocument> documents();

    /**
     * Runs an action when the documents may have changed, until {@link #close} is called.
     *
     * @param onChange an action that returns quickly; any thread can run it
     */
    void follow(Runnable onChange);

    /** Returns why the definitions are not known yet, for readiness; empty if they are known. */
    Optional<String> problem();

    /**
     * Receives the statuses of this source's documents after the declared or served kinds have changed. By default,
     * statuses are only logged and reported by readiness.
     *
     * @param statuses the statuses, keyed by the source of each document; the caller does not wait until they are
     *     processed
     */
    default void report(Map<String, DefinitionStatus> statuses) {}

    /**
     * Receives a message about a kind that is no longer served. By default, the message is only logged.
     *
     * @param source the source of the document that declared the kind; the document may no longer exist
     * @param message the message
     */
    default void withdrawn(String source, String message) {}

    /**
     * Returns whether a record shows that the current version of a definition was served before. The record may come
     * from another replica, or from the time before this replica started. By default, there is no record.
     *
     * @param source the source of the document
     */
    default boolean wasServed(String source) {
        return false;
    }

    @Override
    void close();
}
