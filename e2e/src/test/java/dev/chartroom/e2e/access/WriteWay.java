package dev.chartroom.e2e.access;

import static dev.chartroom.e2e.harness.JsonClient.object;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.JsonClient.Reply;
import java.util.ArrayList;
import java.util.List;

/** The ways to write an object. */
public enum WriteWay {
    CREATE,
    UPDATE,
    MERGE_PATCH,
    JSON_PATCH,
    APPLY,
    STATUS_UPDATE;

    /**
     * Tries to write an attempt into an object.
     *
     * @param collection the path of the object's collection
     * @param object the object before, or the one to create
     * @param attempt the members to add
     */
    public Reply send(JsonClient client, String collection, JsonObject object, JsonObject attempt) {
        String path = collection + "/" + object.objectOrEmpty("metadata").stringOrEmpty("name");
        return switch (this) {
            case CREATE -> client.post(collection, merged(object, attempt));
            case UPDATE -> client.put(path, merged(client.get(path).body(), attempt));
            case STATUS_UPDATE ->
                client.put(path + "/status", merged(client.get(path).body(), attempt));
            case MERGE_PATCH -> client.mergePatch(path, attempt.toString());
            case JSON_PATCH -> client.jsonPatch(path, operations(attempt).toString());
            case APPLY -> client.apply(path, merged(object, attempt));
        };
    }

    /** Returns the object with the members of the attempt; nulls are kept. */
    private static JsonObject merged(JsonObject object, JsonObject attempt) {
        JsonObject.Builder merged = object.toBuilder();
        attempt.members()
                .forEach((name, value) -> merged.put(
                        name,
                        object.get(name) instanceof JsonObject before && value instanceof JsonObject after
                                ? merged(before, after)
                                : value));
        return merged.build();
    }

    private static JsonArray operations(JsonObject attempt) {
        List<JsonValue> operations = new ArrayList<>();
        attempt.members().forEach((name, value) -> {
            if (name.equals("metadata")) {
                ((JsonObject) value)
                        .members()
                        .forEach((field, inner) -> operations.add(operation("/metadata/" + field, inner)));
            } else {
                operations.add(operation("/" + name, value));
            }
        });
        return new JsonArray(operations);
    }

    private static JsonObject operation(String path, JsonValue value) {
        return JsonObject.builder()
                .put("op", "add")
                .put("path", path)
                .put("value", value)
                .build();
    }
}
