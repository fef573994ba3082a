package dev.chartroom.apimachinery.status;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupResource;
import java.util.List;

/**
 * metav1.Status as the response to a failed request (wire contract D1).
 *
 * @param code the HTTP status code
 * @param wireReason the reason as clients read it; a reason that is not in {@link StatusReason} comes from admission
 * @param details the {@code details} object, empty if there are none
 * @param continueToken the token with which the client can continue a list whose own token expired; empty for none
 */
public record Status(int code, String wireReason, String message, JsonObject details, String continueToken) {
    public Status(StatusReason reason, String message, JsonObject details, String continueToken) {
        this(reason.code(), reason.wireName(), message, details, continueToken);
    }

    public Status(StatusReason reason, String message, JsonObject details) {
        this(reason, message, details, "");
    }

    /** Returns the Status of an error. Only this method chooses reasons, messages and details. */
    public static Status of(ApiError error) {
        return switch (error) {
            case ApiError.NotFound(var resource, var name) ->
                new Status(
                        StatusReason.NOT_FOUND,
                        resource + " \"" + name + "\" not found",
                        details(name, resource.group(), resource.resource()));
            case ApiError.AlreadyExists(var resource, var name, var terminating, var generated) ->
                new Status(
                        StatusReason.ALREADY_EXISTS,
                        (terminating ? "object is being deleted: " : "") + resource + " \"" + name
                                + "\" already exists"
                                + (generated
                                        ? ", the server was not able to generate a unique name for the object"
                                        : ""),
                        advised(resource, name, List.of(), generated ? 1 : 0));
            case ApiError.Conflict(var resource, var name, var message) ->
                new Status(
                        StatusReason.CONFLICT,
                        "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + message,
                        details(name, resource.group(), resource.resource()));
            case ApiError.ApplyConflict conflict ->
                new Status(
                        StatusReason.CONFLICT,
                        conflict.message(),
                        advised(new GroupResource("", ""), "", conflict.causes(), 0));
            case ApiError.MethodNotSupported(var resource, var verb) ->
                new Status(
                        StatusReason.METHOD_NOT_ALLOWED,
                        verb + " is not supported on resources of kind \"" + resource + "\"",
                        details("", resource.group(), resource.resource()));
            case ApiError.Invalid(var kind, var name, var errors) ->
                new Status(
                        StatusReason.INVALID,
                        kind + " \"" + name + "\" is invalid: "
                                + GoText.errors(errors.stream()
                                        .map(FieldError::toString)
                                        .toList()),
                        details(name, kind.group(), kind.kind())
                                .with(
                                        "causes",
                                        causes(errors.stream()
                                                .map(FieldError::toCause)
                                                .toList())));
            case ApiError.Forbidden(var attributes, var reason) ->
                new Status(
                        StatusReason.FORBIDDEN,
                        attributes.forbiddenMessage() + (reason.isEmpty() ? "" : ": " + reason),
                        attributes.details());
            case ApiError.Expired(var message, var continueToken) ->
                new Status(StatusReason.EXPIRED, message, JsonObject.EMPTY, continueToken);
            case ApiError.Refused(var reason, var resource, var name, var message, var causes, var retryAfterSeconds) ->
                new Status(reason, message, advised(resource, name, causes, retryAfterSeconds));
            case ApiError.Plain(var reason, var message, var causes, var retryAfterSeconds) ->
                new Status(reason, message, advised(new GroupResource("", ""), "", causes, retryAfterSeconds));
            case ApiError.Denied(var code, var reason, var message, var details) ->
                new Status(code, reason, message, details, "");
        };
    }

    /** Returns the reason; {@code UNKNOWN} if it is not a reason of Kubernetes. */
    public StatusReason reason() {
        return StatusReason.ofWireName(wireReason).orElse(StatusReason.UNKNOWN);
    }

    /** Returns the seconds after which the client should retry; 0 if the client should not retry. */
    public int retryAfterSeconds() {
        return details.get("retryAfterSeconds") instanceof JsonNumber seconds
                ? Math.clamp(seconds.asLong().orElse(0), 0, Integer.MAX_VALUE)
                : 0;
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .putIfPresent("continue", continueToken)
                                .build())
                .put("status", "Failure")
                .put("message", message)
                .putIfPresent("reason", wireReason);
        if (!details.isEmpty()) {
            json.put("details", details);
        }
        return json.put("code", code).build();
    }

    /**
     * Returns the Status of a request that succeeded, such as a delete (wire contract D67).
     *
     * @param uid the uid of the object; empty to leave it out
     */
    public static JsonObject success(String name, String group, String resource, String uid) {
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put(
                        "details",
                        details(name, group, resource).toBuilder()
                                .putIfPresent("uid", uid)
                                .build())
                .build();
    }

    private static JsonObject advised(
            GroupResource resource, String name, List<StatusCause> causes, int retryAfterSeconds) {
        JsonObject.Builder details = details(name, resource.group(), resource.resource()).toBuilder();
        if (!causes.isEmpty()) {
            details.put("causes", causes(causes));
        }
        if (retryAfterSeconds > 0) {
            details.put("retryAfterSeconds", retryAfterSeconds);
        }
        return details.build();
    }

    private static JsonObject details(String name, String group, String kind) {
        return JsonObject.builder()
                .putIfPresent("name", name)
                .putIfPresent("group", group)
                .putIfPresent("kind", kind)
                .build();
    }

    private static JsonArray causes(List<StatusCause> causes) {
        return new JsonArray(causes.stream().<JsonValue>map(StatusCause::toJson).toList());
    }
}
