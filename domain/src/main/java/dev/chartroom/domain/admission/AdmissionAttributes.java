package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A write to be admitted.
 *
 * @param kind the kind in the version of the objects
 * @param requested the kind in the version of the request
 * @param subresource the subresource; empty for the object itself
 * @param name the name of the object; empty if it is still to be generated, or if a collection is deleted
 * @param options the CreateOptions, UpdateOptions or DeleteOptions, as the client sent them
 * @param object the whole object, with defaults; null for a deletion
 * @param oldObject the object before the write; null for a creation
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

    /** Creates the attributes of a request whose objects are in the requested version. */
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
     * Returns the same request with its objects in another version, for a policy or webhook whose rules match only that
     * version.
     *
     * @throws IllegalArgumentException if the objects cannot be converted; the message says why
     */
    public AdmissionAttributes in(String version) {
        return version.equals(kind.version())
                ? this
                : shown(kind.in(version), converted(object, version, null), converted(oldObject, version, null));
    }

    /**
     * Returns this request with the object of another request. A policy or webhook changed that object, possibly in
     * another version.
     *
     * @throws ApiException Forbidden if the object cannot be converted back
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
        if (isForScale()) {
            return whole;
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
     * Returns the {@code request} of an {@code admission.k8s.io} AdmissionReview.
     *
     * @param uid the uid of the request; empty if no response refers to it
     * @param withObjects whether the result contains the objects, as for a webhook
     */
    public JsonObject request(String uid, boolean withObjects) {
        return JsonObject.builder()
                .put("uid", uid)
                .put("kind", kindOfObjects(kind))
                .put("resource", groupVersion(kind, "resource", kind.names().plural()))
                .putIfPresent("subResource", subresource)
                .put("requestKind", kindOfObjects(requested))
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

    /** Returns the attributes of this request for an authorizer. */
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

    /** Returns the object; empty for a deletion. */
    public JsonObject objectOrEmpty() {
        return object == null ? JsonObject.EMPTY : object;
    }

    /** Returns the object; JSON null for a deletion. */
    public JsonValue objectOrNull() {
        return orNull(object);
    }

    /** Returns the old object; JSON null for a creation. */
    public JsonValue oldObjectOrNull() {
        return orNull(oldObject);
    }

    /** Returns the 403 of a request that admission rejects. */
    public ApiException forbidden(String why, StatusCause... causes) {
        return new ApiException(new ApiError.Refused(
                StatusReason.FORBIDDEN, kind.groupResource(), knownName(), forbiddenMessage(why), List.of(causes), 0));
    }

    String forbiddenMessage(String why) {
        return kind.groupResource() + " \"" + knownName() + "\" is forbidden: " + why;
    }

    /** Returns the details of a Status about this request. */
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

    /** Returns the name, the {@code generateName} or {@code Unknown}, as upstream does for an object without a name. */
    public String knownName() {
        if (!name.isEmpty()) {
            return name;
        }
        JsonObject metadata = object == null ? JsonObject.EMPTY : object.objectOrEmpty("metadata");
        String known = metadata.stringOrEmpty("name");
        String base = metadata.stringOrEmpty("generateName");
        return !known.isEmpty() ? known : !base.isEmpty() ? base : "Unknown";
    }

    private boolean isForScale() {
        return subresource.equals(Subresource.SCALE.path());
    }

    private JsonObject kindOfObjects(ApplicationKind in) {
        GroupVersionKind gvk = isForScale() ? Subresource.SCALE.responseKind(in.gvk()) : in.gvk();
        return JsonObject.builder()
                .put("group", gvk.group())
                .put("version", gvk.version())
                .put("kind", gvk.kind())
                .build();
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
