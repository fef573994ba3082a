package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.PodLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows the output of the containers of a release's pods. */
public final class ReleaseLogs implements ApplicationLogs {
    /** The searches at the same time. Each can decode a record of Helm. */
    private static final int SEARCHES = 4;

    private static final Duration SEARCH_TIMEOUT = Duration.ofSeconds(30);

    /** The longest time that a log is followed. After it, the rights of the user are checked again. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final GroupKind OPTIONS = new GroupKind("", "PodLogOptions");

    /** The previous instances of containers have ended, so no further one can start. */
    private static final FollowedLog.Search NO_SEARCH = (broken, _) -> new FollowedLog.Found(List.of(), broken, false);

    private final OwnObjects own;
    private final PodLogs logs;
    private final FairShares streams;
    private final FairShares searches = new FairShares(SEARCHES);
    private final FollowedLog.Pace pace;

    /** @param streams the container logs that the server reads at the same time */
    public ReleaseLogs(OwnObjects own, PodLogs logs, FairShares streams) {
        this(own, logs, streams, FollowedLog.Pace.DEFAULT);
    }

    ReleaseLogs(OwnObjects own, PodLogs logs, FairShares streams, FollowedLog.Pace pace) {
        this.own = own;
        this.logs = logs;
        this.streams = streams;
        this.pace = pace;
    }

    /**
     * As declared, and: Conflict as of {@link RecordedRelease#read}; InternalError if the server lacks a right.
     */
    @Override
    public ApplicationLog open(ApplicationKind kind, NamespacedName name, UserInfo user, LogOptions options) {
        List<FieldError> problems = options.problems();
        if (!problems.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(OPTIONS, name.name(), problems));
        }
        String sharer = FairShares.sharer(user);
        Supplier<StartedContainers> now =
                () -> StartedContainers.of(new ReleasePods(own).of(kind, name), name.namespace(), options);
        Map<ContainerLog.Container, String> started = now.get().instances();
        require(started.size(), options);
        List<ContainerLog.Container> containers = List.copyOf(started.keySet());
        if (!options.follow()) {
            return new LimitedLog(
                    streams.take(sharer),
                    () -> new SequentialLog(containers, container -> ContainerLog.open(logs, container, options)));
        }
        FollowedLog.Search later = options.previous()
                ? NO_SEARCH
                : new LaterContainers(counted(now), logs, options, sharer, streams, searches, started);
        return new LimitedLog(
                streams.take(sharer, containers.size()),
                () -> new FollowedLog(opened(containers, options), LONGEST, later, pace));
    }

    /** Returns the same search, with limits on its memory and its time like a request of the user. */
    private static Supplier<StartedContainers> counted(Supplier<StartedContainers> search) {
        Optional<ServerCapacity.Share> request = ServerCapacity.current();
        return () -> RequestDeadline.in(SEARCH_TIMEOUT)
                .during(() -> request.map(share -> {
                            try (ServerCapacity.Share another = share.another()) {
                                return another.during(search);
                            }
                        })
                        .orElseGet(search));
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

    private static void require(int containers, LogOptions options) {
        if (containers == 0) {
            throw ApiException.badRequest("no container of the release" + named(options) + " has started yet");
        }
        if (containers > FollowedLog.MOST) {
            throw ApiException.badRequest("the release has " + containers + " containers, and a request can show the"
                    + " logs of " + FollowedLog.MOST + ": choose with the parameter pod or container");
        }
    }

    private static String named(LogOptions options) {
        return (options.container().isEmpty() ? "" : " with the name " + options.container())
                + (options.pod().isEmpty() ? "" : " in the pod " + options.pod());
    }
}
