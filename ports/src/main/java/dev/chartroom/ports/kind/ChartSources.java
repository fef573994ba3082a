package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import java.util.Optional;
import java.util.Set;

/** The existence of chart sources in the cluster. Each source is checked from the first request for it. */
public interface ChartSources extends AutoCloseable {

    /** Returns whether a source exists now; empty until the first check is done. Does not block. Thread-safe. */
    Optional<ChartPresence> of(SourceRef source);

    /** Stops checking every source that is not in {@code sources}. */
    void retain(Set<SourceRef> sources);

    /**
     * Runs an action when the result for a requested source has changed, until {@link #close} is called.
     *
     * @param onChange an action that returns quickly; any thread can run it
     */
    void follow(Runnable onChange);

    @Override
    void close();
}
