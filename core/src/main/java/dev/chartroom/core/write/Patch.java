package dev.chartroom.core.write;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.apimachinery.patch.StrategicMergePatch;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A patch of any type except server-side apply, as a client sent it. */
public sealed interface Patch extends ObjectEdit {

    /** A JSON merge patch (RFC 7386). */
    record Merge(JsonObject changes, List<String> strictErrors) implements Patch {
        @Override
        public JsonValue apply(JsonObject object, HiddenMembers hidden) {
            return MergePatch.apply(object, changes);
        }

        @Override
        public JsonObject mergedSpec() {
            return changes.objectOrEmpty("spec");
        }
    }

    /** A strategic merge patch, sent by clients that have a type for the kind. */
    record Strategic(JsonObject changes, List<String> strictErrors) implements Patch {
        @Override
        public JsonValue apply(JsonObject object, HiddenMembers hidden) {
            return StrategicMergePatch.apply(object, changes);
        }

        @Override
        public JsonObject mergedSpec() {
            return changes.objectOrEmpty("spec");
        }
    }

    /**
     * A JSON patch (RFC 6902).
     *
     * @param body the operations as the client sent them
     */
    record Json(JsonPatch operations, JsonValue body, List<String> strictErrors) implements Patch {
        private static final Set<String> MEMBERS = Set.of("op", "path", "from", "value");

        @Override
        public JsonValue apply(JsonObject object, HiddenMembers hidden) {
            return operations.apply(object, hidden);
        }

        @Override
        public JsonObject mergedSpec() {
            return JsonObject.EMPTY;
        }

        private static List<String> strictErrors(JsonDocument body) {
            List<String> errors = new ArrayList<>();
            body.duplicates().forEach(duplicate -> errors.add("json patch " + duplicate));
            if (body.value() instanceof JsonArray operations) {
                for (int i = 0; i < operations.size(); i++) {
                    if (operations.get(i) instanceof JsonObject operation) {
                        for (String member : operation.names()) {
                            if (!MEMBERS.contains(member)) {
                                errors.add("json patch unknown field \"[" + i + "]." + member + "\"");
                            }
                        }
                    }
                }
            }
            return errors;
        }
    }

    /**
     * Reads the body of a merge patch.
     *
     * @throws ApiException BadRequest if the body is not an object
     */
    static Patch merge(JsonDocument body) {
        return new Merge(changes(body), body.duplicates());
    }

    /** Reads the body of a strategic merge patch. Throws the same errors as {@link #merge}. */
    static Patch strategic(JsonDocument body) {
        return new Strategic(changes(body), body.duplicates());
    }

    private static JsonObject changes(JsonDocument body) {
        if (body.value() instanceof JsonObject changes) {
            return changes;
        }
        throw ApiException.badRequest("error decoding patch: " + notAnObject(body.value()));
    }

    /** Returns Go's error for a value that is no object. */
    static String notAnObject(JsonValue value) {
        return "json: cannot unmarshal " + GoText.kind(value) + " into Go value of type map[string]interface {}";
    }

    /**
     * Reads the body of a JSON patch.
     *
     * @throws ApiException BadRequest if the body is not a list of operations
     */
    static Patch json(JsonDocument body) {
        try {
            return new Json(JsonPatch.parse(body.value()), body.value(), Json.strictErrors(body));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("error decoding patch: " + e.getMessage());
        }
    }
}
