package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Scale;
import java.util.List;

/**
 * A change of the scale subresource, as a change of its object. Of the changed Scale, only the replicas, and the uid and
 * resource version as preconditions, have an effect, as for a CustomResourceDefinition.
 *
 * @param change returns the Scale that the client wants
 */
record ScaleEdit(ApplicationKind kind, Scale scale, ObjectEdit change) implements ObjectEdit {

    /** The client sent the whole Scale. */
    record Replacement(JsonObject body) implements ObjectEdit {
        @Override
        public JsonValue apply(JsonObject object, HiddenMembers hidden) {
            return body;
        }

        @Override
        public JsonObject mergedSpec() {
            return JsonObject.EMPTY;
        }

        @Override
        public List<String> strictErrors() {
            return List.of();
        }
    }

    @Override
    public JsonValue apply(JsonObject object, HiddenMembers hidden) {
        JsonValue changed = change.apply(scale.ofAny(object), HiddenMembers.NONE);
        if (!(changed instanceof JsonObject wanted)) {
            throw new IllegalArgumentException("the result of the patch must be an object");
        }
        checkKind(wanted);
        long replicas = replicas(wanted);
        JsonObject metadata = object.objectOrEmpty("metadata");
        String name = metadata.stringOrEmpty("name");
        if (replicas == Scale.UNSET) {
            throw ApiException.badRequest(
                    "the spec replicas field \"." + scale.paths().specReplicas() + "\" cannot be empty");
        }
        JsonObject wantedMetadata = wanted.objectOrEmpty("metadata");
        String uid = wantedMetadata.stringOrEmpty("uid");
        if (!uid.isEmpty() && !uid.equals(metadata.stringOrEmpty("uid"))) {
            throw new ApiException(new ApiError.Conflict(
                    kind.groupResource(),
                    name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + metadata.stringOrEmpty("uid")));
        }
        String version = wantedMetadata.stringOrEmpty("resourceVersion");
        JsonObject next = scale.withReplicas(object, replicas);
        return version.isEmpty()
                ? next
                : next.with("metadata", metadata.with("resourceVersion", new JsonString(version)));
    }

    @Override
    public JsonObject mergedSpec() {
        return JsonObject.EMPTY;
    }

    @Override
    public List<String> strictErrors() {
        return change.strictErrors();
    }

    static void checkKind(JsonObject wanted) {
        String apiVersion = wanted.stringOrEmpty("apiVersion");
        if (!apiVersion.isEmpty() && !apiVersion.equals(Scale.API_VERSION)) {
            throw ApiException.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + Scale.API_VERSION + ")");
        }
        String kind = wanted.stringOrEmpty("kind");
        if (!kind.isEmpty() && !kind.equals(Scale.KIND)) {
            throw ApiException.badRequest("the kind in the data (" + kind + ") must be " + Scale.KIND);
        }
    }

    /** Returns the number of replicas. As in Go, a missing number is zero. */
    static long replicas(JsonObject wanted) {
        JsonValue replicas = wanted.objectOrEmpty("spec").get("replicas");
        if (replicas == null || replicas == JsonNull.NULL) {
            return 0;
        }
        if (replicas instanceof JsonNumber number
                && number.asLong().isPresent()
                && number.asLong().getAsLong() == (int) number.asLong().getAsLong()) {
            return number.asLong().getAsLong();
        }
        throw ApiException.badRequest(
                "Scale in version \"v1\" cannot be handled as a Scale: spec.replicas must be an integer of 32 bits, not "
                        + replicas);
    }
}
