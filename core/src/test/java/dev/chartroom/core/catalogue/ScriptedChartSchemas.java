package dev.chartroom.core.catalogue;

import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.ChartSchemas;
import dev.chartroom.ports.kind.FollowedSchema;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of charts, set by a test. */
final class ScriptedChartSchemas implements ChartSchemas {
    private final Map<SourceRef, FollowedSchema> schemas = new ConcurrentHashMap<>();
    private volatile Runnable onChange = () -> {};
    volatile Set<SourceRef> retained = Set.of();
    volatile boolean closed;

    void put(SourceRef source, FollowedSchema schema) {
        schemas.put(source, schema);
        onChange.run();
    }

    @Override
    public FollowedSchema of(SourceRef source) {
        return schemas.getOrDefault(source, new FollowedSchema.Awaited());
    }

    @Override
    public void retain(Set<SourceRef> sources) {
        retained = Set.copyOf(sources);
    }

    @Override
    public void follow(Runnable follower) {
        onChange = follower;
    }

    @Override
    public void close() {
        closed = true;
    }
}
