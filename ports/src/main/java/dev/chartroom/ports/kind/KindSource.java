package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source of kind definitions. Thread-safe. */
public interface KindSource extends AutoCloseable {

    /**
     * Returns every current definition, in a stable order that is the same on every replica. Never fails because of one
     * bad document. An unchanged document equals the one returned before.
     */
    List<DefinitionDocument> documents();

    /**
     * Calls back, until closed, when the documents may have changed.
     *
     * @param onChange returns quickly; any thread may run it
     */
    void follow(Runnable onChange);

    /** Returns why the definitions are not known yet, for readiness; empty if they are. */
    Optional<String> problem();

    /**
     * Receives the statuses of its documents, after a change of what is declared or served. By default, statuses are
     * only logged and reported by readiness.
     *
     * @param statuses by the source of each document; the caller does not wait for their processing
     */
    default void report(Map<String, DefinitionStatus> statuses) {}

    /**
     * Receives a message about a kind that is no longer served. By default, it is only logged.
     *
     * @param source of the document that declared it, which may be gone
     * @param sentence the message
     */
    default void withdrawn(String source, String sentence) {}

    /**
     * Returns whether a record shows that the current version of a definition was served, possibly by another replica
     * or before this one started. By default there is no record.
     *
     * @param source of the document
     */
    default boolean wasServed(String source) {
        return false;
    }

    @Override
    void close();
}
