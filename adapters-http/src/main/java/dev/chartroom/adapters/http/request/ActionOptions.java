package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.json.JsonDocument;
import java.util.Set;

/**
 * The options of an action on a release. A client may send them as an object of {@code chartroom.dev/v1alpha1}, such as
 * ReconcileOptions. An unknown field is an error, because an ignored option would change what the action does.
 *
 * @param reset whether Flux resets its counts of failures
 * @param force whether Flux upgrades the release even if nothing has changed
 * @param revision the revision to roll back to; 0 for other actions
 */
public record ActionOptions(boolean reset, boolean force, long revision) {
    private static final String API_VERSION = "chartroom.dev/v1alpha1";
    private static final Set<String> RECONCILE_FIELDS = Set.of("reset", "force");
    private static final Set<String> ROLLBACK_FIELDS = Set.of("revision");

    /**
     * Reads the options of an action.
     *
     * @throws ApiException BadRequest if the body is an object of another kind, or has an unknown or malformed field
     */
    public static ActionOptions read(Subresource subresource, JsonDocument body) {
        JsonObject options = body.value() instanceof JsonObject object ? object : JsonObject.EMPTY;
        String kind = kind(subresource);
        check("apiVersion", options, API_VERSION);
        check("kind", options, kind);
        Set<String> known = fields(subresource);
        for (String name : options.names()) {
            if (!known.contains(name) && !name.equals("apiVersion") && !name.equals("kind")) {
                throw ApiException.badRequest(kind + ": unknown field \"" + name + "\"");
            }
        }
        return new ActionOptions(
                flag(kind, options, "reset"),
                flag(kind, options, "force"),
                known.contains("revision") ? revision(kind, options) : 0);
    }

    private static Set<String> fields(Subresource action) {
        return switch (action) {
            case RECONCILE -> RECONCILE_FIELDS;
            case ROLLBACK -> ROLLBACK_FIELDS;
            case SCALE,
                    SUSPEND,
                    RESUME,
                    RESTART,
                    HISTORY,
                    VALUES,
                    RESOURCES,
                    ACCESS,
                    CREDENTIALS,
                    MANIFEST,
                    NOTES,
                    LOG -> Set.of();
        };
    }

    private static long revision(String kind, JsonObject options) {
        long revision = options.get("revision") instanceof JsonNumber number
                ? number.asLong().orElse(0)
                : 0;
        if (revision < 1) {
            throw ApiException.badRequest(kind + ": revision must be the number of a revision in the history");
        }
        return revision;
    }

    private static String kind(Subresource subresource) {
        String name = subresource.path();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Options";
    }

    private static void check(String field, JsonObject options, String expected) {
        if (options.has(field) && !options.stringOrEmpty(field).equals(expected)) {
            throw ApiException.badRequest(field + " of the body must be " + expected + ", not " + options.get(field));
        }
    }

    private static boolean flag(String kind, JsonObject options, String name) {
        return switch (options.get(name)) {
            case null -> false;
            case JsonBoolean flag -> flag.value();
            case JsonValue value ->
                throw ApiException.badRequest(kind + ": " + name + " must be a boolean, not " + value);
        };
    }
}
