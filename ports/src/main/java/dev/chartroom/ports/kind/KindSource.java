package dev.chartroom.ports.kind;

import java.util.List;
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

    @Override
    void close();
}
