package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.SourceRef;
import java.util.Set;

/** The schemas of charts in the cluster. Each chart is followed from the first request for it. */
public interface ChartSchemas extends AutoCloseable {

    /**
     * Returns the schema of the current chart of a source, as far as the schema is known; does not block. Thread-safe.
     */
    FollowedSchema of(SourceRef source);

    /** Stops following every source that is not in {@code sources}. */
    void retain(Set<SourceRef> sources);

    /**
     * Runs an action when a schema has changed or become known, until {@link #close} is called.
     *
     * @param onChange an action that returns quickly; any thread can run it
     */
    void follow(Runnable onChange);

    @Override
    void close();
}
