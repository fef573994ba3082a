package dev.chartroom.ports.service;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.patch.JsonPatch;
import dev.chartroom.domain.patch.MergePatch;
import dev.chartroom.domain.status.ApiException;

/** A patch as a client sent it. */
public sealed interface Patch {

    /**
     * The object as the patch makes it.
     *
     * @throws IllegalArgumentException where the patch does not fit the object
     */
    JsonValue apply(JsonObject object);

    /** RFC 7386. */
    record Merge(JsonObject changes) implements Patch {
        @Override
        public JsonValue apply(JsonObject object) {
            return MergePatch.apply(object, changes);
        }
    }

    /** RFC 6902. */
    record Json(JsonPatch operations) implements Patch {
        @Override
        public JsonValue apply(JsonObject object) {
            return operations.apply(object);
        }
    }

    /**
     * Reads the body of a merge patch.
     *
     * @throws ApiException BadRequest where it is not an object
     */
    static Patch merge(JsonValue body) {
        if (body instanceof JsonObject changes) {
            return new Merge(changes);
        }
        throw ApiException.badRequest("a merge patch of an object must be an object");
    }

    /**
     * Reads the body of a JSON patch.
     *
     * @throws ApiException BadRequest where it is not a list of operations
     */
    static Patch json(JsonValue body) {
        try {
            return new Json(JsonPatch.parse(body));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }
}
