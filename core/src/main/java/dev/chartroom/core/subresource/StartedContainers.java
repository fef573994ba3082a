package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.subresource.LogOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The containers of a release that have started, and so have a log.
 *
 * @param instances the containers in the order of their pods, each with a text that differs after a restart
 * @param areMoreExpected whether a pod of the release has not ended, so that further containers can start
 */
record StartedContainers(Map<ContainerLog.Container, String> instances, boolean areMoreExpected) {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** @param options with the pod and the container, if only these are considered */
    static StartedContainers of(List<JsonObject> pods, String namespace, LogOptions options) {
        Map<ContainerLog.Container, String> instances = new LinkedHashMap<>();
        boolean areMoreExpected = false;
        for (JsonObject pod : pods) {
            JsonObject metadata = pod.objectOrEmpty("metadata");
            NamespacedName name = new NamespacedName(namespace, metadata.stringOrEmpty("name"));
            if (options.pod().isEmpty() || options.pod().equals(name.name())) {
                areMoreExpected |= isMoreExpected(pod, options);
                chosen(pod.objectOrEmpty("status"), options)
                        .filter(StartedContainers::hasStarted)
                        .forEach(container -> instances.put(
                                new ContainerLog.Container(name, container.stringOrEmpty("name")),
                                String.join(
                                        " ",
                                        metadata.stringOrEmpty("uid"),
                                        container.stringOrEmpty("containerID"),
                                        String.valueOf(container.get("restartCount")))));
            }
        }
        return new StartedContainers(instances, areMoreExpected);
    }

    /** A pod that is being deleted can have a successor. An init container that has succeeded does not start again. */
    private static boolean isMoreExpected(JsonObject pod, LogOptions options) {
        JsonObject status = pod.objectOrEmpty("status");
        boolean isOver = ENDED.contains(status.stringOrEmpty("phase"))
                && !pod.objectOrEmpty("metadata").has("deletionTimestamp");
        boolean isInitOver = !options.container().isEmpty()
                && statuses(status, "initContainerStatuses")
                        .anyMatch(container -> container.stringOrEmpty("name").equals(options.container())
                                && container.objectOrEmpty("state").has("terminated")
                                && "0"
                                        .equals(String.valueOf(container
                                                .objectOrEmpty("state")
                                                .objectOrEmpty("terminated")
                                                .get("exitCode"))));
        return !isOver && !isInitOver;
    }

    private static Stream<JsonObject> chosen(JsonObject status, LogOptions options) {
        return options.container().isEmpty()
                ? statuses(status, "containerStatuses")
                : Stream.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")
                        .flatMap(field -> statuses(status, field))
                        .filter(container -> container.stringOrEmpty("name").equals(options.container()));
    }

    private static Stream<JsonObject> statuses(JsonObject status, String field) {
        return status.arrayOrEmpty(field).objects().stream();
    }

    private static boolean hasStarted(JsonObject container) {
        JsonObject state = container.objectOrEmpty("state");
        return state.has("running")
                || state.has("terminated")
                || container.objectOrEmpty("lastState").has("terminated");
    }
}
