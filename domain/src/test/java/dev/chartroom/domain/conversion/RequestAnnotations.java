package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A short notation for annotations in tables: {@code requestedAt=1 own:note=2}. The names of requests stand for their
 * whole keys, and {@code own:} for the prefix of the Application's annotations on its release.
 */
final class RequestAnnotations {
    private static final Set<String> REQUESTS = Set.of("requestedAt", "resetAt", "forceAt", "watch");
    private static final String OWN = "own:";

    private RequestAnnotations() {}

    static Map<String, String> map(String notation) {
        Map<String, String> annotations = new LinkedHashMap<>();
        for (String entry : notation.strip().split(" +")) {
            if (!entry.isEmpty()) {
                annotations.put(key(entry.substring(0, entry.indexOf('='))), entry.substring(entry.indexOf('=') + 1));
            }
        }
        return annotations;
    }

    static JsonObject json(String notation) {
        return JsonObject.ofStrings(map(notation));
    }

    private static String key(String name) {
        if (name.startsWith(OWN)) {
            return TestKinds.GROUP + "-" + key(name.substring(OWN.length()));
        }
        return REQUESTS.contains(name) ? ReconcileRequests.PREFIX + name : name;
    }
}
