package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps the annotations of an Application to those of its release. On the release, they get the prefix {@code <group>-}.
 * Only the {@link ReconcileRequests} keep their keys, because Flux reads them. A release from an older version of
 * Chartroom may have requests with the prefix. The Application shows them until a write changes them.
 */
final class ReleaseAnnotations {
    private ReleaseAnnotations() {}

    /** Replaces the annotations of an Application among those of its release. */
    interface Replacement {
        /**
         * @param onRelease all annotations of the release
         * @param next the annotations of the Application
         */
        JsonObject replaced(ApplicationKind kind, JsonObject onRelease, Map<String, String> next);
    }

    /** Returns the annotations that an Application shows. */
    static Map<String, String> shown(ApplicationKind kind, JsonObject onRelease) {
        Map<String, String> shown = new LinkedHashMap<>(ReleaseLabels.shown(kind.group(), onRelease));
        for (String key : ReconcileRequests.shared(kind)) {
            onRelease.string(key).ifPresent(value -> shown.put(key, value));
        }
        return shown;
    }

    /** Returns a release's annotations, in which only the changed annotations of the Application are replaced. */
    static JsonObject replaced(ApplicationKind kind, JsonObject onRelease, Map<String, String> next) {
        Map<String, String> before = shown(kind, onRelease);
        if (before.equals(next)) {
            return onRelease;
        }
        String prefix = ReleaseLabels.prefix(kind.group());
        List<String> shared = ReconcileRequests.shared(kind);
        JsonObject.Builder replaced = onRelease.toBuilder();
        for (String key : before.keySet()) {
            if (!next.containsKey(key)) {
                replaced.remove(prefix + key);
                if (shared.contains(key)) {
                    replaced.remove(key);
                }
            }
        }
        next.forEach((key, value) -> {
            if (value.equals(before.get(key))) {
                return;
            }
            if (shared.contains(key)) {
                replaced.put(key, value).remove(prefix + key);
            } else {
                replaced.put(prefix + key, value);
            }
        });
        return withoutForce(kind, onRelease, replaced.build());
    }

    /**
     * Drops a request to force an upgrade that would take effect because the Application's request now has the same
     * value. Flux ignored it before. Users of the kind may not force an upgrade.
     */
    private static JsonObject withoutForce(ApplicationKind kind, JsonObject before, JsonObject next) {
        String requested = next.stringOrEmpty(ReconcileRequests.REQUESTED_AT);
        boolean forces = next.has(ReconcileRequests.FORCE_AT)
                && requested.equals(next.stringOrEmpty(ReconcileRequests.FORCE_AT))
                && !requested.equals(before.stringOrEmpty(ReconcileRequests.REQUESTED_AT));
        return forces && !kind.release().allowsForce() ? next.without(ReconcileRequests.FORCE_AT) : next;
    }

    /**
     * Like {@link #replaced}, for the release of an object in another store. A prefixed copy of each request records
     * the object's value. Only a change of this value replaces the request on the release, so a request that another
     * client makes on the release itself stays.
     */
    static JsonObject projected(ApplicationKind kind, JsonObject onRelease, Map<String, String> next) {
        JsonObject.Builder projected = ReleaseLabels.replaced(kind.group(), onRelease, next).toBuilder();
        for (String key : ReconcileRequests.shared(kind)) {
            String before = onRelease.stringOrEmpty(ReleaseLabels.prefix(kind.group()) + key);
            String value = next.getOrDefault(key, "");
            if (!value.isEmpty() && !value.equals(before)) {
                projected.put(key, value);
            } else if (value.isEmpty() && !before.isEmpty() && before.equals(onRelease.stringOrEmpty(key))) {
                projected.remove(key);
            }
        }
        return withoutForce(kind, onRelease, projected.build());
    }
}
