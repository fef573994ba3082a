package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.storage.DeleteRequest;

/** What a delete asks for, checked here and passed on as metav1.DeleteOptions. */
final class DeleteOptions {
    private DeleteOptions() {}

    /** @throws ApiException Conflict where a precondition does not hold (wire contract D66) */
    static void check(ApplicationKind kind, ObjectMeta live, DeleteRequest request) {
        if (!request.uid().isEmpty() && !request.uid().equals(live.uid())) {
            throw conflict(
                    kind,
                    live,
                    "the UID in the precondition (" + request.uid() + ") does not match the UID in record ("
                            + live.uid() + "). The object might have been deleted and then recreated");
        }
        if (!request.resourceVersion().isEmpty() && !request.resourceVersion().equals(live.resourceVersion())) {
            throw conflict(
                    kind,
                    live,
                    "the ResourceVersion in the precondition (" + request.resourceVersion()
                            + ") does not match the ResourceVersion in record (" + live.resourceVersion()
                            + "). The object might have been modified");
        }
    }

    /** Always with the uid of the release that was found to be the Application, lest another one be deleted. */
    static JsonObject toJson(ObjectMeta live, DeleteRequest request) {
        JsonObject.Builder options = JsonObject.builder()
                .put("kind", "DeleteOptions")
                .put("apiVersion", "v1")
                .put(
                        "preconditions",
                        JsonObject.builder()
                                .put("uid", live.uid())
                                .putIfPresent("resourceVersion", request.resourceVersion())
                                .build())
                .putIfPresent("propagationPolicy", request.propagationPolicy());
        if (request.dryRun()) {
            options.put("dryRun", JsonArray.of(new JsonString("All")));
        }
        return options.build();
    }

    private static ApiException conflict(ApplicationKind kind, ObjectMeta live, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), live.name(), message));
    }
}
