package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers;
import dev.chartroom.ports.storage.DeleteRequest;
import java.util.List;

/** Converts a delete request to metav1.DeleteOptions. */
final class DeleteOptions {
    private DeleteOptions() {}

    /**
     * Returns options that delete the release only in the state that was read, because the caller has checked only that
     * state. The preconditions have the release's own uid. Clients may see another uid for the Application.
     */
    static JsonObject toJson(JsonObject live, DeleteRequest request) {
        JsonObject metadata = live.objectOrEmpty("metadata");
        JsonObject.Builder options = JsonObject.builder()
                .put("kind", "DeleteOptions")
                .put("apiVersion", "v1")
                .put(
                        "preconditions",
                        JsonObject.builder()
                                .put("uid", metadata.stringOrEmpty("uid"))
                                .putIfPresent("resourceVersion", resourceVersion(metadata, request))
                                .build())
                .putIfPresent("propagationPolicy", request.propagationPolicy());
        if (request.dryRun()) {
            options.put("dryRun", JsonArray.of(new JsonString("All")));
        }
        return options.build();
    }

    /** Returns a release without the finalizers of the garbage collector that the propagation policy removes. */
    static JsonObject withoutRemovedFinalizers(JsonObject live, DeleteRequest request) {
        JsonObject metadata = live.objectOrEmpty("metadata");
        List<String> finalizers = metadata.arrayOrEmpty("finalizers").strings();
        List<String> next = GarbageCollectorFinalizers.onDeletion(finalizers, request.propagationPolicy());
        return next.containsAll(finalizers)
                ? live
                : live.with(
                        "metadata",
                        metadata.with(
                                "finalizers",
                                JsonArray.ofStrings(finalizers.stream()
                                        .filter(next::contains)
                                        .toList())));
    }

    /**
     * Returns the resource version that was read. If the propagation policy removes a finalizer of the garbage
     * collector, returns that of the client: the kube-apiserver first writes the release without the finalizer, and then
     * compares the resource version.
     */
    private static String resourceVersion(JsonObject metadata, DeleteRequest request) {
        List<String> finalizers = metadata.arrayOrEmpty("finalizers").strings();
        List<String> next = GarbageCollectorFinalizers.onDeletion(finalizers, request.propagationPolicy());
        return next.containsAll(finalizers) ? metadata.stringOrEmpty("resourceVersion") : request.resourceVersion();
    }
}
