package dev.chartroom.domain.admission;

import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusCause;
import dev.chartroom.domain.status.StatusReason;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A write that waits to be admitted.
 *
 * @param subresource empty for the object itself
 * @param name empty where it is still to be generated, and where a whole collection is deleted
 * @param options the CreateOptions, UpdateOptions or DeleteOptions, as the client gave them
 * @param object whole, with defaults; null where it is deleted
 * @param oldObject null where it is created
 */
public record AdmissionAttributes(
        ApplicationKind kind,
        String subresource,
        String namespace,
        String name,
        Operation operation,
        JsonObject options,
        boolean dryRun,
        UserInfo user,
        @Nullable JsonObject object,
        @Nullable JsonObject oldObject) {

    public AdmissionAttributes withObject(JsonObject other) {
        return new AdmissionAttributes(
                kind, subresource, namespace, name, operation, options, dryRun, user, other, oldObject);
    }

    /**
     * The {@code request} of an {@code admission.k8s.io} AdmissionReview.
     *
     * @param uid empty where nobody answers to it
     * @param withObjects whether the objects are part of it, as for a webhook
     */
    public JsonObject request(String uid, boolean withObjects) {
        return JsonObject.builder()
                .put("uid", uid)
                .put("kind", groupVersion("kind", kind.gvk().kind()))
                .put("resource", groupVersion("resource", kind.names().plural()))
                .putIfPresent("subResource", subresource)
                .put("requestKind", groupVersion("kind", kind.gvk().kind()))
                .put("requestResource", groupVersion("resource", kind.names().plural()))
                .putIfPresent("requestSubResource", subresource)
                .putIfPresent("name", name)
                .putIfPresent("namespace", namespace)
                .put("operation", operation.name())
                .put("userInfo", user.toJson())
                .put("object", withObjects ? orNull(object) : JsonNull.NULL)
                .put("oldObject", withObjects ? orNull(oldObject) : JsonNull.NULL)
                .put("dryRun", dryRun)
                .put("options", options)
                .build();
    }

    /** What an authorizer would be asked about this request. */
    public RequestAttributes.Resource authorization() {
        return new RequestAttributes.Resource(
                user,
                operation.name().toLowerCase(Locale.ROOT),
                kind.group(),
                kind.version(),
                kind.names().plural(),
                subresource,
                namespace,
                name);
    }

    /** The object of a create or update. */
    public JsonObject objectOrEmpty() {
        return object == null ? JsonObject.EMPTY : object;
    }

    /** The object as expressions see it. */
    public JsonValue objectOrNull() {
        return orNull(object);
    }

    /** Likewise. */
    public JsonValue oldObjectOrNull() {
        return orNull(oldObject);
    }

    /** The 403 of a request that admission refuses, whatever the reason. */
    public ApiException forbidden(String why, StatusCause... causes) {
        return new ApiException(new ApiError.Refused(
                StatusReason.FORBIDDEN, kind.groupResource(), knownName(), forbiddenMessage(why), List.of(causes), 0));
    }

    String forbiddenMessage(String why) {
        return kind.groupResource() + " \"" + knownName() + "\" is forbidden: " + why;
    }

    /** The details of a Status about this request. */
    JsonObject details(List<StatusCause> causes) {
        return JsonObject.builder()
                .putIfPresent("name", knownName())
                .putIfPresent("group", kind.group())
                .putIfPresent("kind", kind.names().plural())
                .put(
                        "causes",
                        new JsonArray(causes.stream()
                                .<JsonValue>map(StatusCause::toJson)
                                .toList()))
                .build();
    }

    /** As upstream names an object whose name may not be known yet. */
    private String knownName() {
        if (!name.isEmpty()) {
            return name;
        }
        JsonObject metadata = object == null ? JsonObject.EMPTY : object.objectOrEmpty("metadata");
        String known = metadata.stringOrEmpty("name");
        String base = metadata.stringOrEmpty("generateName");
        return !known.isEmpty() ? known : !base.isEmpty() ? base : "Unknown";
    }

    private JsonObject groupVersion(String what, String value) {
        return JsonObject.builder()
                .put("group", kind.group())
                .put("version", kind.version())
                .put(what, value)
                .build();
    }

    private static JsonValue orNull(@Nullable JsonObject value) {
        return value == null ? JsonNull.NULL : value;
    }
}
