package dev.chartroom.core.catalogue;

import dev.chartroom.domain.definition.FromChart;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.ChartSources;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A source that adds a fact to each definition: whether the chart of its releases exists. Until this fact is known, the
 * source returns the previous version of the definition's document, or no document. If the schema of a definition comes
 * from the same chart, the definition stays unchanged, because reading the schema already checks that the chart exists.
 * Thread-safe.
 */
public final class ChartSeekingKindSource extends CompletedKindSource {
    private final ChartSources charts;
    /** The documents that were returned last, by the source of the document. Guarded by the lock of this object. */
    private Map<String, DefinitionDocument> lastDocuments = Map.of();

    /** @param charts the chart sources of the cluster; only this source uses and closes them */
    public ChartSeekingKindSource(KindSource source, ChartSources charts) {
        super(source);
        this.charts = charts;
    }

    @Override
    public void follow(Runnable follower) {
        readiness.follow(follower);
        charts.follow(follower);
        source.follow(follower);
    }

    @Override
    public synchronized List<DefinitionDocument> documents() {
        // The problem must be read before the documents: if there is no problem now, the documents are complete.
        Optional<String> unread = source.problem();
        List<DefinitionDocument> documents = new ArrayList<>();
        Set<SourceRef> sought = new HashSet<>();
        boolean isAwaited = false;
        for (DefinitionDocument document : source.documents()) {
            Optional<SourceRef> chart = chart(document);
            chart.ifPresent(sought::add);
            Optional<ChartPresence> presence = chart.map(charts::of).orElse(Optional.of(ChartPresence.NOT_LOOKED_UP));
            if (presence.isPresent()) {
                documents.add(with(document, presence.get()));
            } else {
                isAwaited = true;
                Optional.ofNullable(lastDocuments.get(document.source())).ifPresent(documents::add);
            }
        }
        Map<String, DefinitionDocument> now = new HashMap<>();
        documents.forEach(document -> now.put(document.source(), document));
        lastDocuments = now;
        charts.retain(sought);
        readiness.set(isAwaited ? unread.or(() -> Optional.of("some charts have not been looked up yet")) : unread);
        return documents;
    }

    private static Optional<SourceRef> chart(DefinitionDocument document) {
        return switch (document) {
            case DefinitionDocument.Malformed _, DefinitionDocument.Unfetched _ -> Optional.empty();
            case DefinitionDocument.Parsed(var _, var json, var _) ->
                SourceRef.ofReleases(json)
                        .filter(chart -> !FromChart.sources(json).contains(chart));
        };
    }

    private static DefinitionDocument with(DefinitionDocument document, ChartPresence presence) {
        return switch (document) {
            case DefinitionDocument.Malformed malformed -> malformed;
            case DefinitionDocument.Unfetched unfetched -> unfetched;
            case DefinitionDocument.Parsed parsed -> parsed.with(presence);
        };
    }

    @Override
    public void close() {
        source.close();
        charts.close();
    }
}
