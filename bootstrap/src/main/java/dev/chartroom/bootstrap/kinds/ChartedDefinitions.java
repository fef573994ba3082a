package dev.chartroom.bootstrap.kinds;

import dev.chartroom.core.catalogue.ChartFollowingKindSource;
import dev.chartroom.ports.kind.ChartSchemas;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Completes definitions with the schemas of their charts. A server in the same cluster would complete them in the same
 * way at this moment.
 */
public final class ChartedDefinitions implements UnaryOperator<DefinitionDocument> {
    private final Supplier<ChartSchemas> charts;

    /**
     * @param charts supplies the schemas of charts for one definition; they are closed after use. After some time, each
     *     schema must be known, or unknown with a reason.
     */
    public ChartedDefinitions(Supplier<ChartSchemas> charts) {
        this.charts = charts;
    }

    /**
     * Waits until each chart has been read, or cannot be read. If a chart cannot be read, the result is a malformed
     * definition with the reason.
     */
    @Override
    public DefinitionDocument apply(DefinitionDocument document) {
        Semaphore changes = new Semaphore(0);
        try (KindSource source = new ChartFollowingKindSource(new Only(document), charts.get())) {
            source.follow(changes::release);
            List<DefinitionDocument> completed = source.documents();
            while (source.problem().isPresent()) {
                changes.acquireUninterruptibly();
                completed = source.documents();
            }
            return completed.getFirst();
        }
    }

    /** A source with a single definition, which does not change. */
    private record Only(DefinitionDocument document) implements KindSource {
        @Override
        public List<DefinitionDocument> documents() {
            return List.of(document);
        }

        @Override
        public void follow(Runnable onChange) {}

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }
}
