package dev.chartroom.domain.status;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.stream.Collectors;

/**
 * metav1.Status as the answer to a request that failed (wire contract D1).
 *
 * @param details the {@code details} object, empty where there is nothing to add
 */
public record Status(StatusReason reason, String message, JsonObject details) {

    /** What a client is told of an error: the one place where reasons, texts and details are chosen. */
    public static Status of(ApiError error) {
        return switch (error) {
            case ApiError.NotFound(var resource, var name) ->
                new Status(
                        StatusReason.NOT_FOUND,
                        resource + " \"" + name + "\" not found",
                        details(name, resource.group(), resource.resource()));
            case ApiError.AlreadyExists(var resource, var name, var terminating) ->
                new Status(
                        StatusReason.ALREADY_EXISTS,
                        (terminating ? "object is being deleted: " : "") + resource + " \"" + name
                                + "\" already exists",
                        details(name, resource.group(), resource.resource()));
            case ApiError.Conflict(var resource, var name, var message) ->
                new Status(
                        StatusReason.CONFLICT,
                        "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + message,
                        details(name, resource.group(), resource.resource()));
            case ApiError.Invalid(var kind, var name, var errors) ->
                new Status(
                        StatusReason.INVALID,
                        kind + " \"" + name + "\" is invalid: " + join(errors),
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
            case ApiError.Plain(var reason, var message, var causes, var retryAfterSeconds) -> {
                var details = JsonObject.builder();
                if (!causes.isEmpty()) {
                    details.put("causes", causes(causes));
                }
                if (retryAfterSeconds > 0) {
                    details.put("retryAfterSeconds", retryAfterSeconds);
                }
                yield new Status(reason, message, details.build());
            }
        };
    }

    public int code() {
        return reason.code();
    }

    /** Seconds after which to try again; 0 where the client should not. */
    public int retryAfterSeconds() {
        return details.get("retryAfterSeconds") instanceof JsonNumber seconds
                ? (int) seconds.asLong().orElse(0)
                : 0;
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Failure")
                .put("message", message)
                .putIfPresent("reason", reason.wireName());
        if (!details.isEmpty()) {
            json.put("details", details);
        }
        return json.put("code", code()).build();
    }

    /** The Status of a successful delete (wire contract D67). */
    public static JsonObject deleted(String name, String group, String resource, String uid) {
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put("details", details(name, group, resource).with("uid", new JsonString(uid)))
                .build();
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

    /** As apimachinery aggregates them: each text once, in brackets where there is more than one. */
    private static String join(List<FieldError> errors) {
        List<String> texts =
                errors.stream().map(FieldError::toString).distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    }
}
