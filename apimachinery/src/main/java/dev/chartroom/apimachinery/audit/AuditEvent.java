package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The record of a request at one stage (audit.k8s.io/v1, Event).
 *
 * @param received when the server received the request
 * @param at when the request reached the stage
 * @param attributes the request and its authenticated user
 * @param impersonated the impersonated user; null for none
 * @param object the object of the request; null if the request is not for a resource
 * @param responseStatus the status of the response; null before the response
 * @param requestObject the object from the client; null if it is not recorded
 * @param responseObject the object in the response; null if it is not recorded
 */
public record AuditEvent(
        String auditId,
        AuditLevel level,
        AuditStage stage,
        Instant received,
        Instant at,
        RequestOrigin origin,
        RequestAttributes attributes,
        @Nullable UserInfo impersonated,
        @Nullable ObjectReference object,
        @Nullable JsonObject responseStatus,
        @Nullable JsonValue requestObject,
        @Nullable JsonValue responseObject,
        Map<String, String> annotations) {
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    public AuditEvent {
        annotations = Map.copyOf(annotations);
    }

    /** Returns the event as upstream writes it, with the fields in the same order. */
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("kind", "Event")
                .put("apiVersion", "audit.k8s.io/v1")
                .put("level", level.toString())
                .put("auditID", auditId)
                .put("stage", stage.toString())
                .put("requestURI", origin.uri())
                .put("verb", attributes.verb())
                .put("user", attributes.user().toJson())
                .putIfPresent("impersonatedUser", impersonated == null ? null : impersonated.toJson());
        if (!origin.sourceIps().isEmpty()) {
            json.put("sourceIPs", JsonArray.ofStrings(origin.sourceIps()));
        }
        json.putIfPresent("userAgent", origin.userAgent())
                .putIfPresent("objectRef", object == null ? null : object.toJson())
                .putIfPresent("responseStatus", responseStatus)
                .putIfPresent("requestObject", requestObject)
                .putIfPresent("responseObject", responseObject)
                .put("requestReceivedTimestamp", MICRO_TIME.format(received))
                .put("stageTimestamp", MICRO_TIME.format(at));
        if (!annotations.isEmpty()) {
            json.put("annotations", JsonObject.ofStrings(new TreeMap<>(annotations)));
        }
        return json.build();
    }
}
