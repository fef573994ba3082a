package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.ports.storage.DeleteRequest;

/** What a delete asks for as metav1.DeleteOptions. */
final class DeleteOptions {
    private DeleteOptions() {}

    /**
     * Always with the uid of the release that was found to be the Application, lest another one be deleted. It is the
     * release's own, which clients may see another one for.
     */
    static JsonObject toJson(JsonObject live, DeleteRequest request) {
        JsonObject.Builder options = JsonObject.builder()
                .put("kind", "DeleteOptions")
                .put("apiVersion", "v1")
                .put(
                        "preconditions",
                        JsonObject.builder()
                                .put("uid", live.objectOrEmpty("metadata").stringOrEmpty("uid"))
                                .putIfPresent("resourceVersion", request.resourceVersion())
                                .build())
                .putIfPresent("propagationPolicy", request.propagationPolicy());
        if (request.dryRun()) {
            options.put("dryRun", JsonArray.of(new JsonString("All")));
        }
        return options.build();
    }
}
