package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import java.util.Optional;
import java.util.Set;

/** Knows which sources of charts are in the cluster, each looked for from the first time that it is asked for. */
public interface ChartSources extends AutoCloseable {

    /** Whether a source is there now; empty while it is being looked for. Answers at once. Thread-safe. */
    Optional<ChartPresence> of(SourceRef source);

    /** Looks for no others than these any longer. */
    void retain(Set<SourceRef> sources);

    /**
     * Tells, until it is closed, that what was asked for has another answer.
     *
     * @param onChange is quick, and may be run by any thread
     */
    void follow(Runnable onChange);

    @Override
    void close();
}
