package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.PodLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Shows the output of the containers of a release's pods.
 *
 * @param streams the container logs that the server reads at the same time
 */
public record ReleaseLogs(OwnObjects own, PodLogs logs, FairShares streams) implements ApplicationLogs {
    /** The most containers of one request. */
    private static final int MOST = 50;

    /** The longest time that a log is followed. After it, the rights of the user are checked again. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final GroupKind OPTIONS = new GroupKind("", "PodLogOptions");

    /**
     * As declared, and: Conflict as of {@link RecordedRelease#read}; InternalError if the server lacks a right.
     */
    @Override
    public ApplicationLog open(ApplicationKind kind, NamespacedName name, UserInfo user, LogOptions options) {
        List<FieldError> problems = options.problems();
        if (!problems.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(OPTIONS, name.name(), problems));
        }
        List<ContainerLog.Container> containers = containers(kind, name, options);
        if (!options.follow()) {
            return new LimitedLog(
                    streams.take(FairShares.sharer(user)),
                    () -> new SequentialLog(containers, container -> ContainerLog.open(logs, container, options)));
        }
        return new LimitedLog(
                streams.take(FairShares.sharer(user), containers.size()),
                () -> new FollowedLog(opened(containers, options), LONGEST));
    }

    private List<ContainerLog> opened(List<ContainerLog.Container> containers, LogOptions options) {
        List<ContainerLog> opened = new ArrayList<>();
        try {
            containers.forEach(container -> opened.add(ContainerLog.open(logs, container, options)));
            return opened;
        } catch (ApiException e) {
            opened.forEach(ContainerLog::close);
            throw e;
        }
    }

    private List<ContainerLog.Container> containers(ApplicationKind kind, NamespacedName name, LogOptions options) {
        List<ContainerLog.Container> found = new ReleasePods(own)
                .of(kind, name).stream()
                        .flatMap(pod -> containers(pod, name.namespace(), options))
                        .toList();
        if (found.isEmpty()) {
            throw ApiException.badRequest("no container of the release" + named(options) + " has started yet");
        }
        if (found.size() > MOST) {
            throw ApiException.badRequest("the release has " + found.size() + " containers, and a request can show the"
                    + " logs of " + MOST + ": choose with the parameter pod or container");
        }
        return found;
    }

    private static String named(LogOptions options) {
        return (options.container().isEmpty() ? "" : " with the name " + options.container())
                + (options.pod().isEmpty() ? "" : " in the pod " + options.pod());
    }

    private static Stream<ContainerLog.Container> containers(JsonObject pod, String namespace, LogOptions options) {
        NamespacedName name =
                new NamespacedName(namespace, pod.objectOrEmpty("metadata").stringOrEmpty("name"));
        if (!options.pod().isEmpty() && !options.pod().equals(name.name())) {
            return Stream.empty();
        }
        JsonObject status = pod.objectOrEmpty("status");
        Stream<JsonObject> chosen = options.container().isEmpty()
                ? statuses(status, "containerStatuses")
                : Stream.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")
                        .flatMap(field -> statuses(status, field))
                        .filter(container -> container.stringOrEmpty("name").equals(options.container()));
        return chosen.filter(ReleaseLogs::hasStarted)
                .map(container -> new ContainerLog.Container(name, container.stringOrEmpty("name")));
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
