package dev.chartroom.core.catalogue;

import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.ChartSources;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The existence of the sources of charts, set by a test. */
final class ScriptedChartSources implements ChartSources {
    private final Map<SourceRef, ChartPresence> known = new ConcurrentHashMap<>();
    private volatile Runnable onChange = () -> {};
    volatile Set<SourceRef> retained = Set.of();
    volatile boolean closed;

    void put(ChartPresence presence) {
        known.put(presence.source().orElseThrow(), presence);
        onChange.run();
    }

    @Override
    public Optional<ChartPresence> of(SourceRef source) {
        return Optional.ofNullable(known.get(source));
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
