package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.SourceRef;
import java.util.Set;

/** The schemas of charts that are somewhere in the cluster, each followed from the first time that it is asked for. */
public interface ChartSchemas extends AutoCloseable {

    /** The schema of the chart that a source has now, as far as it is known; answers at once. Thread-safe. */
    FollowedSchema of(SourceRef source);

    /** Follows no others than these any longer. */
    void retain(Set<SourceRef> sources);

    /**
     * Tells, until it is closed, that a schema is another or was not known before.
     *
     * @param onChange is quick, and may be run by any thread
     */
    void follow(Runnable onChange);

    @Override
    void close();
}
