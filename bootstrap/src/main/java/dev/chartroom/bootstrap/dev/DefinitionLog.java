package dev.chartroom.bootstrap.dev;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.DefinitionStatus.ConditionStatus;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Logs a line when a definition is added, changed, repaired or removed. The catalogue itself logs why a definition is
 * rejected, and which kinds are no longer served. Only the reading thread of the catalogue uses an instance.
 */
final class DefinitionLog {
    private static final System.Logger LOG = System.getLogger(DefinitionLog.class.getName());

    /** The state of each definition; null before the first report, because the start prints a summary. */
    private @Nullable Map<String, State> known;

    /** @param isAccepted whether the latest version of the document is served */
    private record State(DefinitionDocument document, boolean isAccepted) {}

    void report(List<DefinitionDocument> documents, Map<String, DefinitionStatus> statuses) {
        Map<String, State> next = new HashMap<>();
        for (DefinitionDocument document : documents) {
            DefinitionStatus status = statuses.get(document.source());
            if (status != null) {
                next.put(document.source(), new State(document, isAccepted(status)));
            }
        }
        Map<String, State> before = known;
        known = next;
        if (before != null) {
            next.forEach((source, state) -> report(source, before.get(source), state));
            before.keySet().stream()
                    .filter(source -> !next.containsKey(source))
                    .sorted()
                    .forEach(source -> LOG.log(Level.INFO, "Kind definition removed: " + source));
        }
    }

    private static void report(String source, @Nullable State before, State now) {
        if (now.equals(before)) {
            return;
        }
        if (!now.isAccepted()) {
            // The catalogue logs it.
            return;
        }
        if (before == null) {
            LOG.log(Level.INFO, "Kind definition added: " + source + ": serves " + kind(now.document()));
        } else if (before.isAccepted()) {
            LOG.log(Level.INFO, "Kind definition changed: " + source + ": serves " + kind(now.document()));
        } else {
            LOG.log(Level.INFO, "Kind definition valid again: " + source + ": serves " + kind(now.document()));
        }
    }

    private static boolean isAccepted(DefinitionStatus status) {
        return status.conditions().stream()
                .filter(condition ->
                        condition.type().equals("Accepted") || condition.type().equals("NamesAccepted"))
                .allMatch(condition -> condition.status() == ConditionStatus.TRUE);
    }

    /** Returns the name of the kind, in either format of definitions. */
    private static String kind(DefinitionDocument document) {
        if (!(document instanceof DefinitionDocument.Parsed parsed)) {
            return "the kind";
        }
        JsonObject spec = parsed.json().objectOrEmpty("spec");
        JsonObject names = spec.has("names") ? spec.objectOrEmpty("names") : spec.objectOrEmpty("application");
        String group = spec.stringOrEmpty("group");
        String plural = names.stringOrEmpty("plural");
        return names.stringOrEmpty("kind")
                + (plural.isEmpty() ? "" : " (" + plural + (group.isEmpty() ? "" : "." + group) + ")");
    }
}
