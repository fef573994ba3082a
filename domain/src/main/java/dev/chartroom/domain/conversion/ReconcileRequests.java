package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The annotations with which a client requests an action from Flux. Flux reads them on a release, so an Application
 * shares them with its release. Flux handles a reset or a forced upgrade only if its value equals that of
 * {@link #REQUESTED_AT}.
 */
public final class ReconcileRequests {
    static final String PREFIX = "reconcile.fluxcd.io/";
    /** Requests a reconciliation. */
    static final String REQUESTED_AT = PREFIX + "requestedAt";
    /** Requests that Flux resets its counts of failures. */
    static final String RESET_AT = PREFIX + "resetAt";
    /** Requests an upgrade even if nothing has changed. */
    static final String FORCE_AT = PREFIX + "forceAt";

    private static final List<String> WITHOUT_FORCE = List.of(REQUESTED_AT, RESET_AT);
    private static final List<String> ALL = List.of(REQUESTED_AT, RESET_AT, FORCE_AT);

    private ReconcileRequests() {}

    /**
     * Returns the annotations that request a reconciliation.
     *
     * @param time the time of the request, which must differ from that of the last request
     */
    public static JsonObject at(JsonString time, boolean reset, boolean force) {
        return JsonObject.builder()
                .put(REQUESTED_AT, time)
                .putIfPresent(RESET_AT, reset ? time : null)
                .putIfPresent(FORCE_AT, force ? time : null)
                .build();
    }

    /** Returns the keys of the annotations that an Application of the kind shares with its release. */
    static List<String> shared(ApplicationKind kind) {
        return kind.release().allowsForce() ? ALL : WITHOUT_FORCE;
    }

    /** Returns whether the key of an annotation is that of a request to Flux, known or unknown. */
    static boolean isRequest(String key) {
        return key.startsWith(PREFIX);
    }

    /**
     * Returns an error for each request that a write sets or changes although Flux would not get it. If the objects of
     * the kind have no releases, all annotations are allowed.
     *
     * @param next the metadata to write
     * @param live the metadata that the write replaces; null if the object is created
     */
    public static List<FieldError> check(ApplicationKind kind, ObjectMeta next, @Nullable ObjectMeta live) {
        if (!kind.hasReleases()) {
            return List.of();
        }
        Map<String, String> before = live == null ? Map.of() : live.annotations();
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        next.annotations().forEach((key, value) -> {
            Deadline.check();
            if (isRequest(key) && !shared(kind).contains(key) && !value.equals(before.get(key))) {
                errors.add(() -> FieldError.forbidden("metadata.annotations[" + key + "]", reason(kind, key)));
            }
        });
        return errors.entries();
    }

    private static String reason(ApplicationKind kind, String key) {
        return key.equals(FORCE_AT)
                ? "the definition of the kind does not allow it (spec.release.allowForce)"
                : "not supported; the supported requests to Flux are " + String.join(", ", shared(kind));
    }
}
