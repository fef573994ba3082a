package dev.chartroom.core.write;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes objects from clients. The request determines whether unknown and duplicate fields lead to a rejection, lead
 * to warnings, or are dropped silently (wire contract D29).
 */
final class SubmittedObject {
    private SubmittedObject() {}

    /**
     * Decodes the object in the body of a create or update.
     *
     * @throws ApiException BadRequest if the object cannot be read, has another version, or is rejected
     */
    static Decoded ofBody(ApplicationKind kind, JsonDocument body, WriteRequest request) {
        JsonObject json = object(body);
        Decoded decoded;
        try {
            decoded = ObjectDecoder.decode(kind, json);
        } catch (IllegalArgumentException e) {
            throw unhandled(kind, String.valueOf(e.getMessage()));
        }
        switch (request.fieldValidation()) {
            case IGNORE -> {}
            case WARN -> {
                body.duplicates().forEach(request.warnings());
                unknown(decoded).forEach(request.warnings());
            }
            case STRICT -> {
                List<String> errors = new ArrayList<>(body.strictErrors());
                errors.addAll(unknown(decoded));
                if (!errors.isEmpty()) {
                    throw unhandled(kind, strict(errors));
                }
            }
        }
        checkVersion(kind, decoded);
        return decoded;
    }

    /**
     * Decodes the result of a patch of the current object.
     *
     * @param hidden the members that the current object does not show
     * @throws ApiException Invalid if the patch does not fit, or if its result cannot be read or is rejected
     */
    static Decoded ofPatch(
            ApplicationKind kind, ObjectEdit patch, JsonObject live, HiddenMembers hidden, WriteRequest request) {
        JsonObject patched = patched(kind, patch, live, hidden);
        Decoded decoded;
        try {
            checkKind(patched);
            decoded = ObjectDecoder.decode(kind, patched);
        } catch (IllegalArgumentException e) {
            throw invalidPatch(new JsonString(GoText.json(patched)), String.valueOf(e.getMessage()));
        }
        List<String> errors = new ArrayList<>(patch.strictErrors());
        errors.addAll(unknown(decoded));
        switch (request.fieldValidation()) {
            case IGNORE -> {}
            case WARN -> errors.forEach(request.warnings());
            case STRICT -> {
                if (!errors.isEmpty()) {
                    throw invalidPatch(new JsonString(GoText.json(patched)), strict(errors));
                }
            }
        }
        return decoded;
    }

    /**
     * Decodes the result of an apply. As in a kube-apiserver, duplicate fields of the configuration are detected only
     * after the apply.
     *
     * @throws ApiException BadRequest if the result cannot be read or is rejected
     */
    static Decoded ofApply(
            ApplicationKind kind,
            JsonDocument configuration,
            JsonObject applied,
            boolean isCreate,
            WriteRequest request) {
        switch (request.fieldValidation()) {
            case IGNORE -> {}
            case WARN -> configuration.duplicates().forEach(request.warnings());
            case STRICT -> {
                if (!configuration.strictErrors().isEmpty()) {
                    throw ApiException.badRequest("error strict decoding YAML: error converting YAML to JSON: "
                            + String.join(", ", configuration.strictErrors()));
                }
            }
        }
        try {
            return ObjectDecoder.decodeApplied(
                    kind,
                    applied,
                    (isCreate ? object(configuration) : applied).object("spec").orElse(null));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** Checks that the kind exists. A patch may remove the kind, and the object cannot be identified without it. */
    private static void checkKind(JsonObject patched) {
        if (patched.stringOrEmpty("kind").isEmpty()) {
            throw new IllegalArgumentException("Object 'Kind' is missing in '" + GoText.json(patched) + "'");
        }
    }

    private static JsonObject patched(ApplicationKind kind, ObjectEdit patch, JsonObject live, HiddenMembers hidden) {
        String problem;
        try {
            if (patch.apply(live, hidden) instanceof JsonObject result) {
                return result;
            }
            problem = "the result of the patch must be an object";
        } catch (IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        throw new ApiException(new ApiError.Invalid(
                kind.gvk().groupKind(),
                live.objectOrEmpty("metadata").stringOrEmpty("name"),
                List.of(new FieldError(FieldError.Type.INVALID, "patch", "Invalid value: " + problem))));
    }

    /** Returns the object in a body. The reader of the body has already checked that the body is an object. */
    static JsonObject object(JsonDocument body) {
        if (body.value() instanceof JsonObject object) {
            return object;
        }
        throw ApiException.badRequest("the body must be an object");
    }

    private static void checkVersion(ApplicationKind kind, Decoded decoded) {
        String apiVersion = decoded.json().stringOrEmpty("apiVersion");
        if (!apiVersion.equals(kind.gvk().apiVersion())) {
            throw ApiException.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + kind.gvk().apiVersion() + ")");
        }
    }

    private static List<String> unknown(Decoded decoded) {
        return decoded.unknownFields().stream()
                .map(path -> "unknown field \"" + path + "\"")
                .toList();
    }

    private static String strict(List<String> errors) {
        return "strict decoding error: " + String.join(", ", errors);
    }

    private static ApiException unhandled(ApplicationKind kind, String why) {
        return ApiException.badRequest(kind.gvk().kind() + " in version \"" + kind.version()
                + "\" cannot be handled as a " + kind.gvk().kind() + ": " + why);
    }

    private static ApiException invalidPatch(JsonString patched, String why) {
        return new ApiException(
                new ApiError.Invalid(new GroupKind("", ""), "", List.of(FieldError.invalid("patch", patched, why))));
    }
}
