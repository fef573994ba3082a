package dev.chartroom.domain.admission;

import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusCause;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.domain.version.ConversionException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A write that waits to be admitted.
 *
 * @param kind in the version in which the objects are shown
 * @param requested the kind in the version of the request
 * @param subresource empty for the object itself
 * @param name empty where it is still to be generated, and where a whole collection is deleted
 * @param options the CreateOptions, UpdateOptions or DeleteOptions, as the client gave them
 * @param object whole, with defaults; null where it is deleted
 * @param oldObject null where it is created
 */
public record AdmissionAttributes(
        ApplicationKind kind,
        ApplicationKind requested,
        String subresource,
        String namespace,
        String name,
        Operation operation,
        JsonObject options,
        boolean dryRun,
        UserInfo user,
        @Nullable JsonObject object,
        @Nullable JsonObject oldObject) {

    /** A request whose objects are shown in its own version. */
    public AdmissionAttributes(
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
        this(kind, kind, subresource, namespace, name, operation, options, dryRun, user, object, oldObject);
    }

    public AdmissionAttributes withObject(JsonObject other) {
        return shown(kind, other, oldObject);
    }

    /**
     * The same request, with its objects in another version, as a policy or webhook has to see it that names only that one.
     *
     * @throws IllegalArgumentException where they cannot be converted; the message says why
     */
    public AdmissionAttributes in(String version) {
        return version.equals(kind.version())
                ? this
                : shown(kind.in(version), converted(object, version, null), converted(oldObject, version, null));
    }

    /**
     * The same request, with what somebody made of its object who saw it in another version.
     *
     * @throws ApiException Forbidden where that cannot be converted back
     */
    public AdmissionAttributes withObjectOf(AdmissionAttributes seen) {
        JsonObject made = seen.objectOrEmpty();
        if (seen.kind.version().equals(kind.version())) {
            return withObject(made);
        }
        try {
            return withObject(seen.in(kind.version(), made, object));
        } catch (IllegalArgumentException e) {
            throw forbidden(String.valueOf(e.getMessage()));
        }
    }

    private JsonObject in(String version, JsonObject made, @Nullable JsonObject before) {
        JsonObject converted = converted(made, version, before);
        return converted == null ? JsonObject.EMPTY : converted;
    }

    private @Nullable JsonObject converted(@Nullable JsonObject whole, String version, @Nullable JsonObject before) {
        if (whole == null) {
            return null;
        }
        JsonObject named =
                whole.with("apiVersion", new JsonString(kind.in(version).gvk().apiVersion()));
        if (!(whole.get("spec") instanceof JsonObject spec)) {
            return named;
        }
        try {
            JsonObject specBefore =
                    before == null ? null : before.object("spec").orElse(null);
            JsonObject converted = kind.versions().convert(spec, kind.version(), version, specBefore);
            return named.with(
                    "spec", SchemaDefaulter.withDefaults(kind.in(version).schema(), converted));
        } catch (ConversionException e) {
            throw new IllegalArgumentException(
                    "the object cannot be converted to version " + version + ": " + e.field() + ": " + e.getMessage(),
                    e);
        }
    }

    private AdmissionAttributes shown(
            ApplicationKind in, @Nullable JsonObject nextObject, @Nullable JsonObject nextOldObject) {
        return new AdmissionAttributes(
                in,
                requested,
                subresource,
                namespace,
                name,
                operation,
                options,
                dryRun,
                user,
                nextObject,
                nextOldObject);
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
                .put("kind", groupVersion(kind, "kind", kind.gvk().kind()))
                .put("resource", groupVersion(kind, "resource", kind.names().plural()))
                .putIfPresent("subResource", subresource)
                .put("requestKind", groupVersion(requested, "kind", kind.gvk().kind()))
                .put(
                        "requestResource",
                        groupVersion(requested, "resource", kind.names().plural()))
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
                requested.version(),
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
    public String knownName() {
        if (!name.isEmpty()) {
            return name;
        }
        JsonObject metadata = object == null ? JsonObject.EMPTY : object.objectOrEmpty("metadata");
        String known = metadata.stringOrEmpty("name");
        String base = metadata.stringOrEmpty("generateName");
        return !known.isEmpty() ? known : !base.isEmpty() ? base : "Unknown";
    }

    private static JsonObject groupVersion(ApplicationKind in, String what, String value) {
        return JsonObject.builder()
                .put("group", in.group())
                .put("version", in.version())
                .put(what, value)
                .build();
    }

    private static JsonValue orNull(@Nullable JsonObject value) {
        return value == null ? JsonNull.NULL : value;
    }
}
