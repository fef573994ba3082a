package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Stores generated applications as releases, directly in the kube-apiserver, several at a time. */
public record Filling(Endpoint kubeApiserver) {
    private static final int PARALLEL = 16;

    /** The path of the group and version of releases. */
    public static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2";

    /** Creates a namespace. */
    public void namespace(String name) {
        kubeApiserver.send(
                "POST",
                "/api/v1/namespaces",
                Endpoint.JSON,
                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /** Stores each application with its status. Their namespaces must exist. */
    public void store(List<SampleApplication> applications) {
        try (var workers =
                Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().factory())) {
            List<Future<?>> stored = new ArrayList<>();
            applications.forEach(application -> stored.add(workers.submit(() -> store(application))));
            for (Future<?> each : stored) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("an application could not be stored", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Writes as two field managers, as in a cluster, so that there are two entries of managed fields. */
    private void store(SampleApplication application) {
        String releases = RELEASES + "/namespaces/" + application.namespace() + "/helmreleases";
        kubeApiserver.send(
                "POST",
                releases + "?fieldManager=chartroom",
                Endpoint.JSON,
                application.release().toString());
        kubeApiserver.send(
                "PATCH",
                releases + "/" + application.releaseName() + "/status?fieldManager=helm-controller",
                Endpoint.MERGE_PATCH,
                JsonObject.of("status", application.status()).toString());
    }
}
