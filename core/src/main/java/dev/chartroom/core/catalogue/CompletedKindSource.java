package dev.chartroom.core.catalogue;

import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.ports.kind.KindSource;
import java.util.Map;
import java.util.Optional;

/**
 * A source that adds facts about charts in the cluster to the documents of another source. It delegates everything else
 * to the other source.
 */
abstract sealed class CompletedKindSource implements KindSource
        permits ChartFollowingKindSource, ChartSeekingKindSource {
    final KindSource source;
    final ReadinessProblem readiness =
            new ReadinessProblem("the charts of the definitions have not been looked up yet");

    CompletedKindSource(KindSource source) {
        this.source = source;
    }

    @Override
    public final Optional<String> problem() {
        return source.problem().or(readiness::problem);
    }

    @Override
    public final boolean wasServed(String document) {
        return source.wasServed(document);
    }

    @Override
    public final void withdrawn(String document, String sentence) {
        source.withdrawn(document, sentence);
    }

    @Override
    public final void report(Map<String, DefinitionStatus> statuses) {
        source.report(statuses);
    }
}
