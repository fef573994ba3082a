package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.e2e.controlplane.Etcd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Stores generated applications as releases, several at a time. */
public record Filling(Endpoint kubeApiserver) {
    private static final int PARALLEL = 16;
    private static final int BATCH = 512;

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

    /** Stores each application with its status in the kube-apiserver. Their namespaces must exist. */
    public void store(List<SampleApplication> applications) {
        parallel(applications.stream()
                .<Runnable>map(application -> () -> store(application))
                .toList());
    }

    /**
     * Stores each application of one kind with its status in etcd, except for the first: the kube-apiserver stores that
     * one, and the others get the managed fields of it. So the stored objects are as large as those of {@link #store},
     * in a hundredth of the time.
     */
    public void store(List<SampleApplication> applications, Etcd etcd) {
        store(applications.getFirst());
        JsonObject stored = stored(applications.getFirst());
        List<Runnable> batches = new ArrayList<>();
        for (int from = 1; from < applications.size(); from += BATCH) {
            List<SampleApplication> some = applications.subList(from, Math.min(applications.size(), from + BATCH));
            batches.add(() -> etcd.put(some.stream()
                    .collect(Collectors.toMap(
                            Filling::key,
                            application -> application.storedAs(stored).toString()))));
        }
        parallel(batches);
    }

    private JsonObject stored(SampleApplication application) {
        String path =
                RELEASES + "/namespaces/" + application.namespace() + "/helmreleases/" + application.releaseName();
        return (JsonObject) JsonText.parse(kubeApiserver.text(path));
    }

    private static String key(SampleApplication application) {
        return "/registry/helm.toolkit.fluxcd.io/helmreleases/%s/%s"
                .formatted(application.namespace(), application.releaseName());
    }

    private static void parallel(List<Runnable> tasks) {
        try (var workers =
                Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().factory())) {
            List<Future<?>> done = new ArrayList<>();
            tasks.forEach(task -> done.add(workers.submit(task)));
            for (Future<?> each : done) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("applications could not be stored", e);
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
