package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds changed headlines of definitions. It remembers the previous headlines, because these definitions have no status
 * that could record a headline. Not thread-safe.
 */
final class DefinitionNews {
    private Map<String, DefinitionStatus.Condition> previous = Map.of();
    private boolean hasPrevious;

    /**
     * Returns the headlines that differ from those of the last call. The first call, at the start of the server,
     * returns only problems.
     *
     * @param statuses the statuses of all definitions, by their sources
     */
    Map<String, DefinitionStatus.Condition> of(Map<String, DefinitionStatus> statuses) {
        Map<String, DefinitionStatus.Condition> now = new HashMap<>();
        Map<String, DefinitionStatus.Condition> news = new HashMap<>();
        statuses.forEach((source, status) -> {
            DefinitionStatus.Condition headline = status.headline();
            now.put(source, headline);
            if (!headline.equals(previous.get(source))
                    && (hasPrevious || headline.status() != DefinitionStatus.ConditionStatus.TRUE)) {
                news.put(source, headline);
            }
        });
        previous = now;
        hasPrevious = true;
        return news;
    }
}
