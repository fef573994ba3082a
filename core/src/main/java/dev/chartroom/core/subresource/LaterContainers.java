package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.PodLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Opens the logs of containers that start while the log of their release is followed: in new pods, and after restarts. Used
 * by one thread.
 */
final class LaterContainers implements FollowedLog.Search {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<StartedContainers> now;
    private final PodLogs logs;
    private final LogOptions options;
    private final String sharer;
    private final FairShares streams;
    private final FairShares searches;
    /** The containers whose logs were opened. */
    private final Map<ContainerLog.Container, String> known;
    /** The containers whose logs could not be opened, with the reason. */
    private final Map<ContainerLog.Container, ApiError> failed = new HashMap<>();
    /** The reasons that the client has been told. */
    private final Set<String> told = new HashSet<>();

    /**
     * @param now reads the containers as they are
     * @param options those of the request
     * @param streams gives a permit for each log
     * @param searches gives a permit for each read
     * @param known the containers whose logs are open already
     */
    LaterContainers(
            Supplier<StartedContainers> now,
            PodLogs logs,
            LogOptions options,
            String sharer,
            FairShares streams,
            FairShares searches,
            Map<ContainerLog.Container, String> known) {
        this.now = now;
        this.logs = logs;
        this.options = options;
        this.sharer = sharer;
        this.streams = streams;
        this.searches = searches;
        this.known = new HashMap<>(known);
    }

    @Override
    public FollowedLog.Found find(Set<ContainerLog.Container> broken, int room) {
        StartedContainers started;
        try (Permit _ = searches.take(sharer, PATIENCE)) {
            started = now.get();
        } catch (ApiException e) {
            // The next search can succeed. An object that is gone has no more containers.
            return new FollowedLog.Found(List.of(), Set.of(), !(e.error() instanceof ApiError.NotFound));
        }
        known.keySet().retainAll(started.instances().keySet());
        failed.keySet().retainAll(started.instances().keySet());
        List<ContainerLog> opened = new ArrayList<>();
        for (Map.Entry<ContainerLog.Container, String> each :
                started.instances().entrySet()) {
            boolean isSame = each.getValue().equals(known.get(each.getKey()));
            if (!isSame || broken.contains(each.getKey())) {
                open(each.getKey(), isSame, opened.size() < room)
                        .ifPresentOrElse(
                                log -> {
                                    known.put(each.getKey(), each.getValue());
                                    opened.add(log);
                                },
                                () -> complaint(each.getKey()).ifPresent(opened::add));
            }
        }
        Set<ContainerLog.Container> repaired = broken.stream()
                .filter(container -> !failed.containsKey(container))
                .collect(Collectors.toSet());
        return new FollowedLog.Found(opened, repaired, started.areMoreExpected());
    }

    /** Opens a log; empty if that is not possible now. The next search tries again. */
    private Optional<ContainerLog> open(ContainerLog.Container container, boolean isSame, boolean hasRoom) {
        Permit permit = null;
        boolean isOpen = false;
        try {
            if (!hasRoom) {
                throw new ApiException(ApiError.tooManyRequests());
            }
            permit = streams.take(sharer);
            ContainerLog log = ContainerLog.open(logs, container, isSame ? fromNow() : fromStart())
                    .holding(permit);
            isOpen = true;
            failed.remove(container);
            return Optional.of(log);
        } catch (ApiException e) {
            failed.putIfAbsent(container, e.error());
            return Optional.empty();
        } finally {
            if (!isOpen && permit != null) {
                permit.close();
            }
        }
    }

    /** Returns a line with the reason for the first of the containers without a log; empty if it was told already. */
    private Optional<ContainerLog> complaint(ContainerLog.Container container) {
        boolean isTold = !told.add(
                Status.of(Objects.requireNonNull(failed.get(container))).message());
        return isTold
                ? Optional.empty()
                : Optional.of(ContainerLog.missing(container, Objects.requireNonNull(failed.get(container))));
    }

    /** The request asked for a part of the output that containers had before it. */
    private LogOptions fromStart() {
        return with(OptionalLong.empty());
    }

    private LogOptions fromNow() {
        return with(OptionalLong.of(0));
    }

    private LogOptions with(OptionalLong tailLines) {
        return new LogOptions(
                options.pod(),
                options.container(),
                options.prefix(),
                true,
                false,
                options.timestamps(),
                OptionalLong.empty(),
                tailLines);
    }
}
