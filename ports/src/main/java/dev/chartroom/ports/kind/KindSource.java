package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A place that kind definitions come from. Thread-safe. */
public interface KindSource extends AutoCloseable {

    /**
     * Every definition that is there now, in a stable order that is the same on every replica. Never fails for one bad
     * document. A document that did not change equals what it was.
     */
    List<DefinitionDocument> documents();

    /**
     * Tells, until it is closed, that the documents may have changed.
     *
     * @param onChange is quick, and may be run by any thread
     */
    void follow(Runnable onChange);

    /** Why it is not known yet which definitions there are, for readiness; empty where it is. */
    Optional<String> problem();

    /**
     * Is told what became of its documents, when something else is declared or served than before. By default that is
     * for nobody but the log and readiness.
     *
     * @param statuses by the source of each document; what is done about them is not waited for
     */
    default void report(Map<String, DefinitionStatus> statuses) {}

    /**
     * Is told that a kind is not served any more. By default that is for the log alone.
     *
     * @param source of the document that declared it, which may be gone
     * @param sentence what there is to say of it
     */
    default void withdrawn(String source, String sentence) {}

    /**
     * Whether it is on record that a definition was served as it is now, be it by another replica or before this one was
     * started. By default nothing is.
     *
     * @param source of the document
     */
    default boolean wasServed(String source) {
        return false;
    }

    @Override
    void close();
}
